package io.github.lucenesimhash.evaluate;

import java.util.Arrays;
import java.util.List;
import org.apache.lucene.util.ArrayUtil;

/** The distinct features of many sets in one order: the rarest first, equally rare ones by hash. */
final class FeatureRanks {

  private final long[] hashes;
  private final int[] ranks;

  FeatureRanks(List<long[]> sets) {
    long[] all = new long[Math.toIntExact(sets.stream().mapToLong(set -> set.length).sum())];
    int end = 0;
    for (long[] set : sets) {
      System.arraycopy(set, 0, all, end, set.length);
      end += set.length;
    }
    Arrays.parallelSort(all);
    int[] frequencies = new int[all.length];
    int distinct = 0;
    for (int i = 0; i < all.length; i++) {
      if (i == 0 || all[i] != all[i - 1]) {
        all[distinct++] = all[i];
      }
      frequencies[distinct - 1]++;
    }
    hashes = Arrays.copyOf(all, distinct);
    ranks = ranks(frequencies, distinct, sets.size());
  }

  /** A stable counting sort: no feature is in more sets than there are. */
  private static int[] ranks(int[] frequencies, int distinct, int sets) {
    int[] next = new int[sets + 2];
    for (int i = 0; i < distinct; i++) {
      next[frequencies[i] + 1]++;
    }
    Arrays.parallelPrefix(next, Integer::sum);
    int[] ranks = new int[distinct];
    for (int i = 0; i < distinct; i++) {
      ranks[i] = next[frequencies[i]]++;
    }
    return ranks;
  }

  /** How many distinct features there are; ranks are below it. */
  int size() {
    return hashes.length;
  }

  /** The lowest ranks among those of a set's features. */
  int[] rarest(long[] set, int count) {
    int[] own = new int[set.length];
    for (int i = 0; i < set.length; i++) {
      own[i] = ranks[Arrays.binarySearch(hashes, set[i])];
    }
    Arrays.sort(own);
    return ArrayUtil.copyOfSubArray(own, 0, count);
  }
}
