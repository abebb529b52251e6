package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.fingerprint.Jaccard;
import io.github.lucenesimhash.search.WordsField;
import org.apache.lucene.util.BytesRef;

/**
 * A bit for each word of a text, of 64: words that have different bits are different.
 *
 * <pre>
 * Bound   Two texts of m and n words share at most min(m - a, n - b) of them, where a bits are the first's alone and
 *         b the other's.
 * Proof   Of each bit that the other has not, the first has a word that the other has not; so a at least.
 * Cost    two population counts.
 * </pre>
 *
 * @param size how many words
 */
record WordBits(long bits, int size) {

  static WordBits of(BytesRef words) {
    long bits = 0;
    for (int key : WordsField.keys(words)) {
      bits |= 1L << key; // its last 6 bits
    }
    return new WordBits(bits, WordsField.size(words));
  }

  /** False only if the texts resemble each other less. */
  boolean mayResemble(WordBits other, double min) {
    int shared =
        Math.min(
            size - Long.bitCount(bits & ~other.bits),
            other.size - Long.bitCount(other.bits & ~bits));
    return Jaccard.of(shared, size, other.size) >= min;
  }
}
