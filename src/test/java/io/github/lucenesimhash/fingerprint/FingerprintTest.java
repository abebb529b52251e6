package io.github.lucenesimhash.fingerprint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.testing.Seeds;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.lucene.util.BytesRef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FingerprintTest {

  @Test
  void blocksOfAKnownFingerprint() {
    long fingerprint = 0xFEDCBA9876543210L;
    int[] contiguous = {0x3210, 0x7654, 0xBA98, 0xFEDC};
    // The digits count down from f, so their bits of value 1, 2, 4 and 8 spell these values.
    int[] interleaved = {0xAAAA, 0xCCCC, 0xF0F0, 0xFF00};
    for (int i = 0; i < 4; i++) {
      assertEquals(contiguous[i], Blocks.block(fingerprint, i));
      assertEquals(
          interleaved[i], Blocks.block(Fingerprint.of(fingerprint).interleaved().lane(0), i));
      assertEquals(0xFFFF, Blocks.block(-1L, i));
    }
  }

  /** Bit i moves to block i mod 4, the lowest first, so no two bits meet, and distances stay. */
  @Test
  void interleavingMovesEachBitToItsBlock() {
    for (int bit = 0; bit < 64; bit++) {
      long moved = 1L << (bit % 4 * 16 + bit / 4);
      assertEquals(moved, Fingerprint.of(1L << bit).interleaved().lane(0), "bit " + bit);
      assertEquals(~moved, Fingerprint.of(~(1L << bit)).interleaved().lane(0), "bit " + bit);
    }
    SplittableRandom random = Seeds.splittable(3);
    for (int i = 0; i < 1000; i++) {
      long a = random.nextLong();
      long b = random.nextLong();
      assertEquals(
          Fingerprint.distance(a, b),
          Fingerprint.distance(
              Fingerprint.of(a).interleaved().lane(0), Fingerprint.of(b).interleaved().lane(0)));
    }
  }

  /** Terms of all values differ; in UTF-16, 0xD800 to 0xDFFF would be surrogates and one term. */
  @Test
  void everyValueOfEveryBlockIsATermOfItsOwn() {
    Set<BytesRef> terms = new HashSet<>();
    byte[] term = new byte[Blocks.TERM_BYTES];
    for (int i = 0; i < Blocks.IN_LANE; i++) {
      for (int value = 0; value <= 0xFFFF; value++) {
        Blocks.writeTerm(i, value, term);
        terms.add(new BytesRef(term.clone()));
      }
    }
    assertEquals(4 * 65_536, terms.size());
    Blocks.writeTerm(2, 0xD83D, term);
    assertArrayEquals(new byte[] {2, (byte) 0xD8, 0x3D}, term);
  }

  /** Fingerprints of 64, 128 and 256 bits are read back from every form. */
  @Test
  void formsAreReadBack() {
    SplittableRandom random = Seeds.splittable(4);
    for (int i = 0; i < 1000; i++) {
      Fingerprint made = Fingerprint.of(random.longs(1 << i % 3).toArray());
      byte[] bytes = made.toBytes();
      String digits = new BigInteger(1, bytes).toString(2);
      String bits = "0b" + "0".repeat(made.bits() - digits.length()) + digits;
      String base64 = Base64.getEncoder().encodeToString(bytes);
      for (String form :
          List.of(
              made.toString(),
              made.toString().toUpperCase(Locale.ROOT),
              "0x" + made,
              bits,
              base64,
              IsccUnit.CONTENT_IMAGE.format(made.toArray()))) {
        assertEquals(made, Fingerprint.parse(form), form);
      }
      assertEquals(made, Fingerprint.of(bytes, 0, bytes.length));
      assertEquals(made.bits(), made.distance(complement(made)));
    }
  }

  private static Fingerprint complement(Fingerprint fingerprint) {
    return Fingerprint.of(Arrays.stream(fingerprint.toArray()).map(word -> ~word).toArray());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0",
        "00ff00ff00ff00f",
        "00ff00ff00ff00fg",
        "00ff00ff00ff00ff0",
        "00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff",
        "0b01",
        "0x00ff",
        "0x00ff00ff00ff00fg",
        "-",
        "AAAAAAAAAAA*",
        "AAAAAAAAAAB=",
        "helloWorld1",
        "AAAAAAAAAAAA",
        "ISCC:EAASKDNZNYGUUF5",
        "ISCC:"
      })
  void anythingElseIsRefused(String form) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> Fingerprint.parse(form));
    assertTrue(e.getMessage().contains("'" + form + "'"), e.getMessage());
    assertTrue(e.getMessage().contains("expected"), e.getMessage());
  }

  /** Digits 0 and 1 are ambiguous: tutorials print 64 bits as digits, which are also hex digits. */
  @ParameterizedTest
  @ValueSource(ints = {64, 128, 256})
  void bitsOrHexDigitsOfOnlyZeroAndOneAreRefusedUnlessTheySayWhatTheyAre(int digits) {
    for (String bits : List.of("0".repeat(digits), "1".repeat(digits), "01".repeat(digits / 2))) {
      IllegalArgumentException e =
          assertThrows(IllegalArgumentException.class, () -> Fingerprint.parse(bits));
      String named = "fingerprint '" + bits + "' has " + digits + " digits 0 and 1, expected";
      assertEquals(
          digits == 64
              ? named + " 0b before them, which makes them 64 bits, or 0x, which makes them 256"
              : named + " 0b before them",
          e.getMessage());
      BigInteger expected = new BigInteger(bits, 2);
      Fingerprint parsed = Fingerprint.parse("0b" + bits);
      assertEquals(digits, parsed.bits());
      assertEquals(expected, new BigInteger(1, parsed.toBytes()));
    }
  }

  /** Sixteen or 32 digits are hexadecimal, because no fingerprint has 16 or 32 bits. */
  @Test
  void fewerDigitsZeroAndOneAreHex() {
    assertEquals(Fingerprint.of(0x0101010101010101L), Fingerprint.parse("01".repeat(8)));
    assertEquals(Fingerprint.of(0L, 0L), Fingerprint.parse("0".repeat(32)));
    assertEquals(
        Fingerprint.of(0x1111111111111111L, 0, 0, 0),
        Fingerprint.parse("0x" + "1".repeat(16) + "0".repeat(48)));
  }

  @ParameterizedTest
  @CsvSource({
    "1234567890123456789, 112210f47de98115",
    "18446744073709551615, ffffffffffffffff",
    "-9223372036854775808, 8000000000000000",
    "-1, ffffffffffffffff",
    "7, 0000000000000007"
  })
  void aDecimalNumberIsRefusedAndShownInHex(String decimal, String hex) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> Fingerprint.parse(decimal));
    assertTrue(
        e.getMessage().endsWith("; if it is a decimal number, write " + hex), e.getMessage());
  }

  @Test
  void aNumberOfMoreThan64BitsIsNotShownInHex() {
    for (String decimal : List.of("18446744073709551616", "-9223372036854775809")) {
      IllegalArgumentException e =
          assertThrows(IllegalArgumentException.class, () -> Fingerprint.parse(decimal));
      assertTrue(e.getMessage().endsWith("or an ISCC"), e.getMessage());
    }
  }

  @Test
  void otherSizesAreRefused() {
    for (int words : new int[] {0, 3, 5, 8}) {
      assertThrows(IllegalArgumentException.class, () -> Fingerprint.of(new long[words]));
      assertThrows(
          IllegalArgumentException.class, () -> Fingerprint.of(new byte[99], 0, 8 * words));
    }
    Fingerprint one = Fingerprint.of(1);
    assertThrows(IllegalArgumentException.class, () -> one.distance(Fingerprint.of(1, 2)));
  }
}
