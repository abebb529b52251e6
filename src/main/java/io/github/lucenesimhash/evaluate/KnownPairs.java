package io.github.lucenesimhash.evaluate;

import io.github.lucenesimhash.verify.FeatureSet;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import org.apache.lucene.util.ArrayUtil;

/**
 * What is known about the pairs of a list of texts. A pair that is not listed counts as unlike.
 * Immutable.
 */
public final class KnownPairs {

  /** What a pair counts as. */
  public enum Kind {
    /** A near-duplicate: similarity of the positive bound and more. */
    ALIKE,
    /** Between the bounds: left out. */
    OPEN,
    /** Below the negative bound, or not listed. */
    UNLIKE
  }

  /**
   * From which similarity on a pair is what.
   *
   * @param positive pairs of this similarity and more are near-duplicates, up to 1
   * @param negative pairs below it are not, above 0; pairs between are left out of the count
   */
  public record Bounds(double positive, double negative) {

    /** Near-duplicates from .8 on, others below .5. */
    public static final Bounds DEFAULT = new Bounds(0.8, 0.5);

    /** Checks the order. */
    public Bounds {
      if (!(0 < negative && negative <= positive && positive <= 1)) {
        throw new IllegalArgumentException(
            "positive is "
                + positive
                + " and negative "
                + negative
                + ", expected 0 < negative <= positive <= 1");
      }
    }

    /** What a pair of a similarity counts as. */
    public Kind kind(double similarity) {
      return similarity >= positive ? Kind.ALIKE : similarity >= negative ? Kind.OPEN : Kind.UNLIKE;
    }
  }

  /**
   * A pair and what it counts as.
   *
   * @param a a text's place in the list of texts
   * @param b another's
   */
  public record KnownPair(int a, int b, Kind kind) {}

  /** The smaller place in the upper half, the other above bit 1, bit 0 set if open; ascending. */
  private final long[] pairs;

  private KnownPairs(long[] pairs) {
    this.pairs = pairs;
    Arrays.parallelSort(pairs);
  }

  /** Pairs that somebody labelled, each at most once. */
  public static KnownPairs labelled(List<KnownPair> pairs) {
    return new KnownPairs(
        pairs.stream()
            .filter(pair -> pair.kind != Kind.UNLIKE)
            .mapToLong(pair -> key(pair.a, pair.b) | (pair.kind == Kind.OPEN ? 1 : 0))
            .toArray());
  }

  /**
   * Every pair, by the exact resemblance of the texts.
   *
   * @param progress takes how many more texts are done
   */
  public static KnownPairs computed(List<FeatureSet> texts, Bounds bounds, IntConsumer progress)
      throws IOException {
    Gatherer gatherer = new Gatherer();
    ResemblanceJoin.atLeast(bounds.negative)
        .progress(progress)
        .pairs(
            texts,
            (a, b, jaccard) ->
                gatherer.add(key(a, b) | (bounds.kind(jaccard) == Kind.OPEN ? 1 : 0)));
    return new KnownPairs(ArrayUtil.copyOfSubArray(gatherer.keys, 0, gatherer.size));
  }

  private static final class Gatherer {
    private long[] keys = new long[64];
    private int size;

    void add(long key) {
      keys = ArrayUtil.grow(keys, size + 1);
      keys[size++] = key;
    }
  }

  private static long key(int a, int b) {
    return ((long) Math.min(a, b) << 32) | ((long) Math.max(a, b) << 1);
  }

  /** What a pair counts as, its texts in either order. */
  public Kind kind(int a, int b) {
    int found = Arrays.binarySearch(pairs, key(a, b));
    int place = found >= 0 ? found : -found - 1;
    return found >= 0
        ? Kind.ALIKE
        : place < pairs.length && pairs[place] == (key(a, b) | 1) ? Kind.OPEN : Kind.UNLIKE;
  }

  /** How many pairs are alike. */
  public long alike() {
    return Arrays.stream(pairs).filter(pair -> (pair & 1) == 0).count();
  }

  /** How many pairs are between the bounds. */
  public long open() {
    return pairs.length - alike();
  }

  /** How many of the pairs that are alike differ in a feature. */
  public long changed(List<FeatureSet> texts) {
    return Arrays.stream(pairs)
        .filter(pair -> (pair & 1) == 0)
        .filter(pair -> !texts.get((int) (pair >>> 32)).resembles(texts.get((int) pair >>> 1), 1))
        .count();
  }
}
