package io.github.lucenesimhash.evaluate;

import io.github.lucenesimhash.join.DistinctFingerprints;
import io.github.lucenesimhash.join.OrderedTasks;
import io.github.lucenesimhash.verify.FeatureSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.lucene.util.IOConsumer;

/**
 * All pairs of texts that resemble each other: exactly those whose Jaccard similarity is at least a
 * minimum, each once. Works on all cores.
 */
public final class ResemblanceJoin {

  /**
   * Two texts that resemble each other.
   *
   * @param a an index in the list of texts
   * @param b a later one
   * @param jaccard their similarity, at least the minimum, up to 1
   */
  public record Pair(int a, int b, double jaccard) {}

  private ResemblanceJoin() {}

  /**
   * Finds the pairs.
   *
   * @param texts by their features
   * @param minJaccard above 0, up to 1
   * @param progress takes how many more texts are compared; each counts once
   * @param consumer always called on the thread that called the join, as is progress
   * @throws IOException if interrupted
   */
  public static void pairs(
      List<FeatureSet> texts, double minJaccard, IntConsumer progress, IOConsumer<Pair> consumer)
      throws IOException {
    if (!(minJaccard > 0 && minJaccard <= 1)) {
      throw new IllegalArgumentException(
          "minJaccard is " + minJaccard + ", expected more than 0 and at most 1");
    }
    int[] bySize =
        IntStream.range(0, texts.size())
            .boxed()
            .sorted(Comparator.comparingInt(text -> texts.get(text).size()))
            .mapToInt(Integer::intValue)
            .toArray();
    int[] sizes = Arrays.stream(bySize).map(text -> texts.get(text).size()).toArray();
    PrefixIndex index =
        new PrefixIndex(sizes, number -> texts.get(bySize[number]).hashes(), minJaccard);
    IOConsumer<List<Pair>> deliver =
        pairs -> {
          for (Pair pair : pairs) {
            consumer.accept(pair);
          }
        };
    try (OrderedTasks<List<Pair>> tasks = new OrderedTasks<>(deliver)) {
      for (int number = 0; number < bySize.length; number++) {
        int one = number;
        tasks.give(() -> find(one, index.candidates(one), bySize, texts, minJaccard), 0);
        progress.accept(1);
      }
      tasks.finish();
    }
  }

  private static List<Pair> find(
      int number, int[] candidates, int[] bySize, List<FeatureSet> texts, double minJaccard) {
    int a = bySize[number];
    List<Pair> pairs = new ArrayList<>();
    for (int candidate : candidates) {
      int b = bySize[candidate];
      if (texts.get(a).resembles(texts.get(b), minJaccard)) {
        double jaccard = texts.get(a).jaccard(texts.get(b));
        pairs.add(new Pair(Math.min(a, b), Math.max(a, b), jaccard));
      }
    }
    return pairs;
  }

  /**
   * Inverted lists over the rarest features of each set: enough to meet all sets that resemble it.
   *
   * <pre>
   * Bound   Let the Jaccard similarity of x and y be at least t, |y| <= |x|, and s the number of features they share.
   *         Then s >= t |x or y| >= t |x|, so |y| >= t |x| (length filter). Put all features into one order and let f be
   *         the first that x and y share. Of x, at most |x| - s <= |x| - t |x| features come before f, of y at most
   *         |y| - s <= |y| - t |y|. So f is among the first |x| - floor(t |x|) + 1 features of x, and the first
   *         |y| - floor(t |y|) + 1 of y: sets whose prefixes of that length have no feature in common need no look.
   *         Rounding: the floor is at most s whatever the last bits of t |x| are, since s is a whole number above or
   *         within them.
   * Order   Rarest first, so that the lists that are read are short.
   * Cost    4 to 8 bytes for each distinct feature, 20 for one of several sets, and 8 for each feature of a prefix; a
   *         query reads one list for each feature of its prefix, only the part that passes the length filter.
   * Source  R. Bayardo, Y. Ma, R. Srikant, Scaling Up All Pairs Similarity Search, WWW 2007; C. Xiao, W. Wang, X. Lin,
   *         J. Yu, Efficient Similarity Joins for Near Duplicate Detection, WWW 2008.
   * </pre>
   */
  static final class PrefixIndex {

    private static final int[] NONE = {};

    private final double minJaccard;
    private final int[] sizes;
    private final int[][] prefixes; // of each set: the numbers of its rarest features
    private final int[][] lists; // of each feature: the sets in whose prefix it is, ascending

    /** Indexes sets of distinct features, the smallest set first. */
    PrefixIndex(int[] sizes, IntFunction<long[]> sets, double minJaccard) {
      this.minJaccard = minJaccard;
      this.sizes = sizes;
      prefixes = new int[sizes.length][];
      int[] owners = new int[Math.toIntExact(Arrays.stream(sizes).asLongStream().sum())];
      long[] hashes = new long[owners.length];
      int all = 0;
      for (int set = 0; set < sizes.length; set++) {
        int length = sizes[set] - (int) (minJaccard * sizes[set]) + 1;
        prefixes[set] = new int[Math.min(sizes[set], length)];
        Arrays.fill(owners, all, all + sizes[set], set);
        System.arraycopy(sets.apply(set), 0, hashes, all, sizes[set]);
        all += sizes[set];
      }
      DistinctFingerprints features = DistinctFingerprints.of(hashes, owners);
      lists = new int[features.size()][];
      int[] filled = new int[sizes.length];
      IntStream.range(0, features.size())
          .mapToLong(number -> (long) features.copies(number) << Integer.SIZE | number)
          .sorted()
          .forEach(byRarity -> list(features, (int) byRarity, filled));
    }

    /** Adds a feature to the prefixes of the sets that have it, where there is room. */
    private void list(DistinctFingerprints features, int number, int[] filled) {
      int[] list = new int[features.copies(number)];
      int length = 0;
      for (int i = 0; i < list.length; i++) {
        int set = features.document(number, i);
        if (filled[set] < prefixes[set].length) {
          prefixes[set][filled[set]++] = number;
          list[length++] = set;
        }
      }
      lists[number] = length < 2 ? NONE : Arrays.copyOf(list, length);
    }

    /** The sets that a set may resemble, of those before it: each pair of sets once. */
    int[] candidates(int set) {
      int minSize = (int) (minJaccard * sizes[set]);
      BitSet found = new BitSet();
      for (int feature : prefixes[set]) {
        int[] list = lists[feature];
        int own = Arrays.binarySearch(list, set);
        for (int i = own - 1; i >= 0 && sizes[list[i]] >= minSize; i--) {
          found.set(list[i]);
        }
      }
      return found.stream().toArray();
    }
  }
}
