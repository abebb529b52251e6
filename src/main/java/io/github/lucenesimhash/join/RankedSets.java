package io.github.lucenesimhash.join;

import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.FixedBitSet;

/**
 * Sets of features, the smallest set first, and in each the features that few sets have first. 4
 * bytes a feature and 8 a set; while it is made 12 a different feature, and 3 MB at most.
 */
final class RankedSets {

  /** Of each set, where it stands in the list. */
  final int[] numbers;

  /** Where the features of each set start, and where the last ones end. */
  final int[] starts;

  /** By their ranks, ascending in each set; the rarest has rank 0. */
  final int[] features;

  /** How many ranks there are. */
  final int ranks;

  /** The first set that has as many features or more. */
  private final int[] firstOfSize;

  /**
   * @param count of sets
   * @param sizeOf each, 0 for one that is not compared
   * @param keys of each, which stand for its features
   * @throws IllegalArgumentException if they have too many features for an array
   */
  RankedSets(int count, IntUnaryOperator sizeOf, IntFunction<int[]> keys) {
    int[] sizes = new int[count];
    Arrays.setAll(sizes, sizeOf);
    firstOfSize = new int[Arrays.stream(sizes).max().orElse(0) + 2];
    for (int size : sizes) {
      if (size > 0) {
        firstOfSize[size + 1]++;
      }
    }
    Arrays.parallelPrefix(firstOfSize, Integer::sum);
    numbers = new int[firstOfSize[firstOfSize.length - 1]];
    int[] next = firstOfSize.clone();
    for (int number = 0; number < sizes.length; number++) {
      if (sizes[number] > 0) {
        numbers[next[sizes[number]]++] = number;
      }
    }
    long all = Arrays.stream(sizes).asLongStream().sum();
    if (all > ArrayUtil.MAX_ARRAY_LENGTH) {
      String expected = ", expected at most " + ArrayUtil.MAX_ARRAY_LENGTH;
      throw new IllegalArgumentException("the texts have " + all + " features" + expected);
    }
    starts = new int[numbers.length + 1];
    for (int set = 0; set < numbers.length; set++) {
      starts[set + 1] = starts[set] + sizes[numbers[set]];
    }
    features = new int[starts[numbers.length]];
    for (int set = 0; set < numbers.length; set++) {
      int[] own = keys.apply(numbers[set]);
      System.arraycopy(own, 0, features, starts[set], own.length);
    }
    ranks = rank(features);
    for (int set = 0; set < numbers.length; set++) {
      Arrays.sort(features, starts[set], starts[set + 1]);
    }
  }

  /** Puts the rank of each feature into its place; returns how many there are. */
  private static int rank(int[] features) {
    FixedBitSet different = new FixedBitSet(Arrays.stream(features).max().orElse(-1) + 1);
    for (int feature : features) {
      different.set(feature);
    }
    long[] words = different.getBits();
    int[] before = new int[words.length + 1]; // how many there are before each word of bits
    for (int i = 0; i < words.length; i++) {
      before[i + 1] = before[i] + Long.bitCount(words[i]);
    }
    IntUnaryOperator number =
        feature -> before[feature >> 6] + Long.bitCount(words[feature >> 6] & (1L << feature) - 1);
    long[] byRarity = new long[before[words.length]]; // frequency and number of each
    Arrays.setAll(byRarity, i -> i);
    for (int feature : features) {
      byRarity[number.applyAsInt(feature)] += 1L << Integer.SIZE;
    }
    Arrays.parallelSort(byRarity);
    int[] ranks = new int[byRarity.length];
    for (int rank = 0; rank < ranks.length; rank++) {
      ranks[(int) byRarity[rank]] = rank;
    }
    Arrays.setAll(features, i -> ranks[number.applyAsInt(features[i])]);
    return ranks.length;
  }

  int count() {
    return numbers.length;
  }

  int size(int set) {
    return starts[set + 1] - starts[set];
  }

  int maxSize() {
    return firstOfSize.length - 2;
  }

  /** The first set that has as many features or more. */
  int firstOfSize(int size) {
    return firstOfSize[size];
  }
}
