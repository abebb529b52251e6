package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.cli.Range.OfPassage;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.passage.PassageField;
import io.github.lucenesimhash.passage.PassageQuery;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchesIterator;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.search.Weight;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Finds the documents of an index that have a passage of a text. */
final class PassageOptions {

  /**
   * The answer to a search. The components are in the order of the JSON.
   *
   * @param atLeast the minimum number of consecutive words of a passage
   * @param total the number of all documents that have a passage of the text
   * @param hits the documents with the most words of the text
   */
  private record Answer(int atLeast, long total, List<Hit> hits) {
    @Override
    public String toString() {
      return hits.stream().map(Hit::tsv).collect(Collectors.joining());
    }
  }

  /**
   * A document that has a passage of the text.
   *
   * @param words the number of words of the text that the document has
   * @param passages the places of the passages in the document's own text
   */
  private record Hit(String id, int words, List<Part> passages) {
    String tsv() {
      return Console.oneLine(id) + "\t" + words + "\t" + join(passages) + "\n";
    }
  }

  /** A range of a text in code points. */
  private record Part(int from, int to) {

    /** Converts a range of UTF-16 code units to a range of code points. */
    static Part of(String text, int from, int to) {
      int start = text.codePointCount(0, from);
      return new Part(start, start + text.codePointCount(from, to));
    }
  }

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(names = "--passages")
  private boolean areAsked;

  @Option(names = "--at-least", paramLabel = "N", converter = OfPassage.class, defaultValue = "25")
  private int atLeast;

  /** Returns whether to search for passages. Refuses options of the other kind of search. */
  boolean areAsked() {
    if (areAsked) {
      Main.checkAlone(
          command, "--passages", "INDEX", "TEXT", "--at-least", "--file", "--top", "--json");
    } else if (command.commandLine().getParseResult().hasMatchedOption("--at-least")) {
      throw new BadInput("--at-least is given, expected --passages with it");
    }
    return areAsked;
  }

  /** Searches for passages of a text, prints the answer, and returns the exit code. */
  int search(StoredIndex index, String text, int top, Json.AnswerOption answer, Console console)
      throws IOException {
    if (!index.settings().hasPassages()) {
      throw new BadInput("the index is without passages, expected one made with index --passages");
    }
    Answer found = search(index, text, top);
    answer.print(found, console);
    if (!answer.isJson) {
      tell(found, console);
    }
    return found.total == 0 ? SearchCommand.NOTHING_FOUND : 0;
  }

  private Answer search(StoredIndex index, String text, int top) throws IOException {
    PassageQuery query =
        PassageField.newCopiedPassageQuery(StoredIndex.PASSAGES, text, atLeast)
            .from(PassageQuery.Texts.stored(StoredIndex.TEXT));
    IndexSearcher searcher = new IndexSearcher(index.reader());
    int most = Math.clamp(index.reader().maxDoc(), 1, top);
    TopDocs found =
        searcher.search(query, new TopScoreDocCollectorManager(most, null, Integer.MAX_VALUE));
    Weight weight = searcher.createWeight(searcher.rewrite(query), ScoreMode.COMPLETE, 1);
    List<LeafReaderContext> leaves = searcher.getLeafContexts();
    List<Hit> hits = new ArrayList<>();
    for (ScoreDoc hit : found.scoreDocs) {
      LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(hit.doc, leaves));
      MatchesIterator each =
          weight.matches(leaf, hit.doc - leaf.docBase).getMatches(StoredIndex.PASSAGES);
      String its = index.text(hit.doc);
      List<Part> passages = new ArrayList<>();
      while (each.next()) {
        passages.add(Part.of(its, each.startOffset(), each.endOffset()));
      }
      hits.add(new Hit(index.id(hit.doc), (int) hit.score, passages));
    }
    return new Answer(atLeast, found.totalHits.value(), hits);
  }

  private void tell(Answer found, Console console) {
    int shown = found.hits.size();
    if (found.total > shown) {
      console.note("the longest " + shown + " of " + found.total + " (see --top)");
    }
  }

  private static String join(List<Part> parts) {
    return parts.stream().map(part -> part.from + "-" + part.to).collect(Collectors.joining(","));
  }
}
