package io.github.lucenesimhash.fingerprint;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Makes the Text-Code of ISO 24138 (ISCC), version 0, from 64 min-hashes of the 13-character
 * shingles of a text. Case, accents, punctuation and white space do not matter. Codes of texts that
 * share no shingle differ in half of their bits on average. Characters unknown to the JDK are
 * ignored.
 *
 * @lucene.internal
 */
public final class IsccText {

  private static final int RUN = 13;

  private IsccText() {}

  /**
   * Returns the hash of each 13-character shingle, in the order of the text. A shorter text has one
   * hash, and an empty text none. A hash has 32 bits, which are repeated in both halves of the
   * long.
   *
   * @param text a text of any length
   * @return the hashes
   */
  public static long[] features(CharSequence text) {
    byte[] utf8 = IsccCollapse.collapse(text.toString()).getBytes(StandardCharsets.UTF_8);
    long[] hashes = new long[utf8.length];
    int size = 0;
    int from = 0;
    int to = 0;
    for (int i = 0; i < RUN && to < utf8.length; i++) {
      to += width(utf8[to]);
    }
    while (utf8.length > 0) {
      long hash = Integer.toUnsignedLong(XxHash32.hash(utf8, from, to));
      hashes[size++] = hash << Integer.SIZE | hash;
      if (to == utf8.length) {
        break;
      }
      from += width(utf8[from]);
      to += width(utf8[to]);
    }
    return Arrays.copyOf(hashes, size);
  }

  /**
   * Returns the code of a text. The first bit of the code is bit 63 of lane 0. A shorter code is a
   * prefix of a longer code.
   *
   * @param hashes the hashes that {@link #features} made, in any order; equal hashes count once
   * @param count the number of hashes in the array, 1 to {@code hashes.length}
   * @param bits the number of bits of the code: 64, 128 or 256
   * @return the code
   */
  public static Fingerprint fingerprint(long[] hashes, int count, int bits) {
    SimHash.checkCount(count, hashes.length);
    IsccUnit.checkBits(bits);
    IsccMinHash minHash = new IsccMinHash();
    for (int i = 0; i < count; i++) {
      minHash.add((int) hashes[i]);
    }
    return Fingerprint.of(minHash.lanes(bits / Long.SIZE));
  }

  /** Returns the length in bytes of the UTF-8 character that begins with a byte. */
  private static int width(byte first) {
    return first >= 0 ? 1 : Integer.numberOfLeadingZeros(~(first << 24));
  }
}
