package io.github.lucenesimhash.fingerprint;

import java.util.HexFormat;

/** What every 64-bit fingerprint has, whichever sketch made it: distance, text form, bit order. */
public final class Fingerprint {

  /** How a text's features become 64 bits. Part of a scheme's identity. */
  public enum Sketch {
    /**
     * {@link SimHash}: each bit is a weighted majority of the features' hash bits. The distance of
     * two fingerprints grows with the angle between their weighted features.
     */
    SIMHASH,

    /**
     * {@link MinHash}: each bit is one bit of a min-hash of the set of features. The distance of
     * two fingerprints tells the Jaccard similarity of their sets, with less scatter than {@link
     * #SIMHASH} gives. Features have no weights.
     */
    MINHASH
  }

  /** Bits of a fingerprint, and so the largest possible distance. */
  public static final int BITS = 64;

  private Fingerprint() {}

  /**
   * {@return the number of bits in which two fingerprints differ, 0 to 64}
   *
   * @param a a fingerprint
   * @param b another
   */
  public static int distance(long a, long b) {
    return Long.bitCount(a ^ b);
  }

  /**
   * The distance from a fingerprint to the nearest of {@code others[from]} to {@code others[to -
   * 1]}; 64 if there are none. A loop that the JIT vectorizes: for ranges of hundreds.
   *
   * @param others many fingerprints, in any order
   * @param from inclusive
   * @param to exclusive
   * @param fingerprint compared with them
   * @return bits, 0 to 64
   */
  public static int nearest(long[] others, int from, int to, long fingerprint) {
    int nearest = BITS;
    for (int i = from; i < to; i++) {
      nearest = Math.min(nearest, Long.bitCount(others[i] ^ fingerprint));
    }
    return nearest;
  }

  /**
   * {@return the fingerprint as 16 lower-case hex digits, bit 63 first}
   *
   * @param fingerprint any 64 bits
   */
  public static String toHex(long fingerprint) {
    return HexFormat.of().toHexDigits(fingerprint);
  }

  /**
   * {@return the fingerprint that {@link #toHex} wrote, in upper case too}
   *
   * @param hex 16 digits
   */
  public static long parseHex(String hex) {
    if (hex.length() != 16 || !hex.chars().allMatch(HexFormat::isHexDigit)) {
      String problem = "fingerprint '" + hex + "' has " + hex.length() + " characters";
      throw new IllegalArgumentException(problem + ", expected 16 hex digits");
    }
    return HexFormat.fromHexDigitsToLong(hex);
  }

  /**
   * The same fingerprint with its bits in another order: bit i goes to block i mod 4, so that
   * neighbouring bits are in different 16-bit blocks. Distances stay as they are, if every
   * fingerprint of a field is interleaved, and every one that is searched for. It helps where
   * neighbouring bits depend on each other; those of a {@link SimHash} or {@link MinHash} do not.
   *
   * @param fingerprint any 64 bits
   * @return the same number of set bits
   */
  public static long interleave(long fingerprint) {
    long interleaved = 0;
    for (int block = 0; block < Blocks.BLOCKS; block++) {
      long bits = Long.compress(fingerprint, 0x1111111111111111L << block);
      interleaved |= bits << (block * Blocks.BLOCK_BITS);
    }
    return interleaved;
  }
}
