package io.github.lucenesimhash.fingerprint;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Computes the first 64 bits of murmur3 x64-128 with seed 0 (A. Appleby, public domain). Lucene has
 * this hash since 10.5, but not in 10.4.
 */
final class Murmur3 {

  private static final int BLOCK = 2 * Long.BYTES;
  private static final long C1 = 0x87c37b91114253d5L;
  private static final long C2 = 0x4cf5ad432745937fL;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private Murmur3() {}

  static long hash(byte[] bytes, int offset, int length) {
    long h1 = 0;
    long h2 = 0;
    int at = offset;
    for (int end = offset + length - BLOCK; at <= end; at += BLOCK) {
      h1 ^= first((long) LONGS.get(bytes, at));
      h1 = (Long.rotateLeft(h1, 27) + h2) * 5 + 0x52dce729;
      h2 ^= second((long) LONGS.get(bytes, at + Long.BYTES));
      h2 = (Long.rotateLeft(h2, 31) + h1) * 5 + 0x38495ab5;
    }
    int rest = offset + length - at;
    h1 ^= first(rest(bytes, at, Math.min(rest, Long.BYTES))) ^ length;
    h2 ^= second(rest(bytes, at + Long.BYTES, Math.max(rest - Long.BYTES, 0))) ^ length;
    h1 += h2;
    h2 += h1;
    return mix(h1) + mix(h2);
  }

  private static long first(long k) {
    return Long.rotateLeft(k * C1, 31) * C2;
  }

  private static long second(long k) {
    return Long.rotateLeft(k * C2, 33) * C1;
  }

  /** Reads 0 to 8 bytes, padded with 0. Does not branch if the array has more bytes. */
  private static long rest(byte[] bytes, int from, int length) {
    if (bytes.length - from >= Long.BYTES) {
      int half = length * (Byte.SIZE / 2);
      return (long) LONGS.get(bytes, from) & ~(-1L << half << half);
    }
    long k = 0;
    for (int i = length - 1; i >= 0; i--) {
      k = k << Byte.SIZE | (bytes[from + i] & 0xFF);
    }
    return k;
  }

  private static long mix(long k) {
    k ^= k >>> 33;
    k *= 0xff51afd7ed558ccdL;
    k ^= k >>> 33;
    k *= 0xc4ceb9fe1a85ec53L;
    return k ^ (k >>> 33);
  }
}
