package io.github.lucenesimhash.cli;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What is known about pairs of documents: lines of id, tab, id, tab, similarity from 0 to 1; later
 * columns are ignored. A pair that is not listed counts as unlike.
 */
final class TruthPairs {

  /** What a pair counts as. */
  enum Kind {
    /** Similarity of .8 and more. */
    TRUE,
    /** From .5 to .8: left out. */
    OPEN,
    /** Below .5. */
    FALSE
  }

  private static final double TRUE_FROM = 0.8;
  private static final double OPEN_FROM = 0.5;

  private record Pair(String a, String b) {
    static Pair of(String a, String b) {
      return a.compareTo(b) < 0 ? new Pair(a, b) : new Pair(b, a);
    }
  }

  private final Map<Pair, Kind> kinds = new HashMap<>();

  private TruthPairs() {}

  /**
   * @throws BadInput if the file cannot be read or a line is malformed
   */
  static TruthPairs read(Path file) {
    TruthPairs pairs = new TruthPairs();
    Lines.forEach(file, pairs::add);
    return pairs;
  }

  private void add(String line) throws MalformedException {
    String[] columns = line.split("\t", -1);
    if (columns.length < 3 || columns[0].equals(columns[1])) {
      throw new MalformedException("expected id TAB other id TAB similarity");
    }
    Kind kind = kind(similarity(columns[2]));
    Kind before = kinds.put(Pair.of(columns[0], columns[1]), kind);
    if (before != null && before != kind) {
      throw new MalformedException(
          "pair '" + columns[0] + "', '" + columns[1] + "' was listed with another similarity");
    }
  }

  private static double similarity(String text) throws MalformedException {
    try {
      double similarity = Double.parseDouble(text);
      if (similarity >= 0 && similarity <= 1) {
        return similarity;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new MalformedException("similarity '" + text + "', expected a number from 0 to 1");
  }

  private static Kind kind(double similarity) {
    return similarity >= TRUE_FROM ? Kind.TRUE : similarity >= OPEN_FROM ? Kind.OPEN : Kind.FALSE;
  }

  Kind kind(String a, String b) {
    return kinds.getOrDefault(Pair.of(a, b), Kind.FALSE);
  }

  /** How many true pairs there are among these documents. */
  int truePairs(Set<String> ids) {
    int count = 0;
    for (Map.Entry<Pair, Kind> entry : kinds.entrySet()) {
      Pair pair = entry.getKey();
      if (entry.getValue() == Kind.TRUE && ids.contains(pair.a()) && ids.contains(pair.b())) {
        count++;
      }
    }
    return count;
  }
}
