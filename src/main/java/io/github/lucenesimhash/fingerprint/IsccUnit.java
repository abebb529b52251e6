package io.github.lucenesimhash.fingerprint;

import java.util.Arrays;
import java.util.Locale;

/**
 * Parses and formats the units of ISO 24138 (ISCC) that preserve similarity, such as {@code
 * ISCC:EAASKDNZNYGUUF5A}. The body of a unit has 64, 128 or 256 bits.
 *
 * <pre>
 *   +-----------+----------+---------+---------------+------+
 *   | main type | sub type | version | bits / 32 - 1 | body |    in base32 of RFC 4648, section 6,
 *   +-----------+----------+---------+---------------+------+    without padding
 *      4 bits      4 bits       0         4 bits
 * </pre>
 */
public enum IsccUnit {
  /** A unit made of title and description. */
  META(0x00),
  /** A unit made of a text, see {@link IsccText}. */
  CONTENT_TEXT(0x20),
  /** A unit made of an image. */
  CONTENT_IMAGE(0x21),
  /** A unit made of audio. */
  CONTENT_AUDIO(0x22),
  /** A unit made of a video. */
  CONTENT_VIDEO(0x23),
  /** A unit made of contents of several kinds. */
  CONTENT_MIXED(0x24),
  /** A unit made of any bytes. */
  DATA(0x30);

  private static final String SCHEME = "ISCC:";

  private static final String DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

  private static final int DIGIT_BITS = 5;

  /** The index, from the highest bit, of the header in the long that precedes the body. */
  private static final int HEADER = 48;

  private final int types;

  IsccUnit(int types) {
    this.types = types;
  }

  /**
   * {@return the body in 64-bit lanes; its first bit is bit 63 of lane 0}
   *
   * @param iscc an ISCC of this unit, with or without the prefix {@code ISCC:}, in upper or lower
   *     case
   */
  public long[] parse(String iscc) {
    String digits = digits(iscc);
    long[] lanes = lanes(digits);
    if (!isOf(iscc, digits, lanes)) {
      throw refused(iscc, this.toString());
    }
    return lanes;
  }

  /**
   * {@return the body of an ISCC of any unit, as {@link #parse} returns it}
   *
   * @param iscc an ISCC of any unit in the form that {@link #parse} reads
   */
  public static long[] parseAny(String iscc) {
    String digits = digits(iscc);
    long[] lanes = lanes(digits);
    if (Arrays.stream(values()).noneMatch(unit -> unit.isOf(iscc, digits, lanes))) {
      throw refused(iscc, "one of " + Arrays.toString(values()));
    }
    return lanes;
  }

  private static String digits(String iscc) {
    String upper = iscc.toUpperCase(Locale.ROOT);
    return upper.startsWith(SCHEME) ? upper.substring(SCHEME.length()) : upper;
  }

  /** Parses the body of a string that is not yet known to be an ISCC. */
  private static long[] lanes(String digits) {
    int length = digits.length() * DIGIT_BITS / Long.SIZE;
    long[] bits = new long[length + 3];
    for (int i = 0; i < digits.length(); i++) {
      long digit = (long) DIGITS.indexOf(digits.charAt(i)) << -DIGIT_BITS;
      int at = HEADER + i * DIGIT_BITS;
      bits[at / Long.SIZE] |= digit >>> at;
      bits[at / Long.SIZE + 1] |= digit << 1 << ~at;
    }
    return Arrays.copyOfRange(bits, 1, length + 1);
  }

  private boolean isOf(String iscc, String digits, long[] lanes) {
    boolean isAscii = iscc.chars().allMatch(c -> c < 0x80);
    return isAscii && Fingerprint.isSize(lanes.length) && format(lanes).equals(SCHEME + digits);
  }

  private static IllegalArgumentException refused(String iscc, String expected) {
    return new IllegalArgumentException(
        "ISCC is '" + iscc + "', expected " + expected + " of version 0 and 64, 128 or 256 bits");
  }

  /**
   * {@return an ISCC of this unit, with the prefix {@code ISCC:} and in upper case}
   *
   * @param lanes the body in 1, 2 or 4 lanes
   */
  public String format(long[] lanes) {
    checkBits(lanes.length * Long.SIZE);
    long[] bits = new long[lanes.length + 2];
    bits[0] = (long) types << Byte.SIZE | (2L * lanes.length - 1);
    System.arraycopy(lanes, 0, bits, 1, lanes.length);
    StringBuilder iscc = new StringBuilder(SCHEME);
    for (int at = HEADER; at < (lanes.length + 1) * Long.SIZE; at += DIGIT_BITS) {
      long next = bits[at / Long.SIZE] << at | bits[at / Long.SIZE + 1] >>> 1 >>> ~at;
      iscc.append(DIGITS.charAt((int) (next >>> -DIGIT_BITS)));
    }
    return iscc.toString();
  }

  static void checkBits(int bits) {
    if (bits % Long.SIZE != 0 || !Fingerprint.isSize(bits / Long.SIZE)) {
      throw new IllegalArgumentException("bits are " + bits + ", expected 64, 128 or 256");
    }
  }
}
