package io.github.lucenesimhash.fingerprint;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * A fingerprint of 64, 128 or 256 bits, in one, two or four 64-bit lanes. The distance of two
 * fingerprints is the number of bits in which they differ. Immutable.
 */
public final class Fingerprint {

  /** The number of bits of a lane, and therefore of the smallest fingerprint. */
  public static final int LANE_BITS = 64;

  /** The number of lanes of the largest fingerprint. */
  public static final int MAX_LANES = 4;

  /** The number of bits of the largest fingerprint, which is the largest possible distance. */
  public static final int MAX_BITS = MAX_LANES * LANE_BITS;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private static final int HEX_DIGITS = LANE_BITS / 4; // in a lane
  private static final Pattern BITS = Pattern.compile("[01]{64}|[01]{128}|[01]{256}");
  private static final Pattern DECIMAL = Pattern.compile("-?[1-9][0-9]{0,19}");
  private static final Pattern BASE64 =
      Pattern.compile("[A-Za-z0-9+/]{11}=|[A-Za-z0-9+/]{22}==|[A-Za-z0-9+/]{43}=");
  private static final String ISCC = "ISCC:";
  private static final String FORMS =
      "16, 32 or 64 hex digits, base64 of as many bits, 0b and bits, or an ISCC";

  private final long first;
  private final long[] others; // null for 64 bits, the most common width

  private Fingerprint(long first, long[] others) {
    this.first = first;
    this.others = others;
  }

  /**
   * {@return a fingerprint of 64 bits}
   *
   * @param lane any 64 bits
   */
  public static Fingerprint of(long lane) {
    return new Fingerprint(lane, null);
  }

  /**
   * {@return a fingerprint with the given lanes}
   *
   * @param lanes the one, two or four lanes, which are copied
   * @throws IllegalArgumentException if the number of lanes is not 1, 2 or 4
   */
  public static Fingerprint of(long... lanes) {
    if (!isSize(lanes.length)) {
      throw new IllegalArgumentException(
          "a fingerprint has " + lanes.length + " lanes of 64 bits, expected 1, 2 or 4");
    }
    return new Fingerprint(
        lanes[0], lanes.length == 1 ? null : Arrays.copyOfRange(lanes, 1, lanes.length));
  }

  /**
   * {@return the fingerprint that {@link #toBytes} wrote}
   *
   * @param bytes an array that contains the bytes
   * @param offset the index of the first byte
   * @param length the number of bytes: 8, 16 or 32
   * @throws IllegalArgumentException if the length is not 8, 16 or 32
   */
  public static Fingerprint of(byte[] bytes, int offset, int length) {
    long[] lanes = new long[length / Long.BYTES];
    if (length % Long.BYTES != 0 || !isSize(lanes.length)) {
      throw new IllegalArgumentException(
          "a fingerprint has " + length + " bytes, expected 8, 16 or 32");
    }
    for (int i = 0; i < lanes.length; i++) {
      lanes[i] = (long) LONGS.get(bytes, offset + i * Long.BYTES);
    }
    return of(lanes);
  }

  /**
   * {@return true if a fingerprint can have the given number of lanes}
   *
   * @param lanes a number of lanes
   */
  public static boolean isSize(int lanes) {
    return lanes == 1 || lanes == 2 || lanes == MAX_LANES;
  }

  /** {@return the number of lanes: 1, 2 or 4} */
  public int lanes() {
    return others == null ? 1 : 1 + others.length;
  }

  /** {@return the number of bits: 64, 128 or 256} */
  public int bits() {
    return lanes() * LANE_BITS;
  }

  /**
   * {@return a lane of 64 bits}
   *
   * @param i the index of the lane, 0 to lanes() - 1
   */
  public long lane(int i) {
    return i == 0 ? first : others[i - 1];
  }

  /** {@return a copy of the lanes} */
  public long[] toArray() {
    long[] lanes = new long[lanes()];
    Arrays.setAll(lanes, this::lane);
    return lanes;
  }

  /**
   * {@return the number of bits in which two fingerprints differ}
   *
   * @param other a fingerprint of the same width
   * @throws IllegalArgumentException if the widths differ
   */
  public int distance(Fingerprint other) {
    if (lanes() != other.lanes()) {
      throw new IllegalArgumentException(
          "fingerprints have "
              + bits()
              + " and "
              + other.bits()
              + " bits, expected the same width");
    }
    int distance = distance(first, other.first);
    for (int i = 1; i < lanes(); i++) {
      distance += distance(lane(i), other.lane(i));
    }
    return distance;
  }

  /**
   * {@return the number of bits in which two lanes differ, 0 to 64}
   *
   * @param a a lane
   * @param b another lane
   */
  public static int distance(long a, long b) {
    return Long.bitCount(a ^ b);
  }

  /** {@return the lanes as bytes, 8 bytes for each lane, big-endian} */
  public byte[] toBytes() {
    byte[] bytes = new byte[lanes() * Long.BYTES];
    for (int i = 0; i < lanes(); i++) {
      LONGS.set(bytes, i * Long.BYTES, lane(i));
    }
    return bytes;
  }

  /**
   * {@return the lanes in lower-case hex digits, 16 for each lane, from bit 63 of the first lane
   * on}
   */
  @Override
  public String toString() {
    return HexFormat.of().formatHex(toBytes());
  }

  /**
   * Parses a fingerprint in the form of {@link #toString} or in a form of other systems:
   *
   * <ul>
   *   <li>16, 32 or 64 hex digits, in lower or upper case, with or without the prefix {@code 0x};
   *   <li>{@code 0b} and 64, 128 or 256 binary digits, from bit 63 of the first lane on;
   *   <li>8, 16 or 32 bytes in base64;
   *   <li>an ISCC of any {@link IsccUnit}, with the prefix {@code ISCC:}.
   * </ul>
   *
   * <p>A string of 64, 128 or 256 digits that are all 0 or 1 needs the prefix {@code 0b} or {@code
   * 0x}, because 64 digits 0 and 1 may be 64 bits, or 256 bits in hex. Fewer digits are always hex,
   * because no fingerprint has 16 or 32 bits.
   *
   * @param fingerprint a fingerprint in one of these forms
   * @return the fingerprint
   * @throws IllegalArgumentException if the string has none of these forms
   */
  public static Fingerprint parse(String fingerprint) {
    if (fingerprint.regionMatches(true, 0, ISCC, 0, ISCC.length())) {
      return of(IsccUnit.parseAny(fingerprint));
    }
    byte[] bytes = null;
    String digits = fingerprint.startsWith("0x") ? fingerprint.substring(2) : fingerprint;
    if (BITS.matcher(fingerprint).matches()) {
      throw ambiguous(fingerprint);
    } else if (digits.length() % HEX_DIGITS == 0
        && digits.chars().allMatch(HexFormat::isHexDigit)) {
      bytes = HexFormat.of().parseHex(digits);
    } else if (fingerprint.startsWith("0b") && BITS.matcher(fingerprint.substring(2)).matches()) {
      byte[] positive = new BigInteger("1" + fingerprint.substring(2), 2).toByteArray();
      bytes = Arrays.copyOfRange(positive, 1, positive.length);
    } else if (BASE64.matcher(fingerprint).matches()) {
      byte[] decoded = Base64.getDecoder().decode(fingerprint);
      bytes = Base64.getEncoder().encodeToString(decoded).equals(fingerprint) ? decoded : null;
    }
    if (bytes == null || !isSize(bytes.length / Long.BYTES)) {
      String problem =
          "fingerprint '" + fingerprint + "' has " + fingerprint.length() + " characters";
      throw new IllegalArgumentException(problem + ", expected " + FORMS + hint(fingerprint));
    }
    return of(bytes, 0, bytes.length);
  }

  private static IllegalArgumentException ambiguous(String bits) {
    int length = bits.length();
    boolean isHexToo = isSize(length / HEX_DIGITS);
    String readings = isHexToo ? ", which makes them 64 bits, or 0x, which makes them 256" : "";
    return new IllegalArgumentException(
        "fingerprint '"
            + bits
            + "' has "
            + length
            + " digits 0 and 1, expected 0b before them"
            + readings);
  }

  private static String hint(String fingerprint) {
    if (!DECIMAL.matcher(fingerprint).matches()) {
      return "";
    }
    BigInteger number = new BigInteger(fingerprint);
    boolean isOneLane = number.signum() < 0 ? number.bitLength() < 64 : number.bitLength() <= 64;
    return isOneLane ? "; if it is a decimal number, write " + of(number.longValue()) : "";
  }

  /**
   * Moves bit i of each lane to block i mod 4, so that neighbouring bits are in different 16-bit
   * blocks. Interleaving helps if neighbouring bits are correlated. The bits of a {@link SimHash}
   * or {@link MinHash} are not. Interleave either all fingerprints of a field and of its queries,
   * or none. Distances do not change.
   *
   * @return the interleaved fingerprint
   */
  public Fingerprint interleaved() {
    return of(Arrays.stream(toArray()).map(Fingerprint::interleave).toArray());
  }

  private static long interleave(long lane) {
    long interleaved = 0;
    for (int block = 0; block < Blocks.IN_LANE; block++) {
      long bits = Long.compress(lane, 0x1111111111111111L << block);
      interleaved |= bits << (block * Blocks.BLOCK_BITS);
    }
    return interleaved;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Fingerprint that
        && first == that.first
        && Arrays.equals(others, that.others);
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(first) + Arrays.hashCode(others);
  }
}
