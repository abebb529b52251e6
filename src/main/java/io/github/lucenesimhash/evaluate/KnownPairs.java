package io.github.lucenesimhash.evaluate;

import io.github.lucenesimhash.join.OrderedTasks;
import io.github.lucenesimhash.verify.FeatureSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Holds the labels of pairs of texts. A pair without a label is negative. Immutable. */
public final class KnownPairs {

  /** The label of a pair. */
  public enum Kind {
    /** A near-duplicate: the similarity is at least {@value #POSITIVE_FROM}. */
    POSITIVE,
    /** A pair whose similarity is between the two bounds. It is not counted. */
    IGNORED,
    /** A pair whose similarity is below {@value #NEGATIVE_BELOW}, or that has no label. */
    NEGATIVE;

    /** The minimum similarity of near-duplicates. */
    public static final double POSITIVE_FROM = 0.8;

    /** The similarity below which pairs are not near-duplicates. */
    public static final double NEGATIVE_BELOW = 0.5;

    /**
     * Returns the label of a pair with the given similarity.
     *
     * @param similarity the similarity, 0 to 1
     */
    public static Kind of(double similarity) {
      return similarity >= POSITIVE_FROM
          ? POSITIVE
          : similarity >= NEGATIVE_BELOW ? IGNORED : NEGATIVE;
    }
  }

  /**
   * A labelled pair.
   *
   * @param a the index of a text in the list of texts
   * @param b the index of another text
   * @param kind the label
   */
  public record KnownPair(int a, int b, Kind kind) {}

  /** The labels of all pairs that are not negative. A key holds the indexes of both texts. */
  private final Map<Long, Kind> kinds = new HashMap<>();

  private KnownPairs() {}

  /**
   * Creates known pairs from labelled pairs.
   *
   * @param pairs the labelled pairs, each at most once, with its texts in either order
   */
  public static KnownPairs labelled(List<KnownPair> pairs) {
    KnownPairs known = new KnownPairs();
    pairs.forEach(known::add);
    return known;
  }

  private void add(KnownPair pair) {
    if (pair.kind != Kind.NEGATIVE) {
      kinds.put(key(pair.a, pair.b), pair.kind);
    }
  }

  /**
   * Labels every pair according to the exact resemblance of the texts.
   *
   * @param texts the feature sets of the texts
   * @return the labels of all pairs that are not negative
   * @throws IOException if the thread is interrupted
   */
  public static KnownPairs computed(List<FeatureSet> texts) throws IOException {
    int[] bySize =
        IntStream.range(0, texts.size())
            .boxed()
            .sorted(Comparator.comparingInt(text -> texts.get(text).size()))
            .mapToInt(Integer::intValue)
            .toArray();
    KnownPairs known = new KnownPairs();
    try (OrderedTasks<List<KnownPair>> tasks =
        new OrderedTasks<>(found -> found.forEach(known::add))) {
      for (int number = 0; number < bySize.length; number++) {
        int largest = number;
        tasks.give(() -> alike(texts, bySize, largest), 0);
      }
      tasks.finish();
    }
    return known;
  }

  /** Compares a text with all smaller texts that are large enough to resemble the text. */
  private static List<KnownPair> alike(List<FeatureSet> texts, int[] bySize, int largest) {
    List<KnownPair> found = new ArrayList<>();
    FeatureSet text = texts.get(bySize[largest]);
    int least = (int) (Kind.NEGATIVE_BELOW * text.size());
    for (int i = largest - 1; i >= 0 && texts.get(bySize[i]).size() >= least; i--) {
      FeatureSet other = texts.get(bySize[i]);
      if (text.resembles(other, Kind.NEGATIVE_BELOW)) {
        found.add(new KnownPair(bySize[largest], bySize[i], Kind.of(text.jaccard(other))));
      }
    }
    return found;
  }

  private static long key(int a, int b) {
    return (long) Math.min(a, b) << 32 | Math.max(a, b);
  }

  /**
   * Returns the label of a pair, with its texts in either order.
   *
   * @param a the index of a text in the list of texts
   * @param b the index of another text
   */
  public Kind kind(int a, int b) {
    return kinds.getOrDefault(key(a, b), Kind.NEGATIVE);
  }

  /** {@return the number of positive pairs} */
  public long positive() {
    return Collections.frequency(kinds.values(), Kind.POSITIVE);
  }

  /** {@return the number of pairs between the bounds} */
  public long ignored() {
    return kinds.size() - positive();
  }
}
