package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Jaccard;
import org.apache.lucene.util.BytesRef;

/**
 * Bits that bound how similar two short texts are.
 *
 * <pre>
 * Bound  128 bits stand for the words of a text, one for each key, as WordsField.keys makes them; texts with s
 *        words in the same order have s keys in common. Each bit of x's that y's lacks stands for a key of x at least
 *        that y lacks: they share at most |x| - |bx & ~by| keys, and as many with x and y exchanged. The similarity
 *        of two texts with so many words in the same order is no less than theirs.
 * Cost   four bit counts.
 * </pre>
 */
final class WordBits {

  /** Of each text in an array. */
  static final int LONGS = 2;

  private WordBits() {}

  static long[] of(BytesRef words) {
    long[] bits = new long[LONGS];
    set(words, bits, 0);
    return bits;
  }

  /** Writes those of a text into an array, from its text on. */
  static void set(BytesRef words, long[] bits, int text) {
    for (int key : WordsField.keys(words)) {
      bits[LONGS * text + (key >>> 6) % LONGS] |= 1L << key; // its last 6 bits
    }
  }

  /** False only if a text of so many words and one of an array are less similar. */
  static boolean mayBeSimilar(
      long[] own, int size, long[] all, int text, int otherSize, double minSimilarity) {
    int ownAlone = 0;
    int otherAlone = 0;
    for (int j = 0; j < LONGS; j++) {
      ownAlone += Long.bitCount(own[j] & ~all[LONGS * text + j]);
      otherAlone += Long.bitCount(all[LONGS * text + j] & ~own[j]);
    }
    int shared = Math.min(size - ownAlone, otherSize - otherAlone);
    return Jaccard.of(shared, size, otherSize) >= minSimilarity;
  }
}
