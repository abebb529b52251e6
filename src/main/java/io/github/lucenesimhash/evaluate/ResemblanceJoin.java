package io.github.lucenesimhash.evaluate;

import io.github.lucenesimhash.join.OrderedTasks;
import io.github.lucenesimhash.verify.FeatureSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.apache.lucene.util.IOConsumer;

/**
 * All pairs of texts that resemble each other: exactly those whose Jaccard similarity is at least a
 * minimum, each once. Works on all cores.
 *
 * <pre>{@code
 * ResemblanceJoin.atLeast(0.8).pairs(features, pair -> ...);
 * }</pre>
 */
public final class ResemblanceJoin {

  /**
   * Two texts that resemble each other.
   *
   * @param a an index in the list of texts
   * @param b a later one
   */
  public record Pair(int a, int b, double jaccard) {}

  private record Found(FeatureSet text, List<Pair> pairs) {}

  private final double minJaccard;
  private final IntConsumer progress;

  private ResemblanceJoin(double minJaccard, IntConsumer progress) {
    this.minJaccard = minJaccard;
    this.progress = progress;
  }

  /**
   * A join of this minimum.
   *
   * @param minJaccard above 0, up to 1
   */
  public static ResemblanceJoin atLeast(double minJaccard) {
    if (!(minJaccard > 0 && minJaccard <= 1)) {
      throw new IllegalArgumentException(
          "minJaccard is " + minJaccard + ", expected more than 0 and at most 1");
    }
    return new ResemblanceJoin(minJaccard, texts -> {});
  }

  /** The same, which reports how many more texts are done; each counts once. */
  public ResemblanceJoin progress(IntConsumer progress) {
    return new ResemblanceJoin(minJaccard, progress);
  }

  /**
   * Finds the pairs. Chinese texts, and others with Han characters, are joined by their Chinese
   * features, texts that are not Chinese by the other ones: as {@link FeatureSet#jaccard} compares.
   *
   * @param consumer always called on the thread that called the join
   */
  public void pairs(List<FeatureSet> texts, IOConsumer<Pair> consumer) throws IOException {
    join(texts, false, consumer);
    join(texts, true, consumer);
  }

  private void join(List<FeatureSet> texts, boolean asChinese, IOConsumer<Pair> consumer)
      throws IOException {
    List<Integer> bySize =
        IntStream.range(0, texts.size())
            .filter(i -> asChinese ? hasChinese(texts.get(i)) : !texts.get(i).isChinese())
            .mapToLong(i -> (long) hashes(texts.get(i), asChinese).length << Integer.SIZE | i)
            .sorted()
            .mapToObj(sizeAndText -> (int) sizeAndText)
            .toList();
    PrefixIndex index =
        new PrefixIndex(
            bySize.stream().map(i -> hashes(texts.get(i), asChinese)).toList(), minJaccard);
    try (OrderedTasks<Found> tasks =
        new OrderedTasks<>(
            found -> {
              for (Pair pair : found.pairs) {
                consumer.accept(pair);
              }
              if (asChinese == found.text.isChinese()) { // one with both kinds of features once
                progress.accept(1);
              }
            })) {
      for (int set = 0; set < bySize.size(); set++) {
        int one = set;
        tasks.give(() -> find(texts, bySize, one, index.candidates(one), asChinese), 0);
      }
      tasks.finish();
    }
  }

  private static boolean hasChinese(FeatureSet text) {
    return text.isChinese() || text.hashesAsChinese().length > 0;
  }

  private static long[] hashes(FeatureSet text, boolean asChinese) {
    return asChinese ? text.hashesAsChinese() : text.hashes();
  }

  private Found find(
      List<FeatureSet> texts, List<Integer> joined, int one, int[] candidates, boolean asChinese) {
    List<Pair> pairs = new ArrayList<>();
    int i = joined.get(one);
    FeatureSet a = texts.get(i);
    for (int candidate : candidates) {
      int j = joined.get(candidate);
      FeatureSet b = texts.get(j);
      if ((!asChinese || a.isChinese() || b.isChinese()) && a.resembles(b, minJaccard)) {
        pairs.add(new Pair(Math.min(i, j), Math.max(i, j), a.jaccard(b)));
      }
    }
    return new Found(a, pairs);
  }
}
