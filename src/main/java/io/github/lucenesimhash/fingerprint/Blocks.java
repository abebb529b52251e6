package io.github.lucenesimhash.fingerprint;

/**
 * Divides fingerprints into 16-bit blocks and writes the terms of blocks. Block i has bits 16 (i
 * mod 4) to 16 (i mod 4) + 15 of lane i / 4. The term of a block has three bytes: the number i of
 * the block, the high byte and the low byte of its value.
 *
 * @lucene.internal
 */
public final class Blocks {

  /** The number of blocks in a lane of 64 bits. */
  public static final int IN_LANE = 4;

  /** The number of blocks in the largest fingerprint. */
  public static final int MAX = IN_LANE * Fingerprint.MAX_LANES;

  /** The number of bits in a block. */
  public static final int BLOCK_BITS = 16;

  /** The number of bytes in the term of a block. */
  public static final int TERM_BYTES = 3;

  private Blocks() {}

  /**
   * {@return the value of block i: 0 to 65,535}
   *
   * @param lane lane {@code i / IN_LANE} of the fingerprint
   * @param i the number of the block, 0 to 15
   */
  public static int block(long lane, int i) {
    return (int) (lane >>> (i % IN_LANE * BLOCK_BITS)) & 0xFFFF;
  }

  /**
   * {@return the value of block i: 0 to 65,535}
   *
   * @param fingerprint a fingerprint
   * @param i the number of the block, 0 to 3, 7 or 15, depending on the width
   */
  public static int block(Fingerprint fingerprint, int i) {
    return block(fingerprint.lane(i / IN_LANE), i);
  }

  /**
   * Writes the term for a value of block i.
   *
   * @param i the number of the block, 0 to 15
   * @param value the value of the block, 0 to 65,535
   * @param term the array to write into, at least three bytes
   */
  public static void writeTerm(int i, int value, byte[] term) {
    term[0] = (byte) i;
    term[1] = (byte) (value >>> 8);
    term[2] = (byte) value;
  }
}
