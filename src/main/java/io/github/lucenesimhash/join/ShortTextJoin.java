package io.github.lucenesimhash.join;

import io.github.lucenesimhash.join.SimilarityJoin.PairConsumer;
import io.github.lucenesimhash.search.Comparison;
import io.github.lucenesimhash.search.ShortTexts;
import io.github.lucenesimhash.search.Signature;
import io.github.lucenesimhash.search.WordsField;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleConsumer;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOConsumer;

/**
 * All pairs of short texts that resemble each other, as {@link WordsField} defines it: each once,
 * none missed. One of a pair has at most {@value WordsField#MAX_SHORT_FEATURES} features; the other
 * has at most {@value WordsField#MAX_FEATURES} then. So the pairs are those that similarity queries
 * would find one by one.
 *
 * <p>Reads texts on all threads. Consumer and progress are called on the thread that called the
 * join, in an order that depends on the texts alone; what they throw ends the join and is thrown
 * on.
 */
final class ShortTextJoin {

  /** Two texts that resemble each other, the first one left. */
  record Pair(int a, int b, double similarity) {}

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

  private final int count;
  private final IntFunction<BytesRef> texts;
  private final ShortTexts rule;
  private final int threads;
  private int partKeys; // 0 for what suits the texts
  private DoubleConsumer progress = share -> {};
  private LongAdder comparisons = new LongAdder();

  /**
   * @param count of texts
   * @param texts their words; null for one that has none, or too many
   */
  ShortTextJoin(int count, IntFunction<BytesRef> texts, double minSimilarity, int threads) {
    this.count = count;
    this.texts = texts;
    rule = new ShortTexts(minSimilarity);
    this.threads = threads;
  }

  /** A join of what a comparison compares by words. */
  static ShortTextJoin of(List<Signature> texts, Comparison near, int threads) {
    return new ShortTextJoin(texts.size(), i -> texts.get(i).words(), near.words(), threads);
  }

  /** Tells from time to time which share of the work is done; 1 once, at the end. */
  ShortTextJoin progress(DoubleConsumer told) {
    progress = told;
    return this;
  }

  /** In parts of so many keys. */
  ShortTextJoin partKeys(int keys) {
    partKeys = keys;
    return this;
  }

  /** Adds how many pairs of keys it looks at. */
  ShortTextJoin comparisons(LongAdder adder) {
    comparisons = adder;
    return this;
  }

  /** Whether two texts are compared by their words. */
  boolean areCompared(int a, int b) {
    return ShortTexts.areCompared(texts.apply(a), texts.apply(b));
  }

  /** The similarity of two texts if they are a pair, else 0. */
  double similarity(int a, int b) {
    return rule.similarity(texts.apply(a), texts.apply(b));
  }

  /**
   * Finds the pairs.
   *
   * @throws IllegalArgumentException if different texts have more than 2<sup>31</sup> features
   *     together
   */
  void pairs(IOConsumer<Pair> consumer) throws IOException {
    DistinctTexts distinct = new DistinctTexts(count, texts, ShortTexts::isShort);
    DistinctFingerprints set = distinct.set;
    set.forEachCopy((a, b, distance) -> consumer.accept(new Pair(a, b, 1)));
    edges(
        set.size(),
        distinct::of,
        new Apart() {},
        edge -> {
          PairConsumer each =
              (a, b, distance) ->
                  consumer.accept(new Pair(Math.min(a, b), Math.max(a, b), edge.similarity));
          set.documents(set, each).accept(edge.a, edge.b, 0);
        });
  }

  /** Some of the texts, numbered by their words. */
  DistinctTexts distinct(int[] some) {
    return new DistinctTexts(some.length, i -> texts.apply(some[i]), ShortTexts::isShort);
  }

  /**
   * The pairs of different texts by their numbers.
   *
   * @param different read by several threads; null for one that is in no pair
   */
  void edges(int size, IntFunction<BytesRef> different, Apart apart, IOConsumer<Pair> consumer)
      throws IOException {
    RankedSets sets =
        new RankedSets(
            size,
            number -> size(different.apply(number)),
            number -> WordsField.keys(different.apply(number)));
    PrefixLengths lengths = new PrefixLengths(sets.maxSize(), rule.minSimilarity());
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
    try (OrderedTasks<List<Pair>> tasks = new OrderedTasks<>(threads, deliver)) {
      for (PrefixPart.Range range : PrefixPart.Range.all(keys, most)) {
        progress.accept(Math.min(1, done / all));
        PrefixPart part =
            new PrefixPart(
                number -> similarityTo(different, number),
                sets,
                lengths,
                apart,
                comparisons,
                range);
        tasks.give(results -> part.pairs(results, tasks::check), 0);
        done += range.keys();
      }
      tasks.finish();
    }
    progress.accept(1);
  }

  private static int size(BytesRef words) {
    return words == null ? 0 : WordsField.size(words);
  }

  private IntToDoubleFunction similarityTo(IntFunction<BytesRef> different, int number) {
    ToDoubleFunction<BytesRef> similarity = rule.similarityTo(different.apply(number));
    return other -> similarity.applyAsDouble(different.apply(other));
  }
}
