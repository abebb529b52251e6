package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import io.github.lucenesimhash.join.ShortTextJoin.Apart;
import io.github.lucenesimhash.join.ShortTextJoin.Pair;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.IOConsumer;
import org.apache.lucene.util.IORunnable;

/**
 * The pairs of sets that meet first by a key of a part of all keys, as {@link PrefixLengths} says.
 *
 * <pre>
 * Memory  8 bytes a key of the part, and 4 for each set that has the same key.
 * Cost    a look at the beginning of each set for each part; for a slice all keys that begin with its feature are
 *         read. Of the sets with a key, those on one side are not compared with each other, nor counted. Texts of
 *         the same features in other orders have the same keys: all of them are compared.
 * </pre>
 */
final class PrefixPart {

  /**
   * Keys whose first feature has one of some ranks; of a single one perhaps those whose hashes are
   * in a slice of all hashes, so that no part has many more keys than others.
   *
   * @param from the first rank
   * @param to behind the last one
   * @param slice 0 to slices - 1
   * @param slices 1 for all hashes
   * @param keys how many there are, or about how many
   */
  record Range(int from, int to, int slice, int slices, int keys) {

    /**
     * {@return all keys in parts}
     *
     * @param keysByFirst how many there are of each rank
     * @param partKeys of most parts at most
     */
    static List<Range> all(long[] keysByFirst, int partKeys) {
      List<Range> ranges = new ArrayList<>();
      for (int from = 0, to; from < keysByFirst.length; from = to) {
        long keys = keysByFirst[from];
        for (to = from + 1; to < keysByFirst.length && keys + keysByFirst[to] <= partKeys; to++) {
          keys += keysByFirst[to];
        }
        int slices = Math.toIntExact(Math.max(1, Math.ceilDiv(keys, partKeys)));
        for (int slice = 0; slice < slices; slice++) {
          ranges.add(new Range(from, to, slice, slices, (int) Math.ceilDiv(keys, slices)));
        }
      }
      return ranges;
    }

    private boolean hasHash(long hash) {
      return slices == 1 || ((hash >>> HASH_SHIFT) * slices) >>> HASH_BITS == slice;
    }
  }

  private static final int HASH_BITS = 31; // that are in each key
  private static final int HASH_SHIFT = Long.SIZE - HASH_BITS;
  private static final int RESULT = 1024; // pairs
  private static final int SIDES = 4;

  private final IntFunction<IntToDoubleFunction> similarities;
  private final RankedSets sets;
  private final int[] features;
  private final PrefixLengths lengths;
  private final Apart apart;
  private final LongAdder comparisons;
  private final Range range;
  private final int setBits;

  /**
   * Of each key of each set: bits of its hash, the set, and whether it is one of those that it has
   * as the smaller set.
   */
  private long[] keys;

  private int count;

  /** Of the sets so far that have the key of a bucket as the smaller set: those by their sides. */
  private final int[][] smaller = new int[SIDES][];

  private final int[] smallerCounts = new int[SIDES];
  private final List<Pair> pairs = new ArrayList<>();
  private IntToDoubleFunction similarity; // to the set that is compared; null if not needed

  /**
   * Of a part.
   *
   * @param similarities of a text and any others, 0 if they are no pair
   */
  PrefixPart(
      IntFunction<IntToDoubleFunction> similarities,
      RankedSets sets,
      PrefixLengths lengths,
      Apart apart,
      LongAdder comparisons,
      Range range) {
    this.similarities = similarities;
    this.sets = sets;
    features = sets.features;
    this.lengths = lengths;
    this.apart = apart;
    this.comparisons = comparisons;
    this.range = range;
    setBits = 1 + Integer.SIZE - Integer.numberOfLeadingZeros(sets.count());
  }

  void pairs(IOConsumer<List<Pair>> results, IORunnable check) throws IOException {
    keys = new long[range.keys];
    Arrays.fill(smaller, new int[0]);
    gather();
    Arrays.sort(keys, 0, count);
    for (int start = 0, end; start < count; start = end) {
      long hash = keys[start] >>> setBits;
      end = start + 1;
      int last = start; // a set that is there twice counts once, by its last key
      for (; end < count && keys[end] >>> setBits == hash; end++) {
        last += set(keys[end]) == set(keys[last]) ? 0 : 1;
        keys[last] = keys[end];
      }
      if (last > start) {
        compareAll(start, last, hash, results, check);
      }
    }
    keys = null;
    deliver(results);
  }

  private void deliver(IOConsumer<List<Pair>> results) throws IOException {
    results.accept(List.copyOf(pairs));
    pairs.clear();
  }

  private int set(long key) {
    return (int) (key >>> 1 & (1L << (setBits - 1)) - 1);
  }

  private void gather() {
    for (int set = 0; set < sets.count(); set++) {
      int start = sets.starts[set];
      int length = sets.size(set);
      for (int m = 1; m <= PrefixLengths.MAX_LEVEL; m++) {
        int end = start + lengths.larger[m][length];
        int own = lengths.level[length] == m ? start + lengths.smaller[m][length] : start;
        for (int i = start; i <= end - m && features[i] < range.to; i++) {
          if (features[i] >= range.from) {
            long hash = FeatureHash.combine(m, features[i]);
            extend(hash, i, m - 1, end, own, set);
          }
        }
      }
    }
  }

  /** Adds the keys that go on behind a feature with so many more. */
  private void extend(long hash, int at, int more, int end, int own, int set) {
    if (more == 0) {
      if (range.hasHash(hash)) {
        keys = ArrayUtil.grow(keys, count + 1);
        keys[count++] = hash >>> setBits << setBits | (long) set << 1 | (at < own ? 1 : 0);
      }
      return;
    }
    for (int i = at + 1; i <= end - more; i++) {
      extend(FeatureHash.combine(hash, features[i]), i, more - 1, end, own, set);
    }
  }

  /** Of the sets of the keys of a bucket, two or more. */
  private void compareAll(
      int start, int last, long hash, IOConsumer<List<Pair>> results, IORunnable check)
      throws IOException {
    int version = apart.version();
    Arrays.fill(smallerCounts, 0);
    for (int i = start; i <= last; i++) {
      check.run();
      if (version != apart.version()) {
        version = apart.version();
        Arrays.fill(smallerCounts, 0);
        for (int before = start; before < i; before++) {
          addSmaller(keys[before]);
        }
      }
      int set = set(keys[i]);
      int sides = apart.sides(sets.numbers[set]);
      for (int other = 0; other < SIDES; other++) {
        if ((sides & other) == 0) {
          compareAll(smaller[other], smallerCounts[other], set, hash);
        }
      }
      addSmaller(keys[i]);
      if (pairs.size() >= RESULT) {
        deliver(results);
      }
    }
  }

  private void addSmaller(long key) {
    if ((key & 1) == 1) {
      int sides = apart.sides(sets.numbers[set(key)]);
      smaller[sides] = ArrayUtil.grow(smaller[sides], smallerCounts[sides] + 1);
      smaller[sides][smallerCounts[sides]++] = set(key);
    }
  }

  /** Of a set and smaller ones. */
  private void compareAll(int[] smaller, int end, int larger, long hash) {
    similarity = null;
    int first = sets.firstOfSize(lengths.minShared[sets.size(larger)]);
    int i = end - 1;
    for (; i >= 0 && smaller[i] >= first; i--) {
      compare(smaller[i], larger, hash);
    }
    if (end > 0) {
      comparisons.add(end - 1 - i);
    }
  }

  /** Of two sets with a key, perhaps. */
  private void compare(int smaller, int larger, long hash) {
    int m = lengths.level[sets.size(smaller)];
    int needed = lengths.needed[sets.size(smaller)][sets.size(larger)];
    int i = sets.starts[smaller];
    int j = sets.starts[larger];
    int spareSmaller = sets.size(smaller) - needed;
    int spareLarger = sets.size(larger) - needed;
    long shared = m;
    int found = 0;
    while (i < sets.starts[smaller + 1] && j < sets.starts[larger + 1]) {
      int x = features[i];
      int y = features[j];
      if (x == y) {
        found++;
        shared = found <= m ? FeatureHash.combine(shared, x) : shared;
        if ((found == 1 && (x < range.from || x >= range.to))
            || (found == m && shared >>> setBits != hash)) {
          return;
        }
      } else if (x < y ? spareSmaller-- == 0 : spareLarger-- == 0) {
        return;
      }
      i += x <= y ? 1 : 0;
      j += y <= x ? 1 : 0;
    }
    if (found >= needed) {
      int a = sets.numbers[smaller];
      int b = sets.numbers[larger];
      similarity = similarity == null ? similarities.apply(b) : similarity;
      double its = similarity.applyAsDouble(a);
      if (its > 0) { // the order may be another, or features with the same bits
        pairs.add(new Pair(Math.min(a, b), Math.max(a, b), its));
      }
    }
  }
}
