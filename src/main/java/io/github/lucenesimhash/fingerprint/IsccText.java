package io.github.lucenesimhash.fingerprint;

import java.nio.charset.StandardCharsets;

/**
 * The Text-Code of ISO 24138 (ISCC), version 0: bits of 64 min-hashes of a text's runs of 13
 * characters. Case, accents, punctuation and white space do not matter. Codes of texts without a
 * common run differ in half of their bits. Characters are those that the JDK knows: one that is
 * newer is left out.
 *
 * @lucene.internal
 */
public final class IsccText {

  private static final int RUN = 13;

  private IsccText() {}

  /**
   * The code of a text, its bits in their order, the first as bit 63 of word 0. A code is the start
   * of the longer ones.
   *
   * @param text of any length
   * @param bits 64, 128 or 256
   * @return 1, 2 or 4 words
   */
  public static long[] words(CharSequence text, int bits) {
    IsccUnit.checkBits(bits);
    byte[] utf8 = IsccCollapse.collapse(text.toString()).getBytes(StandardCharsets.UTF_8);
    int from = 0;
    int to = 0;
    for (int i = 0; i < RUN && to < utf8.length; i++) {
      to += width(utf8[to]);
    }
    IsccMinHash minHash = new IsccMinHash();
    minHash.add(XxHash32.hash(utf8, from, to));
    while (to < utf8.length) {
      from += width(utf8[from]);
      to += width(utf8[to]);
      minHash.add(XxHash32.hash(utf8, from, to));
    }
    return minHash.words(bits / Long.SIZE);
  }

  /** Bytes of the character that starts with this one. */
  private static int width(byte first) {
    return first >= 0 ? 1 : Integer.numberOfLeadingZeros(~(first << 24));
  }
}
