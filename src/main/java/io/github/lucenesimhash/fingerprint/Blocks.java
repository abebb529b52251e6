package io.github.lucenesimhash.fingerprint;

import java.util.Objects;

/**
 * The four 16-bit blocks of a fingerprint, block i holding bits 16 i to 16 i + 15, and the three
 * bytes of a block's index term: its number 0 to 3, then its high and its low byte.
 *
 * @lucene.internal
 */
public final class Blocks {

  /** Blocks in a fingerprint. */
  public static final int BLOCKS = 4;

  /** Bits in a block. */
  public static final int BLOCK_BITS = 16;

  /** Bytes in a block's term. */
  public static final int TERM_BYTES = 3;

  private Blocks() {}

  /**
   * {@return the value of block i: 0 to 65,535}
   *
   * @param fingerprint any 64 bits
   * @param i 0 to 3
   */
  public static int block(long fingerprint, int i) {
    return (int) (fingerprint >>> (Objects.checkIndex(i, BLOCKS) * BLOCK_BITS)) & 0xFFFF;
  }

  /**
   * Writes the three bytes of the term for block i having this value.
   *
   * @param i 0 to 3
   * @param value 0 to 65,535
   * @param term at least three bytes
   */
  public static void writeTerm(int i, int value, byte[] term) {
    term[0] = (byte) i;
    term[1] = (byte) (value >>> 8);
    term[2] = (byte) value;
  }
}
