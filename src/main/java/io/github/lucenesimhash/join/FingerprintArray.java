package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.util.Arrays;
import org.apache.lucene.util.InPlaceMergeSorter;

/**
 * Holds an array of fingerprints of one width.
 *
 * @param words the number of words of each fingerprint
 * @param values the words of all fingerprints
 */
@SuppressWarnings("ArrayRecordComponent") // arrays of fingerprints are not compared
record FingerprintArray(int words, long[] values) {

  int size() {
    return values.length / words;
  }

  long word(int i, int word) {
    return values[i * words + word];
  }

  Fingerprint get(int i) {
    return words == 1
        ? Fingerprint.of(values[i])
        : Fingerprint.of(Arrays.copyOfRange(values, i * words, (i + 1) * words));
  }

  void set(int i, Fingerprint fingerprint) {
    for (int word = 0; word < words; word++) {
      values[i * words + word] = fingerprint.word(word);
    }
  }

  int distance(int i, FingerprintArray other, int j) {
    int distance = 0;
    for (int word = 0; word < words; word++) {
      distance += Fingerprint.distance(word(i, word), other.word(j, word));
    }
    return distance;
  }

  /** Compares two fingerprints as unsigned numbers whose first word comes first. */
  int compare(int i, FingerprintArray other, int j) {
    if (words == 1) {
      return Long.compareUnsigned(values[i], other.values[j]);
    }
    int a = i * words;
    int b = j * words;
    return Arrays.compareUnsigned(values, a, a + words, other.values, b, b + words);
  }

  /** Returns the fingerprints at the given indexes, in this order. */
  FingerprintArray part(int... indexes) {
    long[] some = new long[indexes.length * words];
    for (int i = 0; i < indexes.length; i++) {
      for (int word = 0; word < words; word++) {
        some[i * words + word] = word(indexes[i], word);
      }
    }
    return new FingerprintArray(words, some);
  }

  /** Returns the given word of each fingerprint. */
  long[] column(int word) {
    long[] column = new long[size()];
    Arrays.setAll(column, i -> word(i, word));
    return column;
  }

  /**
   * Returns the fingerprints in ascending order, and sorts the payloads with them. Uses several
   * threads.
   */
  FingerprintArray sort(int[] payloads, int threads) {
    if (words == 1) {
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
