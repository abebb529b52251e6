package io.github.lucenesimhash.fingerprint;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.apache.lucene.util.StringHelper;

/**
 * The first 64 bits of murmur3 x64-128 (A. Appleby, public domain): Lucene's values, sooner for
 * words.
 */
final class Murmur3 {

  /*
   * Lucene's takes up to 15 bytes by a switch on their number, which the processor cannot foresee from word to
   * word, and returns a new array. Here two loads and a mask take them, whatever their number, if as many
   * bytes follow in the array; whatever is longer goes to Lucene.
   */

  /** Longest text without a whole 16-byte block. */
  private static final int SHORT = 15;

  private static final int ROOM = 2 * Long.BYTES;
  private static final long C1 = 0x87c37b91114253d5L;
  private static final long C2 = 0x4cf5ad432745937fL;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private Murmur3() {}

  static long hash(byte[] bytes, int offset, int length, int seed) {
    if (length == 0 || length > SHORT || bytes.length - offset < ROOM) {
      return StringHelper.murmurhash3_x64_128(bytes, offset, length, seed)[0];
    }
    long k1 = (long) LONGS.get(bytes, offset) & (-1L >>> -(Math.min(length, Long.BYTES) << 3));
    long k2 =
        (long) LONGS.get(bytes, offset + Long.BYTES)
            & ((1L << (Math.max(length - Long.BYTES, 0) << 3)) - 1);
    long h1 = seed & 0xFFFFFFFFL;
    long h2 = h1 ^ (Long.rotateLeft(k2 * C2, 33) * C1);
    h1 ^= Long.rotateLeft(k1 * C1, 31) * C2;
    h1 ^= length;
    h2 ^= length;
    h1 += h2;
    h2 += h1;
    return mix(h1) + mix(h2);
  }

  private static long mix(long k) {
    k ^= k >>> 33;
    k *= 0xff51afd7ed558ccdL;
    k ^= k >>> 33;
    k *= 0xc4ceb9fe1a85ec53L;
    return k ^ (k >>> 33);
  }
}
