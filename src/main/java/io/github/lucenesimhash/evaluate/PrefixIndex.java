package io.github.lucenesimhash.evaluate;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

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
  private final int[] sizes;

  /** Ranks of the features in the prefix of each set. */
  private final int[][] prefixes;

  /** The list of a feature: numbers of sets, ascending, from {@code starts[rank]} on. */
  private final int[] starts;

  private final int[] lists;

  /**
   * @param sets of features, ascending and distinct; the smallest set first
   */
  PrefixIndex(List<long[]> sets, double minJaccard) {
    this.minJaccard = minJaccard;
    sizes = sets.stream().mapToInt(set -> set.length).toArray();
    Ranks ranks = new Ranks(sets);
    prefixes = new int[sizes.length][];
    starts = new int[ranks.hashes.length + 1];
    for (int set = 0; set < sizes.length; set++) {
      prefixes[set] = ranks.rarest(sets.get(set), prefixLength(sizes[set]));
      for (int rank : prefixes[set]) {
        starts[rank + 1]++;
      }
    }
    Arrays.parallelPrefix(starts, Integer::sum);
    lists = new int[starts[ranks.hashes.length]];
    int[] ends = starts.clone();
    for (int set = 0; set < sizes.length; set++) {
      for (int rank : prefixes[set]) {
        lists[ends[rank]++] = set;
      }
    }
  }

  private int prefixLength(int size) {
    return size == 0 ? 0 : Math.min(size, size - (int) (minJaccard * size) + 1);
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

  /**
   * The distinct features of many sets in one order: the rarest first, equally rare ones by hash.
   */
  private static final class Ranks {

    /** Ascending. */
    private final long[] hashes;

    private final int[] ranks;

    Ranks(List<long[]> sets) {
      long[] all = sets.stream().flatMapToLong(Arrays::stream).toArray();
      Arrays.parallelSort(all);
      long[] byRarity = new long[all.length]; // frequency and number of each distinct feature
      int distinct = 0;
      for (int i = 0; i < all.length; i++) {
        if (i == 0 || all[i] != all[i - 1]) {
          byRarity[distinct] = distinct;
          all[distinct++] = all[i];
        }
        byRarity[distinct - 1] += 1L << Integer.SIZE;
      }
      Arrays.parallelSort(byRarity, 0, distinct);
      hashes = Arrays.copyOf(all, distinct);
      ranks = new int[distinct];
      for (int rank = 0; rank < distinct; rank++) {
        ranks[(int) byRarity[rank]] = rank;
      }
    }

    /** The lowest ranks among those of a set's features. */
    int[] rarest(long[] set, int count) {
      int[] own = new int[set.length];
      for (int i = 0; i < set.length; i++) {
        own[i] = ranks[Arrays.binarySearch(hashes, set[i])];
      }
      Arrays.sort(own);
      return Arrays.copyOf(own, count);
    }
  }
}
