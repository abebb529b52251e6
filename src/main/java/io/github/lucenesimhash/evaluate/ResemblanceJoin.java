package io.github.lucenesimhash.evaluate;

import io.github.lucenesimhash.join.OrderedTasks;
import io.github.lucenesimhash.verify.FeatureSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntConsumer;
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

  /** The features that a text has as a Chinese one, or as one that is not. */
  private record Side(int index, FeatureSet text, boolean asChinese, int size) {

    private long[] features() {
      return asChinese ? text.hashesAsChinese() : text.hashes();
    }

    /** As {@link FeatureSet#jaccard} compares: as Chinese ones only if one of the texts is. */
    private boolean isComparedWith(Side other) {
      return asChinese == other.asChinese
          && (!asChinese || text.isChinese() || other.text.isChinese());
    }
  }

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
    List<Side> sides = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      FeatureSet text = texts.get(i);
      sides.add(new Side(i, text, text.isChinese(), text.size()));
      int more = text.isChinese() ? 0 : text.hashesAsChinese().length;
      if (more > 0) {
        sides.add(new Side(i, text, true, more));
      }
    }
    sides.sort(Comparator.comparingInt(Side::size));
    PrefixIndex index = new PrefixIndex(sides.stream().map(Side::features).toList(), minJaccard);
    IOConsumer<List<Pair>> deliver =
        pairs -> {
          for (Pair pair : pairs) {
            consumer.accept(pair);
          }
        };
    try (OrderedTasks<List<Pair>> tasks = new OrderedTasks<>(deliver)) {
      for (int number = 0; number < sides.size(); number++) {
        int one = number;
        Side side = sides.get(number);
        tasks.give(() -> find(side, index.candidates(one), sides, minJaccard), 0);
        progress.accept(side.asChinese == side.text.isChinese() ? 1 : 0);
      }
      tasks.finish();
    }
  }

  private static List<Pair> find(Side a, int[] candidates, List<Side> sides, double minJaccard) {
    List<Pair> pairs = new ArrayList<>();
    for (int candidate : candidates) {
      Side b = sides.get(candidate);
      if (a.isComparedWith(b) && a.text.resembles(b.text, minJaccard)) {
        double jaccard = a.text.jaccard(b.text);
        pairs.add(new Pair(Math.min(a.index, b.index), Math.max(a.index, b.index), jaccard));
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
   * Cost    8 bytes for each distinct feature and 4 for each feature of a prefix; a query reads one list for each feature
   *         of its prefix, only the part that passes the length filter.
   * Source  R. Bayardo, Y. Ma, R. Srikant, Scaling Up All Pairs Similarity Search, WWW 2007; C. Xiao, W. Wang, X. Lin,
   *         J. Yu, Efficient Similarity Joins for Near Duplicate Detection, WWW 2008.
   * </pre>
   */
  static final class PrefixIndex {

    private final double minJaccard;
    private final int[] sizes;
    private final int[][] prefixes; // of each set: the ranks of the features in it
    private final int[] starts; // where the list of a feature starts, by its rank
    private final int[] lists; // of numbers of sets, ascending

    /** Of sets of features, ascending and distinct; the smallest set first. */
    PrefixIndex(List<long[]> sets, double minJaccard) {
      this.minJaccard = minJaccard;
      sizes = sets.stream().mapToInt(set -> set.length).toArray();
      prefixes = prefixes(sets, minJaccard);
      int[] all = Arrays.stream(prefixes).flatMapToInt(Arrays::stream).toArray();
      starts = new int[Arrays.stream(all).max().orElse(-1) + 2];
      Arrays.stream(all).forEach(rank -> starts[rank + 1]++);
      Arrays.parallelPrefix(starts, Integer::sum);
      lists = new int[all.length];
      int[] ends = starts.clone();
      for (int set = 0; set < sizes.length; set++) {
        for (int rank : prefixes[set]) {
          lists[ends[rank]++] = set;
        }
      }
    }

    private static int[][] prefixes(List<long[]> sets, double minJaccard) {
      long[] hashes = sets.stream().flatMapToLong(Arrays::stream).toArray();
      Arrays.parallelSort(hashes);
      long[] byRarity = new long[hashes.length]; // frequency and number of each distinct feature
      int distinct = 0;
      for (int i = 0; i < hashes.length; i++) {
        if (i == 0 || hashes[i] != hashes[i - 1]) {
          byRarity[distinct] = distinct;
          hashes[distinct++] = hashes[i];
        }
        byRarity[distinct - 1] += 1L << Integer.SIZE;
      }
      Arrays.parallelSort(byRarity, 0, distinct);
      int[] ranks = new int[distinct];
      for (int rank = 0; rank < distinct; rank++) {
        ranks[(int) byRarity[rank]] = rank;
      }
      int[][] prefixes = new int[sets.size()][];
      for (int set = 0; set < prefixes.length; set++) {
        long[] features = sets.get(set);
        int[] rarest = new int[features.length];
        for (int i = 0; i < rarest.length; i++) {
          rarest[i] = ranks[Arrays.binarySearch(hashes, 0, ranks.length, features[i])];
        }
        Arrays.sort(rarest);
        int length = features.length - (int) (minJaccard * features.length) + 1;
        prefixes[set] = Arrays.copyOf(rarest, Math.min(features.length, length));
      }
      return prefixes;
    }

    /** The sets that a set may resemble, of those before it: each pair of sets once. */
    int[] candidates(int set) {
      int minSize = (int) (minJaccard * sizes[set]);
      BitSet found = new BitSet();
      for (int rank : prefixes[set]) {
        int own = Arrays.binarySearch(lists, starts[rank], starts[rank + 1], set);
        for (int i = own - 1; i >= starts[rank] && sizes[lists[i]] >= minSize; i--) {
          found.set(lists[i]);
        }
      }
      return found.stream().toArray();
    }
  }
}
