package io.github.lucenesimhash.join;

/**
 * Some neighbouring bits of a fingerprint, and how much two fingerprints may differ there to be
 * compared.
 *
 * @param shift the lowest of the bits
 * @param bits how many, 0 to 22
 * @param threshold in bits, 0 to {@code bits}
 */
record Block(int shift, int bits, int threshold) {

  /** No bits: everything is compared with everything. */
  static final Block NONE = new Block(0, 0, 0);

  /** The block's bits of a fingerprint as a number, 0 to 2^bits - 1. */
  int key(long fingerprint) {
    return (int) (fingerprint >>> shift) & (keys() - 1);
  }

  /** The same bits with another threshold. */
  Block within(int threshold) {
    return new Block(shift, bits, threshold);
  }

  int keys() {
    return 1 << bits;
  }

  /** Whether two fingerprints, given as their difference, are near enough here. */
  boolean admits(long difference) {
    return Integer.bitCount(key(difference)) <= threshold;
  }

  @Override
  public String toString() {
    return bits == 0
        ? "all against all"
        : "bits " + shift + "-" + (shift + bits - 1) + " within " + threshold;
  }
}
