package io.github.lucenesimhash.evaluate;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.lucene.util.ArrayUtil;

/**
 * Inverted lists over the rarest features of each set: enough to meet every set that resembles it.
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
final class PrefixIndex {

  private final double minJaccard;

  /** Sets in ascending order of their sizes: position to set, set to position, position to size. */
  private final int[] sets;

  private final int[] positions;
  private final int[] sizes;

  /** Ranks of the features in the prefix of each set. */
  private final int[][] prefixes;

  /** The list of a feature: positions of sets, ascending, from {@code starts[rank]} on. */
  private final int[] starts;

  private final int[] lists;

  /**
   * Builds the lists.
   *
   * @param features of each set, ascending and distinct
   */
  PrefixIndex(List<long[]> features, double minJaccard) {
    this.minJaccard = minJaccard;
    int count = features.size();
    Integer[] bySize = new Integer[count];
    Arrays.setAll(bySize, i -> i);
    Arrays.sort(bySize, Comparator.comparingInt(i -> features.get(i).length));
    sets = new int[count];
    positions = new int[count];
    sizes = new int[count];
    for (int position = 0; position < count; position++) {
      sets[position] = bySize[position];
      positions[sets[position]] = position;
      sizes[position] = features.get(sets[position]).length;
    }
    FeatureRanks ranks = new FeatureRanks(features);
    prefixes = new int[count][];
    starts = new int[ranks.size() + 1];
    for (int set = 0; set < count; set++) {
      int size = features.get(set).length;
      prefixes[set] = ranks.rarest(features.get(set), prefixLength(size));
      for (int rank : prefixes[set]) {
        starts[rank + 1]++;
      }
    }
    Arrays.parallelPrefix(starts, Integer::sum);
    lists = new int[starts[ranks.size()]];
    int[] ends = starts.clone();
    for (int position = 0; position < count; position++) {
      for (int rank : prefixes[sets[position]]) {
        lists[ends[rank]++] = position;
      }
    }
  }

  private int prefixLength(int size) {
    return size == 0 ? 0 : Math.min(size, size - (int) (minJaccard * size) + 1);
  }

  /** The sets that a set may resemble, of those no larger than it: each pair of sets once. */
  int[] candidates(int set) {
    int position = positions[set];
    int minSize = (int) (minJaccard * sizes[position]);
    boolean[] seen = new boolean[position];
    int[] found = new int[16];
    int count = 0;
    for (int rank : prefixes[set]) {
      int own = Arrays.binarySearch(lists, starts[rank], starts[rank + 1], position);
      for (int i = own - 1; i >= starts[rank] && sizes[lists[i]] >= minSize; i--) {
        if (!seen[lists[i]]) {
          seen[lists[i]] = true;
          found = ArrayUtil.grow(found, count + 1);
          found[count++] = sets[lists[i]];
        }
      }
    }
    return ArrayUtil.copyOfSubArray(found, 0, count);
  }
}
