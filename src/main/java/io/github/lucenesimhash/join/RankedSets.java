package io.github.lucenesimhash.join;

import io.github.lucenesimhash.search.ResemblanceField;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.util.BytesRef;

/**
 * Sets of features, the smallest first, and in each the features that few sets have first. 4 bytes
 * a feature and 8 a set, and as much again as there are different features while it is made.
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
   * @param values as {@link ResemblanceField} has them, null for none
   */
  RankedSets(List<BytesRef> values) {
    int[] sizes = new int[values.size()];
    for (int number = 0; number < sizes.length; number++) {
      BytesRef value = values.get(number);
      sizes[number] = value == null ? 0 : ResemblanceField.size(value);
    }
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
    starts = new int[numbers.length + 1];
    for (int set = 0; set < numbers.length; set++) {
      starts[set + 1] = Math.addExact(starts[set], sizes[numbers[set]]);
    }
    features = new int[starts[numbers.length]];
    for (int set = 0; set < numbers.length; set++) {
      int[] all = ResemblanceField.features(values.get(numbers[set]));
      System.arraycopy(all, 0, features, starts[set], all.length);
    }
    ranks = rank(features);
    for (int set = 0; set < numbers.length; set++) {
      Arrays.sort(features, starts[set], starts[set + 1]);
    }
  }

  /** Puts the rank of each feature into its place; returns how many there are. */
  private static int rank(int[] features) {
    int[] frequencies = new int[Arrays.stream(features).max().orElse(-1) + 1];
    for (int feature : features) {
      frequencies[feature]++;
    }
    long[] byRarity =
        IntStream.range(0, frequencies.length)
            .filter(feature -> frequencies[feature] > 0)
            .mapToLong(feature -> (long) frequencies[feature] << Integer.SIZE | feature)
            .toArray();
    Arrays.parallelSort(byRarity);
    for (int rank = 0; rank < byRarity.length; rank++) {
      frequencies[(int) byRarity[rank]] = rank;
    }
    Arrays.setAll(features, i -> frequencies[features[i]]);
    return byRarity.length;
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
