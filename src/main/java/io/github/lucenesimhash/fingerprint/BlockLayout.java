package io.github.lucenesimhash.fingerprint;

import java.util.Objects;

/**
 * How the 64 bits of a fingerprint form its four 16-bit blocks, and how a block becomes an index
 * term: three bytes, the block's number, then its high and its low byte. The layout shows in the
 * number, so an index tells which one it was written with.
 */
public enum BlockLayout {
  /** Block i holds bits 16 i to 16 i + 15; its terms start with bytes 0 to 3. */
  CONTIGUOUS(0) {
    @Override
    public int block(long fingerprint, int i) {
      return (int) (fingerprint >>> (Objects.checkIndex(i, BLOCKS) << 4)) & 0xFFFF;
    }

    @Override
    public long deposit(int i, int value) {
      return (long) value << (i << 4);
    }
  },

  /** Block i holds the bits j with j mod 4 = i, lowest first; its terms start with bytes 4 to 7. */
  INTERLEAVED(4) {
    @Override
    public int block(long fingerprint, int i) {
      return (int) Long.compress(fingerprint, 0x1111111111111111L << Objects.checkIndex(i, BLOCKS));
    }

    @Override
    public long deposit(int i, int value) {
      return Long.expand(value, 0x1111111111111111L << i);
    }
  };

  /** Blocks in a fingerprint. */
  public static final int BLOCKS = 4;

  /** Bits in a block. */
  public static final int BLOCK_BITS = 16;

  /** Bytes in a block's term. */
  public static final int TERM_BYTES = 3;

  private final int firstTermByte;

  BlockLayout(int firstTermByte) {
    this.firstTermByte = firstTermByte;
  }

  /**
   * The value of block i.
   *
   * @param i 0 to 3
   * @return 0 to 65,535
   * @throws IndexOutOfBoundsException if there is no block i
   */
  public abstract int block(long fingerprint, int i);

  /** The fingerprint whose block i has this value and whose other bits are 0. */
  public abstract long deposit(int i, int value);

  /** The first byte of block i's terms. */
  public byte termPrefix(int i) {
    return (byte) (firstTermByte + i);
  }

  /** The layout whose terms start with this byte, or null if none's do. */
  public static BlockLayout ofTermPrefix(int prefix) {
    for (BlockLayout layout : values()) {
      if (prefix >= layout.firstTermByte && prefix < layout.firstTermByte + BLOCKS) {
        return layout;
      }
    }
    return null;
  }

  /** Writes the three bytes of the term for block i having this value. */
  public void writeTerm(int i, int value, byte[] term) {
    term[0] = termPrefix(i);
    term[1] = (byte) (value >>> 8);
    term[2] = (byte) value;
  }
}
