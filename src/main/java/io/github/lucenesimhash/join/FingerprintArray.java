package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.util.Arrays;
import org.apache.lucene.util.InPlaceMergeSorter;

/**
 * Holds an array of fingerprints of one width.
 *
 * @param lanes the number of lanes of each fingerprint
 * @param values the lanes of all fingerprints
 */
@SuppressWarnings("ArrayRecordComponent") // arrays of fingerprints are not compared
record FingerprintArray(int lanes, long[] values) {

  int size() {
    return values.length / lanes;
  }

  long lane(int i, int lane) {
    return values[i * lanes + lane];
  }

  Fingerprint get(int i) {
    return lanes == 1
        ? Fingerprint.of(values[i])
        : Fingerprint.of(Arrays.copyOfRange(values, i * lanes, (i + 1) * lanes));
  }

  void set(int i, Fingerprint fingerprint) {
    for (int lane = 0; lane < lanes; lane++) {
      values[i * lanes + lane] = fingerprint.lane(lane);
    }
  }

  int distance(int i, FingerprintArray other, int j) {
    int distance = 0;
    for (int lane = 0; lane < lanes; lane++) {
      distance += Fingerprint.distance(lane(i, lane), other.lane(j, lane));
    }
    return distance;
  }

  /** Compares two fingerprints as unsigned numbers whose first lane comes first. */
  int compare(int i, FingerprintArray other, int j) {
    if (lanes == 1) {
      return Long.compareUnsigned(values[i], other.values[j]);
    }
    int a = i * lanes;
    int b = j * lanes;
    return Arrays.compareUnsigned(values, a, a + lanes, other.values, b, b + lanes);
  }

  /** Returns the fingerprints at the given indexes, in this order. */
  FingerprintArray part(int... indexes) {
    long[] some = new long[indexes.length * lanes];
    for (int i = 0; i < indexes.length; i++) {
      for (int lane = 0; lane < lanes; lane++) {
        some[i * lanes + lane] = lane(indexes[i], lane);
      }
    }
    return new FingerprintArray(lanes, some);
  }

  /** Returns the given lane of each fingerprint. */
  long[] column(int lane) {
    long[] column = new long[size()];
    Arrays.setAll(column, i -> lane(i, lane));
    return column;
  }

  /**
   * Returns the fingerprints in ascending order, and sorts the payloads with them. Uses several
   * threads. Fingerprints of one lane are sorted in place.
   */
  FingerprintArray sort(int[] payloads, int threads) {
    if (lanes == 1) {
      FingerprintSort.sort(values, payloads, threads);
      return this;
    }
    int[] order = new int[size()];
    Arrays.setAll(order, i -> i);
    long[] firsts = column(0);
    FingerprintSort.sort(firsts, order, threads);
    for (int from = 0, to; from < order.length; from = to) {
      to = from + 1;
      while (to < order.length && firsts[to] == firsts[from]) {
        to++;
      }
      sort(order, from, to);
    }
    int[] before = payloads.clone();
    Arrays.setAll(payloads, i -> before[order[i]]);
    return part(order);
  }

  private void sort(int[] order, int from, int to) {
    new InPlaceMergeSorter() {
      @Override
      protected int compare(int i, int j) {
        return FingerprintArray.this.compare(order[i], FingerprintArray.this, order[j]);
      }

      @Override
      protected void swap(int i, int j) {
        int before = order[i];
        order[i] = order[j];
        order[j] = before;
      }
    }.sort(from, to);
  }
}
