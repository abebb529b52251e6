package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import io.github.lucenesimhash.fingerprint.Jaccard;
import io.github.lucenesimhash.search.ResemblanceField;
import io.github.lucenesimhash.search.ShortTexts;
import java.io.IOException;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleConsumer;
import java.util.function.IntPredicate;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOConsumer;

/**
 * All pairs of short texts that resemble each other: each once, none missed. One of a pair has at
 * most {@value ShortTexts#SHORT} features; the other has at most {@value
 * ResemblanceField#MAX_FEATURES} then. So the pairs are those that resemblance queries would find
 * one by one.
 *
 * <pre>{@code
 * List<BytesRef> words = new ArrayList<>();
 * for (String text : texts) {
 *   words.add(scheme.wordSide().resemblanceField("words", text).map(Field::binaryValue).orElse(null));
 * }
 * ShortTextJoin.of(words, 0.8).pairs(pair -> ...);
 * }</pre>
 *
 * <p>Works on all cores. Consumer and progress are called on the thread that called the join, in an
 * order that depends on the texts alone; what they throw ends the join and is thrown on. Immutable,
 * if the texts are.
 */
public final class ShortTextJoin {

  /**
   * Two texts that resemble each other.
   *
   * @param a an index in the list of texts
   * @param b a later one
   * @param resemblance at least the minimum, up to 1
   */
  public record Pair(int a, int b, double resemblance) {}

  private static final int MAX_TRIPLES = 16;
  private static final int MAX_LEVEL = 3;
  private static final int PART_KEYS = 1 << 23;
  private static final int RESULT = 1024; // pairs

  private final List<BytesRef> texts;
  private final ShortTexts rule;
  private final int partKeys;
  private final DoubleConsumer progress;
  private final LongAdder comparisons;
  private final IntPredicate isApart;

  private ShortTextJoin(
      List<BytesRef> texts,
      ShortTexts rule,
      int partKeys,
      DoubleConsumer progress,
      LongAdder comparisons,
      IntPredicate isApart) {
    this.texts = texts;
    this.rule = rule;
    this.partKeys = partKeys;
    this.progress = progress;
    this.comparisons = comparisons;
    this.isApart = isApart;
  }

  /**
   * {@return a join of texts by their features}
   *
   * @param texts the doc values that a {@link ResemblanceField} makes of them; null for one that
   *     has no feature, or too many
   * @param minResemblance .5 to 1
   */
  public static ShortTextJoin of(List<BytesRef> texts, double minResemblance) {
    ShortTexts rule = new ShortTexts(minResemblance);
    Objects.requireNonNull(texts, "texts");
    return new ShortTextJoin(texts, rule, PART_KEYS, share -> {}, new LongAdder(), text -> false);
  }

  /**
   * {@return the same join, which tells from time to time which share of the work is done}
   *
   * @param progress takes 0 to 1; 1 once, at the end
   */
  public ShortTextJoin progress(DoubleConsumer progress) {
    Objects.requireNonNull(progress, "progress");
    return new ShortTextJoin(texts, rule, partKeys, progress, comparisons, isApart);
  }

  /** The same join in parts of so many keys. */
  ShortTextJoin partKeys(int keys) {
    return new ShortTextJoin(texts, rule, keys, progress, comparisons, isApart);
  }

  /** The same join, which adds how many pairs of keys it looks at. */
  ShortTextJoin comparisons(LongAdder adder) {
    return new ShortTextJoin(texts, rule, partKeys, progress, adder, isApart);
  }

  /** The same join without the pairs of two such texts. */
  ShortTextJoin apart(IntPredicate text) {
    return new ShortTextJoin(texts, rule, partKeys, progress, comparisons, text);
  }

  /**
   * {@return the resemblance of two texts if they are a pair, else 0}
   *
   * @param a an index in the list of texts
   * @param b another
   */
  public double resemblance(int a, int b) {
    return rule.resemblance(texts.get(a), texts.get(b));
  }

  /**
   * {@return true if a text has at most {@value ShortTexts#SHORT} features, and one at least}
   *
   * @param text an index in the list of texts
   */
  public boolean isShort(int text) {
    return ShortTexts.isShort(texts.get(text));
  }

  /** The same join without the other texts. */
  ShortTextJoin only(IntPredicate text) {
    List<BytesRef> some =
        new AbstractList<>() {
          @Override
          public BytesRef get(int i) {
            return text.test(i) ? texts.get(i) : null;
          }

          @Override
          public int size() {
            return texts.size();
          }
        };
    return new ShortTextJoin(some, rule, partKeys, progress, comparisons, isApart);
  }

  BytesRef features(int text) {
    return texts.get(text);
  }

  /**
   * Finds the pairs.
   *
   * @param consumer takes them as they are found
   * @throws IOException that the consumer threw, or if interrupted
   */
  public void pairs(IOConsumer<Pair> consumer) throws IOException {
    RankedSets sets = new RankedSets(texts);
    Lengths lengths = new Lengths(sets.maxSize(), rule.minResemblance());
    BitSet apart = new BitSet();
    for (int set = 0; set < sets.count(); set++) {
      apart.set(set, isApart.test(sets.numbers[set]));
    }
    IOConsumer<List<Pair>> deliver =
        pairs -> {
          for (Pair pair : pairs) {
            consumer.accept(pair);
          }
        };
    long[] keys = keysByFirst(sets, lengths);
    long all = Math.max(1, Arrays.stream(keys).sum());
    long done = 0;
    try (OrderedTasks<List<Pair>> tasks = new OrderedTasks<>(deliver)) {
      for (int from = 0, to; from < keys.length; from = to) {
        progress.accept((double) done / all);
        long size = keys[from];
        for (to = from + 1; to < keys.length && size + keys[to] <= partKeys; to++) {
          size += keys[to];
        }
        Part part = new Part(sets, lengths, apart, from, to, Math.toIntExact(size));
        tasks.give(part::pairs, 0);
        done += size;
      }
      tasks.finish();
    }
    progress.accept(1);
  }

  /** How many keys have a feature as their first one, by its rank. */
  private static long[] keysByFirst(RankedSets sets, Lengths lengths) {
    long[] keys = new long[sets.ranks];
    for (int set = 0; set < sets.count(); set++) {
      int size = sets.size(set);
      for (int m = 1; m <= MAX_LEVEL; m++) {
        for (int i = 0; i <= lengths.larger[m][size] - m; i++) {
          long behind = lengths.larger[m][size] - 1L - i;
          keys[sets.features[sets.starts[set] + i]] +=
              m == 1 ? 1 : m == 2 ? behind : behind * (behind - 1) / 2;
        }
      }
    }
    return keys;
  }

  /**
   * What follows from the sizes of sets alone.
   *
   * <pre>
   * Bound   Let x and y share s features, |y| <= |x|, their resemblance at least t. Then s >= t |x|, and
   *         s >= 2t / (1 + t) |y|. Put all features into one order, and take m <= t |y|. The m-th feature that they share
   *         has s - m shared ones behind it: it is among the first |x| - t |x| + m of x, and the first
   *         |y| - 2t / (1 + t) |y| + m of y, as are the m - 1 before it. So the pair meets where all sets are put together
   *         that have the same m features in so long a beginning.
   * Once    A pair is compared further where it meets by the first m features that it shares.
   * Order   Rarest first: few sets have the same.
   * m       3 for a y of up to MAX_TRIPLES features, else 2: more make more keys, and fewer sets with the same one.
   * Memory  {@link RankedSets}, and for each thread the keys of a part: those whose first feature is in a range of ranks.
   *         A part has at most PART_KEYS keys of 8 bytes, or those of a single feature if they are more.
   * Source  The prefix filter: R. Bayardo, Y. Ma, R. Srikant, Scaling Up All Pairs Similarity Search, WWW 2007;
   *         with several features: J. Wang, G. Li, J. Feng, Can We Beat the Prefix Filtering?, SIGMOD 2012.
   * </pre>
   */
  private static final class Lengths {

    /** By the size of a set: the fewest features that it shares with one no larger than it. */
    final int[] minShared;

    /** By its size: how many features the keys of a pair have in which it is the smaller set. */
    final int[] level;

    /** By that number and the size of a set: where to look for them, as the smaller set. */
    final int[][] smaller = new int[MAX_LEVEL + 1][];

    /** The same of the larger set; 0 if no pair of such a set has such keys. */
    final int[][] larger = new int[MAX_LEVEL + 1][];

    /** By both sizes: the fewest features that they share. */
    final int[][] needed;

    Lengths(int maxSize, double minResemblance) {
      minShared = new int[maxSize + 1];
      level = new int[maxSize + 1];
      needed = new int[maxSize + 1][maxSize + 1];
      for (int size = 1; size <= maxSize; size++) {
        for (int other = 1; other <= maxSize; other++) {
          needed[size][other] = Jaccard.minShared(size, other, minResemblance);
        }
        int shared = 1;
        while (Jaccard.of(shared, shared, size) < minResemblance) {
          shared++;
        }
        minShared[size] = shared;
        level[size] = Math.min(shared, size <= MAX_TRIPLES ? MAX_LEVEL : MAX_LEVEL - 1);
      }
      for (int m = 1; m <= MAX_LEVEL; m++) {
        smaller[m] = new int[maxSize + 1];
        larger[m] = new int[maxSize + 1];
        for (int size = 1; size <= maxSize; size++) {
          smaller[m][size] = size > ShortTexts.SHORT ? 0 : size - needed[size][size] + m;
          for (int other = minShared[size]; other <= Math.min(size, ShortTexts.SHORT); other++) {
            if (level[other] == m) {
              larger[m][size] = size - minShared[size] + m;
            }
          }
        }
      }
    }
  }

  /** The pairs whose first shared feature is in a range of ranks. */
  private final class Part {

    private final RankedSets sets;
    private final int[] features;
    private final Lengths lengths;
    private final int from;
    private final int to;
    private final int size;
    private final BitSet apart;

    /**
     * Of each key of each set: bits of its hash, the set, and whether it is one of those that it
     * has as the smaller set.
     */
    private long[] keys;

    private int count;

    /**
     * Of the keys of a bucket those of the sets that are apart, and have them as the smaller set.
     */
    private long[] apartKeys = {};

    private final int setBits;
    private final List<Pair> pairs = new ArrayList<>();

    Part(RankedSets sets, Lengths lengths, BitSet apart, int from, int to, int size) {
      this.sets = sets;
      features = sets.features;
      this.lengths = lengths;
      this.from = from;
      this.to = to;
      this.size = size;
      this.apart = apart;
      setBits = 1 + Integer.SIZE - Integer.numberOfLeadingZeros(sets.count());
    }

    void pairs(IOConsumer<List<Pair>> results) throws IOException {
      keys = new long[size];
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
        int smaller = start; // before it: keys so far of sets that have them as the smaller one
        int smallerApart = 0;
        for (int i = start; i <= last; i++) {
          if (Thread.currentThread().isInterrupted()) {
            return; // the join is given up
          }
          int set = set(keys[i]);
          compareAll(keys, start, smaller, set, hash);
          if (!apart.get(set)) {
            compareAll(apartKeys, 0, smallerApart, set, hash);
          }
          if ((keys[i] & 1) == 1 && apart.get(set)) {
            apartKeys = ArrayUtil.grow(apartKeys, smallerApart + 1);
            apartKeys[smallerApart++] = keys[i];
          } else if ((keys[i] & 1) == 1) {
            keys[smaller++] = keys[i];
          }
          if (pairs.size() >= RESULT) {
            deliver(results);
          }
        }
      }
      keys = null;
      apartKeys = null;
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
        for (int m = 1; m <= MAX_LEVEL; m++) {
          int end = start + lengths.larger[m][length];
          int own = lengths.level[length] == m ? start + lengths.smaller[m][length] : start;
          for (int i = start; i <= end - m && features[i] < to; i++) {
            if (features[i] >= from) {
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
        keys[count++] = hash >>> setBits << setBits | (long) set << 1 | (at < own ? 1 : 0);
        return;
      }
      for (int i = at + 1; i <= end - more; i++) {
        extend(FeatureHash.combine(hash, features[i]), i, more - 1, end, own, set);
      }
    }

    /** Of a set and the smaller ones of some keys. */
    private void compareAll(long[] smaller, int start, int end, int larger, long hash) {
      int first = sets.firstOfSize(lengths.minShared[sets.size(larger)]);
      int i = end - 1;
      for (; i >= start && set(smaller[i]) >= first; i--) {
        compare(set(smaller[i]), larger, hash);
      }
      if (start < end) {
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
          if ((found == 1 && (x < from || x >= to)) || (found == m && shared >>> setBits != hash)) {
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
        double resemblance = Jaccard.of(found, sets.size(smaller), sets.size(larger));
        pairs.add(new Pair(Math.min(a, b), Math.max(a, b), resemblance));
      }
    }
  }
}
