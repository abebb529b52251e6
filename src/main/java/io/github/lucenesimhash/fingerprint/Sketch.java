package io.github.lucenesimhash.fingerprint;

import io.github.lucenesimhash.fingerprint.SimHash.TieRule;

/**
 * The algorithms that make a fingerprint of features. The choice is part of the id of a scheme.
 *
 * @lucene.internal
 */
public enum Sketch {
  /**
   * {@link SimHash}: each bit is a weighted majority of the features' hash bits. The distance of
   * two fingerprints grows with the angle between their weighted features.
   */
  SIMHASH {
    @Override
    public Fingerprint fingerprint(
        long[] hashes, double[] weights, int count, int bits, TieRule tieRule) {
      return weights == null
          ? SimHash.fingerprint(hashes, count, bits, tieRule)
          : SimHash.fingerprint(hashes, weights, count, bits, tieRule);
    }
  },

  /**
   * {@link MinHash}: each bit is one bit of a min-hash of the set of features. The distance of two
   * fingerprints estimates the Jaccard similarity of their sets, with less variance than {@link
   * #SIMHASH}. Features have no weights.
   */
  MINHASH {
    @Override
    public Fingerprint fingerprint(
        long[] hashes, double[] weights, int count, int bits, TieRule tieRule) {
      return MinHash.fingerprint(hashes, count, bits);
    }
  },

  /**
   * {@link IsccText}: the Text-Code of ISO 24138, made of bits of min-hashes of the features that
   * {@link IsccText#features} returns. Features have no weights.
   */
  ISCC {
    @Override
    public Fingerprint fingerprint(
        long[] hashes, double[] weights, int count, int bits, TieRule tieRule) {
      return IsccText.fingerprint(hashes, count, bits);
    }
  };

  /**
   * {@return the fingerprint of features}
   *
   * @param hashes the hashes of the features
   * @param weights the weights of the features, or null if all weights are equal
   * @param count the number of features in the arrays, 1 to {@code hashes.length}
   * @param bits the number of bits of the fingerprint: 64, 128 or 256
   * @param tieRule the tie rule of {@link #SIMHASH}; other sketches ignore it
   */
  public abstract Fingerprint fingerprint(
      long[] hashes, double[] weights, int count, int bits, TieRule tieRule);
}
