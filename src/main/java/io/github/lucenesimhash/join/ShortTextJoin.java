package io.github.lucenesimhash.join;

import io.github.lucenesimhash.search.ResemblanceField;
import io.github.lucenesimhash.search.ShortTexts;
import io.github.lucenesimhash.search.Signature;
import java.io.IOException;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleConsumer;
import java.util.function.IntFunction;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOConsumer;

/**
 * All pairs of short texts that resemble each other, as {@link ResemblanceField} defines it: each
 * once, none missed. One of a pair has at most {@value ResemblanceField#MAX_SHORT_FEATURES}
 * features; the other has at most {@value ResemblanceField#MAX_FEATURES} then. So the pairs are
 * those that resemblance queries would find one by one.
 *
 * <pre>{@code
 * List<Signature> signatures = texts.stream().map(scheme::read).toList();
 * ShortTextJoin.of(signatures, 0.8).pairs(pair -> ...);
 * }</pre>
 *
 * <p>Works on all cores, and reads the list of texts on all. Consumer and progress are called on
 * the thread that called the join, in an order that depends on the texts alone; what they throw
 * ends the join and is thrown on. Immutable, if the texts are.
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

  private static final int MIN_PART_KEYS = 1 << 16;
  private static final int MAX_PART_KEYS = 1 << 23;
  private static final int PARTS = 16;

  /** Leaves out pairs. Asked by several threads. */
  interface Apart {

    /** {@return bits 0 and 1: texts that have the same one are not compared with each other} */
    default int sides(int text) {
      return 0;
    }

    /** {@return another number when the sides of a text are others} */
    default int version() {
      return 0;
    }
  }

  private final List<BytesRef> texts;
  private final ShortTexts rule;
  private final int partKeys; // 0 for what suits the texts
  private final DoubleConsumer progress;
  private final LongAdder comparisons;

  private ShortTextJoin(
      List<BytesRef> texts,
      ShortTexts rule,
      int partKeys,
      DoubleConsumer progress,
      LongAdder comparisons) {
    this.texts = texts;
    this.rule = rule;
    this.partKeys = partKeys;
    this.progress = progress;
    this.comparisons = comparisons;
  }

  /**
   * {@return a join of texts by their words}
   *
   * @param texts one without words is in no pair; read when they are needed
   * @param minResemblance .5 to 1
   */
  public static ShortTextJoin of(List<Signature> texts, double minResemblance) {
    Objects.requireNonNull(texts, "texts");
    List<BytesRef> words =
        new AbstractList<>() {
          @Override
          public BytesRef get(int text) {
            return texts.get(text).words();
          }

          @Override
          public int size() {
            return texts.size();
          }
        };
    return ofWords(words, minResemblance);
  }

  /** Null for one that has no word, or too many. */
  static ShortTextJoin ofWords(List<BytesRef> texts, double minResemblance) {
    ShortTexts rule = new ShortTexts(minResemblance);
    Objects.requireNonNull(texts, "texts");
    return new ShortTextJoin(texts, rule, 0, share -> {}, new LongAdder());
  }

  /**
   * {@return the same join, which tells from time to time which share of the work is done}
   *
   * @param progress takes 0 to 1; 1 once, at the end
   */
  public ShortTextJoin progress(DoubleConsumer progress) {
    Objects.requireNonNull(progress, "progress");
    return new ShortTextJoin(texts, rule, partKeys, progress, comparisons);
  }

  /** The same join in parts of so many keys. */
  ShortTextJoin partKeys(int keys) {
    return new ShortTextJoin(texts, rule, keys, progress, comparisons);
  }

  /** The same join, which adds how many pairs of keys it looks at. */
  ShortTextJoin comparisons(LongAdder adder) {
    return new ShortTextJoin(texts, rule, partKeys, progress, adder);
  }

  /**
   * {@return true if two texts are compared by their features, as {@link ShortTexts} says}
   *
   * @param a an index in the list of texts
   * @param b another
   */
  public boolean areCompared(int a, int b) {
    return ShortTexts.areCompared(texts.get(a), texts.get(b));
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
   * {@return true if a text has at most {@value ResemblanceField#MAX_SHORT_FEATURES} features, and
   * one at least}
   *
   * @param text an index in the list of texts
   */
  public boolean isShort(int text) {
    return ShortTexts.isShort(texts.get(text));
  }

  /**
   * Finds the pairs.
   *
   * @param consumer takes them as they are found
   * @throws IllegalArgumentException if different texts have more than 2<sup>31</sup> features
   *     together
   * @throws IOException that the consumer threw, or if interrupted
   */
  public void pairs(IOConsumer<Pair> consumer) throws IOException {
    DistinctTexts distinct = new DistinctTexts(texts.size(), texts::get);
    DistinctFingerprints set = distinct.set;
    SimilarityJoin.copies(set, (a, b, distance) -> consumer.accept(new Pair(a, b, 1)));
    edges(
        set.size(),
        distinct::of,
        new Apart() {},
        edge ->
            SimilarityJoin.ofDocuments(
                    set,
                    set,
                    (a, b, distance) ->
                        consumer.accept(new Pair(Math.min(a, b), Math.max(a, b), edge.resemblance)))
                .accept(edge.a, edge.b, 0));
  }

  /** Some of the texts, numbered by their words. */
  DistinctTexts distinct(int[] some) {
    return new DistinctTexts(some.length, i -> texts.get(some[i]));
  }

  /**
   * The pairs of different texts by their numbers.
   *
   * @param different read by several threads; null for one that is in no pair
   */
  void edges(int count, IntFunction<BytesRef> different, Apart apart, IOConsumer<Pair> consumer)
      throws IOException {
    RankedSets sets = new RankedSets(count, different);
    PrefixLengths lengths = new PrefixLengths(sets.maxSize(), rule.minResemblance());
    long[] keys = lengths.keysByFirst(sets);
    long all = Math.max(1, Arrays.stream(keys).sum());
    int most = partKeys > 0 ? partKeys : Math.clamp(all / PARTS, MIN_PART_KEYS, MAX_PART_KEYS);
    double done = 0;
    IOConsumer<List<Pair>> deliver =
        pairs -> {
          for (Pair pair : pairs) {
            consumer.accept(pair);
          }
        };
    try (OrderedTasks<List<Pair>> tasks = new OrderedTasks<>(deliver)) {
      for (PrefixPart.Range range : PrefixPart.Range.all(keys, most)) {
        progress.accept(Math.min(1, done / all));
        PrefixPart part = new PrefixPart(rule, sets, lengths, apart, comparisons, range);
        tasks.give(results -> part.pairs(results, tasks::check), 0);
        done += range.keys();
      }
      tasks.finish();
    }
    progress.accept(1);
  }
}
