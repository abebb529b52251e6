package io.github.lucenesimhash.evaluate;

import io.github.lucenesimhash.join.OrderedTasks;
import io.github.lucenesimhash.verify.FeatureSet;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** The labels of the pairs of a list of texts. A pair that is not listed is negative. Immutable. */
public final class KnownPairs {

  /** The label of a pair. */
  public enum Kind {
    /** A near-duplicate: similarity of the positive bound and more. */
    POSITIVE,
    /** Between the bounds: not counted. */
    IGNORED,
    /** Below the negative bound, or not listed. */
    NEGATIVE
  }

  /**
   * The similarities that divide the kinds.
   *
   * @param positive pairs of this similarity and more are near-duplicates, up to 1
   * @param negative pairs below it are not, above 0; pairs between are not counted
   */
  public record Bounds(double positive, double negative) {

    /** Near-duplicates from 0.8, others below 0.5. */
    public static final Bounds DEFAULT = new Bounds(0.8, 0.5);

    /** Refuses bounds out of order. */
    public Bounds {
      if (!(0 < negative && negative <= positive && positive <= 1)) {
        String bounds = "positive is " + positive + " and negative " + negative;
        throw new IllegalArgumentException(bounds + ", expected 0 < negative <= positive <= 1");
      }
    }

    /**
     * {@return the label of a pair of a similarity}
     *
     * @param similarity 0 to 1
     */
    public Kind kind(double similarity) {
      return similarity >= positive
          ? Kind.POSITIVE
          : similarity >= negative ? Kind.IGNORED : Kind.NEGATIVE;
    }
  }

  /**
   * A pair and what it counts as.
   *
   * @param a a text's index in the list of texts
   * @param b another's
   * @param kind what the pair counts as
   */
  public record KnownPair(int a, int b, Kind kind) {}

  /** The smaller index in the upper half, the other from bit 1, bit 0 if ignored; ascending. */
  private final long[] pairs;

  private KnownPairs(long[] pairs) {
    this.pairs = pairs;
    Arrays.parallelSort(pairs);
  }

  /**
   * {@return labelled pairs}
   *
   * @param pairs each at most once, its texts in either order
   */
  public static KnownPairs labelled(List<KnownPair> pairs) {
    return new KnownPairs(
        pairs.stream()
            .filter(pair -> pair.kind != Kind.NEGATIVE)
            .mapToLong(pair -> key(pair.a, pair.b, pair.kind))
            .toArray());
  }

  /**
   * Every pair, by the exact resemblance of the texts.
   *
   * @param texts by their features
   * @param bounds that divide the kinds
   * @param progress takes how many more texts are done
   * @return all that is not negative
   * @throws IOException if interrupted
   */
  public static KnownPairs computed(List<FeatureSet> texts, Bounds bounds, IntConsumer progress)
      throws IOException {
    int[] bySize =
        IntStream.range(0, texts.size())
            .boxed()
            .sorted(Comparator.comparingInt(text -> texts.get(text).size()))
            .mapToInt(Integer::intValue)
            .toArray();
    LongStream.Builder keys = LongStream.builder();
    try (OrderedTasks<long[]> tasks =
        new OrderedTasks<>(found -> LongStream.of(found).forEach(keys::add))) {
      for (int number = 0; number < bySize.length; number++) {
        int largest = number;
        tasks.give(() -> alike(texts, bySize, largest, bounds), 0);
        progress.accept(1);
      }
      tasks.finish();
    }
    return new KnownPairs(keys.build().toArray());
  }

  /** Compares a text with all that are smaller; those below the bound cannot resemble it. */
  private static long[] alike(List<FeatureSet> texts, int[] bySize, int largest, Bounds bounds) {
    LongStream.Builder keys = LongStream.builder();
    FeatureSet text = texts.get(bySize[largest]);
    int least = (int) (bounds.negative * text.size());
    for (int i = largest - 1; i >= 0 && texts.get(bySize[i]).size() >= least; i--) {
      FeatureSet other = texts.get(bySize[i]);
      if (text.resembles(other, bounds.negative)) {
        keys.add(key(bySize[largest], bySize[i], bounds.kind(text.jaccard(other))));
      }
    }
    return keys.build().toArray();
  }

  private static long key(int a, int b, Kind kind) {
    return ((long) Math.min(a, b) << 32)
        | ((long) Math.max(a, b) << 1)
        | (kind == Kind.IGNORED ? 1 : 0);
  }

  /**
   * {@return the label of a pair, its texts in either order}
   *
   * @param a a text's index in the list of texts
   * @param b another's
   */
  public Kind kind(int a, int b) {
    if (Arrays.binarySearch(pairs, key(a, b, Kind.POSITIVE)) >= 0) {
      return Kind.POSITIVE;
    }
    boolean ignored = Arrays.binarySearch(pairs, key(a, b, Kind.IGNORED)) >= 0;
    return ignored ? Kind.IGNORED : Kind.NEGATIVE;
  }

  /** {@return the number of positive pairs} */
  public long positive() {
    return Arrays.stream(pairs).filter(pair -> (pair & 1) == 0).count();
  }

  /** {@return the number of pairs between the bounds} */
  public long ignored() {
    return pairs.length - positive();
  }

  /**
   * {@return the number of positive pairs that differ in a feature}
   *
   * @param texts that the pairs are of, by their features
   */
  public long changed(List<FeatureSet> texts) {
    return Arrays.stream(pairs)
        .filter(pair -> (pair & 1) == 0)
        .filter(pair -> !texts.get((int) (pair >>> 32)).resembles(texts.get((int) pair >>> 1), 1))
        .count();
  }
}
