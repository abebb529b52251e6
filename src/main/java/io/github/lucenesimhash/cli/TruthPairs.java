package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Documents;
import io.github.lucenesimhash.corpus.RawText;
import io.github.lucenesimhash.evaluate.KnownPairs;
import io.github.lucenesimhash.evaluate.KnownPairs.Kind;
import io.github.lucenesimhash.evaluate.KnownPairs.KnownPair;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.lucene.util.IOFunction;

/**
 * The labels of pairs of documents, read from lines of id, tab, id, tab and similarity. The
 * similarity is 0 to 1, or {@code dup} for 1, or {@code not} for 0. Further columns are ignored. A
 * pair that is not listed counts as unlike.
 */
final class TruthPairs {

  private final Path file;
  private final Map<Set<String>, Kind> kinds = new HashMap<>();

  private TruthPairs(Path file) {
    this.file = file;
  }

  static TruthPairs read(Path file) {
    TruthPairs pairs = new TruthPairs(file);
    RawText.forEachLine(file, pairs::add);
    return pairs;
  }

  private void add(String line) {
    String[] columns = line.split("\t", -1);
    if (columns.length < 3 || columns[0].equals(columns[1])) {
      throw new IllegalArgumentException("expected id TAB other id TAB similarity");
    }
    Kind kind = Kind.of(similarity(columns[2]));
    Kind before = kinds.put(Set.of(columns[0], columns[1]), kind);
    if (before != null && before != kind) {
      throw new IllegalArgumentException(
          "pair '" + columns[0] + "', '" + columns[1] + "' was listed with another similarity");
    }
  }

  private static double similarity(String text) {
    try {
      double similarity =
          switch (text) {
            case "dup" -> 1;
            case "not" -> 0;
            default -> Double.parseDouble(text);
          };
      if (similarity >= 0 && similarity <= 1) {
        return similarity;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw new IllegalArgumentException(
        "similarity '" + text + "', expected a number from 0 to 1, 'dup' or 'not'");
  }

  int count(Kind kind) {
    return Collections.frequency(kinds.values(), kind);
  }

  /**
   * Returns the labelled pairs of the given documents, by the indexes of the ids in the list.
   *
   * @param ids the ids of the documents
   * @throws BadInput if the labels name no pair of the given documents
   */
  KnownPairs known(List<String> ids) throws IOException {
    List<KnownPair> known = among(ids.size(), ids::get);
    if (known.isEmpty()) {
      throw new BadInput(
          "no pair in %s names two of the documents, which go by ids such as '%s'",
          file, ids.getFirst());
    }
    return KnownPairs.labelled(known);
  }

  /** Returns the {@link #pair} of any two of the given documents that are labelled as unlike. */
  Set<Long> unlike(Documents documents) throws IOException {
    return among(documents.count(), documents::id).stream()
        .filter(known -> known.kind() == Kind.NEGATIVE)
        .map(known -> pair(known.a(), known.b()))
        .collect(Collectors.toSet());
  }

  /** Returns a key for two documents, regardless of their order. */
  static long pair(int a, int b) {
    return (long) Math.min(a, b) << Integer.SIZE | Math.max(a, b);
  }

  /**
   * Returns the labelled pairs of the given documents. A label names a document by its id, or by
   * the id as outputs show it. Only ids that a label names are held in memory.
   */
  private List<KnownPair> among(int documents, IOFunction<Integer, String> ids) throws IOException {
    Set<String> named = new HashSet<>();
    kinds.keySet().forEach(named::addAll);
    Map<String, Integer> indices = new HashMap<>();
    for (int index = 0; index < documents; index++) {
      String id = ids.apply(index);
      for (String name : List.of(id, Console.oneLine(id))) {
        if (named.contains(name)) {
          indices.putIfAbsent(name, index);
        }
      }
    }
    List<KnownPair> known = new ArrayList<>();
    kinds.forEach(
        (pair, kind) -> {
          if (indices.keySet().containsAll(pair)) {
            int[] ends = pair.stream().mapToInt(indices::get).toArray();
            known.add(new KnownPair(ends[0], ends[1], kind));
          }
        });
    return known;
  }
}
