package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.Tokens;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Corpus;
import io.github.lucenesimhash.passage.CopiedItems;
import io.github.lucenesimhash.passage.CopiedItems.Copy;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The items of a test set, and the training documents that have passages of them. */
final class TestItems {

  /**
   * An item that is found. The components are in the order of the JSON.
   *
   * @param words the number of words of the item
   * @param copied the number of words of the item that the first document of {@code in} has
   * @param share the share of the item's words that the first document of {@code in} has
   * @param documents the number of documents that have a passage of the item
   * @param in the documents with the most words of the item
   */
  private record FoundItem(
      String id, int words, int copied, double share, long documents, List<InDocument> in) {}

  /**
   * The part of an item that a document has.
   *
   * @param copied the number of words of the item that the document has
   * @param from the start of the longest run of copied words in the document's text, in code points
   * @param to the end of this run
   */
  private record InDocument(String id, int copied, double share, int from, int to) {}

  /** The part of an item that a text has, and the place of its longest run in code points. */
  record Place(Copy copy, int from, int to) {}

  private static final class Holders {
    private final List<InDocument> most = new ArrayList<>();
    private long all;

    /** Adds a copy. Keeps the copies with the most words, ties in the order of arrival. */
    void add(InDocument copy, int top) {
      all++;
      if (most.size() == top && most.getLast().copied >= copy.copied) {
        return;
      }
      most.add(copy);
      most.sort(Comparator.comparingInt(InDocument::copied).reversed());
      if (most.size() > top) {
        most.removeLast();
      }
    }
  }

  private final int atLeast;
  private final int mostItems;
  private final int top;
  private final List<String> ids = new ArrayList<>();
  private final List<Integer> lengths = new ArrayList<>();
  private final CopiedItems items;
  private final Map<Integer, Holders> holders =
      new HashMap<>(); // by the index of an item, the first of equal items
  private long found;

  /**
   * Reads the items.
   *
   * @param corpus the test set
   * @param atLeast the number of consecutive words to find; an item with fewer words is found as a
   *     whole, and one with fewer than {@link CopiedItems#MIN_WORDS} is not looked for
   * @param mostItems the maximum number of distinct items that may share {@code atLeast}
   *     consecutive words; words that more items share are ignored
   * @param top the maximum number of documents to report for an item
   */
  TestItems(Corpus corpus, int atLeast, int mostItems, int top) throws IOException {
    this.atLeast = atLeast;
    this.mostItems = mostItems;
    this.top = top;
    List<long[]> words = new ArrayList<>();
    corpus.forEach(
        (raw, document) -> {
          long[] codes = Tokens.ofPassages(document.text(), false).codes();
          return id -> {
            ids.add(id);
            lengths.add(codes.length);
            words.add(codes);
          };
        });
    try {
      items = new CopiedItems(words, atLeast, mostItems);
    } catch (IllegalArgumentException e) {
      throw new BadInput("--test: " + e.getMessage());
    }
  }

  /** Finds the items in a text. May be called on any thread. */
  List<Place> in(String text) {
    List<Copy> copies = items.in(Tokens.ofPassages(text, false).codes());
    if (copies.isEmpty()) {
      return List.of();
    }
    Tokens words = Tokens.ofPassages(text, true);
    return copies.stream()
        .map(
            copy ->
                new Place(
                    copy,
                    text.codePointCount(0, words.from(copy.from())),
                    text.codePointCount(0, words.to(copy.to() - 1))))
        .toList();
  }

  /** Adds a document and the parts of items that were found in its text. */
  void add(String document, List<Place> places) {
    for (Place place : places) {
      Copy copy = place.copy;
      Holders its = holders.computeIfAbsent(copy.item(), item -> new Holders());
      double share = share(copy.words(), copy.item());
      its.add(new InDocument(document, copy.words(), share, place.from, place.to), top);
    }
  }

  private double share(int words, int item) {
    return Math.round(1000. * words / lengths.get(item)) / 1000.;
  }

  /** Writes a line of JSON for each item that was found, in input order. */
  void write(Writer writer) throws IOException {
    for (int item = 0; item < ids.size(); item++) {
      Holders its = holders.get(items.first(item));
      if (its != null) {
        InDocument most = its.most.getFirst();
        writer.write(
            Json.line(
                new FoundItem(
                    ids.get(item), lengths.get(item), most.copied, most.share, its.all, its.most)));
        found++;
      }
    }
  }

  /** Returns the counts for the last line of output. */
  List<String> summary(int documents) {
    List<String> parts = new ArrayList<>();
    String ofAll = String.format(Locale.ROOT, "%,d of ", found);
    parts.add(
        ofAll
            + EndLine.count(ids.size(), "item")
            + " found in "
            + EndLine.count(documents, "document"));
    add(parts, count(CopiedItems.MIN_WORDS, atLeast), "shorter item", " looked for as a whole");
    add(parts, count(0, CopiedItems.MIN_WORDS), "item", " too short");
    String inTooMany = " in more than " + EndLine.count(mostItems, "item") + " left out";
    add(parts, items.leftOut(), "window", inTooMany);
    long only = 0;
    for (int item = 0; item < ids.size(); item++) {
      boolean isLong = lengths.get(item) >= CopiedItems.MIN_WORDS;
      only += isLong && !items.isLookedFor(item) ? 1 : 0;
    }
    add(parts, only, "item", " with no others");
    return parts;
  }

  private long count(int fromWords, int belowWords) {
    return lengths.stream().filter(words -> words >= fromWords && words < belowWords).count();
  }

  private static void add(List<String> parts, long count, String noun, String what) {
    if (count > 0) {
      parts.add(EndLine.count(count, noun) + what);
    }
  }
}
