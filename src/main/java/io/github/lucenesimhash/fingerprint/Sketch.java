package io.github.lucenesimhash.fingerprint;

/** How a text's features become 64 bits. Part of a scheme's identity. */
public enum Sketch {
  /**
   * {@link SimHash}: each bit is a weighted majority of the features' hash bits. The distance of
   * two fingerprints grows with the angle between their weighted features.
   */
  SIMHASH,

  /**
   * {@link MinHash}: each bit is one bit of a min-hash of the set of features. The distance of two
   * fingerprints tells the Jaccard similarity of their sets, with less scatter than {@link
   * #SIMHASH} gives. Features have no weights.
   */
  MINHASH
}
