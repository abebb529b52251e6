package io.github.lucenesimhash.fingerprint;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Computes the 32-bit xxHash with seed 0 (Y. Collet, <em>xxHash fast digest algorithm</em>, 0.1.1).
 */
final class XxHash32 {

  private static final int P1 = 0x9E3779B1;
  private static final int P2 = 0x85EBCA77;
  private static final int P3 = 0xC2B2AE3D;
  private static final int P4 = 0x27D4EB2F;
  private static final int P5 = 0x165667B1;
  private static final int STRIPE = 4 * Integer.BYTES;
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private XxHash32() {}

  /** Returns the hash of {@code bytes[from]} to {@code bytes[to - 1]}. */
  static int hash(byte[] bytes, int from, int to) {
    int at = from;
    int h = P5;
    if (to - from >= STRIPE) {
      int b = P2;
      int a = b + P1;
      int c = 0;
      int d = -P1;
      for (; at <= to - STRIPE; at += STRIPE) {
        a = lane(a, (int) INTS.get(bytes, at));
        b = lane(b, (int) INTS.get(bytes, at + 4));
        c = lane(c, (int) INTS.get(bytes, at + 8));
        d = lane(d, (int) INTS.get(bytes, at + 12));
      }
      h = Integer.rotateLeft(a, 1) + Integer.rotateLeft(b, 7);
      h += Integer.rotateLeft(c, 12) + Integer.rotateLeft(d, 18);
    }
    h += to - from;
    for (; at <= to - Integer.BYTES; at += Integer.BYTES) {
      h = Integer.rotateLeft(h + (int) INTS.get(bytes, at) * P3, 17) * P4;
    }
    for (; at < to; at++) {
      h = Integer.rotateLeft(h + (bytes[at] & 0xFF) * P5, 11) * P1;
    }
    h = (h ^ (h >>> 15)) * P2;
    h = (h ^ (h >>> 13)) * P3;
    return h ^ (h >>> 16);
  }

  private static int lane(int sum, int value) {
    return Integer.rotateLeft(sum + value * P2, 13) * P1;
  }
}
