package io.github.lucenesimhash.fingerprint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.dynatrace.hash4j.hashing.Hashing;
import io.github.lucenesimhash.testing.Seeds;
import java.math.BigInteger;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FeatureHashTest {

  private static final long SEED = Seeds.of(1000003);

  private final SplittableRandom random = new SplittableRandom(SEED);

  @ParameterizedTest
  @CsvSource({
    "'',f52a15e9a9b5e89b,0000000000000000",
    "a,02c0bdbf481420f8,00000002e40db1e0",
    "hello,16fe05a1c75bcd0f,0baa983db47697fd",
    "相似,4000bb2ef07793bd,3619de49de27f9d6",
    "naïve café,4f8fcbc8d336693e,fae48603d42984e2",
    "\uD83D\uDE00,d3400ab804e9f085,00000ef5f7b0f601",
    "x\uD83Dy,96aa3c6c64619b50,acbda9561aba0c85",
    "\uDE00,a5223d98424dbbc3,000007a10a9c647c",
    "The quick brown fox jumps over the lazy dog,1e8e6a079b167ea7,7bce7dc3c1414162",
  })
  void golden(String text, String fnv1a, String polynomial) {
    assertEquals(fnv1a, Fingerprint.of(FeatureHash.fnv1a(0).hash(text)).toString());
    assertEquals(polynomial, Fingerprint.of(FeatureHash.polynomial().hash(text)).toString());
  }

  @Test
  void goldenSeedAndCombination() {
    assertEquals("c6dc0bb756553217", Fingerprint.of(FeatureHash.fnv1a(-7).hash("相似")).toString());
    assertEquals("975835de1c9756ce", Fingerprint.of(FeatureHash.combine(1, 2)).toString());
    assertEquals(
        "25c26ea579cea98a", Fingerprint.of(FeatureHash.combine(0, 0x8000000000000000L)).toString());
    assertEquals("17a974daf302b05a", FeatureHash.digest("相似"));
  }

  @Test
  void polynomialIsTheTranscribedRecipe() {
    for (int round = 0; round < 3000; round++) {
      String text = text(round % 60);
      long expected = transcribed(scalars(text));
      assertEquals(expected, FeatureHash.polynomial().hash(text), "seed " + SEED + ": " + text);
    }
  }

  private static long transcribed(int[] characters) {
    if (characters.length == 0) {
      return 0;
    }
    BigInteger x = BigInteger.valueOf(characters[0]).shiftLeft(7);
    for (int c : characters) {
      x = x.multiply(BigInteger.valueOf(1000003)).xor(BigInteger.valueOf(c));
    }
    return x.xor(BigInteger.valueOf(characters.length)).longValue();
  }

  /** A code is FNV-1a: the test vectors of its authors, whose bytes are ASCII, are met. */
  @ParameterizedTest
  @CsvSource({"'',cbf29ce484222325", "a,af63dc4c8601ec8c", "foobar,85944171f73967e8"})
  void codeIsFnv1a(String text, String code) {
    char[] chars = ("x" + text + "y").toCharArray();
    assertEquals(code, Fingerprint.of(FeatureHash.code(chars, 1, text.length())).toString());
  }

  /** Codes are unique for all texts of one character, many of two, and words with other digits. */
  @Test
  void codesOfShortWordsAreTheirOwn() {
    LongStream ones = IntStream.range(0, 0x10000).mapToLong(c -> code((char) c));
    LongStream twos =
        IntStream.range(0, 1 << 20)
            .mapToLong(i -> code((char) (0x4E00 + (i >> 10)), (char) (0x4E00 + (i & 0x3FF))));
    LongStream numbers =
        IntStream.range(0, 1_000_000).mapToLong(i -> code(("w" + i).toCharArray()));
    long[] codes = LongStream.concat(ones, twos).toArray();
    codes = LongStream.concat(LongStream.of(codes), numbers).sorted().toArray();
    for (int i = 1; i < codes.length; i++) {
      assertNotEquals(codes[i - 1], codes[i]);
    }
  }

  private static long code(char... text) {
    return FeatureHash.code(text, 0, text.length);
  }

  /** Bits are uniform for single Han characters, similar words, and shingles of three words. */
  @Test
  void bitsAreUniform() {
    FeatureHash hash = FeatureHash.fnv1a(0);
    int count = 20_000;
    int[][] ones = new int[3][64];
    for (int i = 0; i < count; i++) {
      long word = code(("w" + i).toCharArray());
      long three = FeatureHash.joined(FeatureHash.joined(code('a'), word), code('b'));
      long[] hashes = {hash.of(code((char) (0x4E00 + i))), hash.of(word), hash.of(three)};
      for (int kind = 0; kind < 3; kind++) {
        for (int bit = 0; bit < 64; bit++) {
          ones[kind][bit] += (int) (hashes[kind] >>> bit) & 1;
        }
      }
    }
    for (int i = 0; i < 3 * 64; i++) {
      assertEquals(count / 2., ones[i / 64][i % 64], 4 * Math.sqrt(count / 4.0), i / 64 + " " + i);
    }
  }

  private static int[] scalars(String text) {
    return text.codePoints().map(c -> c >= 0xD800 && c <= 0xDFFF ? 0xFFFD : c).toArray();
  }

  /** Makes a text of ASCII, Han, supplementary characters and lone surrogates. */
  private String text(int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      switch (random.nextInt(8)) {
        case 0 -> text.append((char) random.nextInt(0xD800, 0xE000));
        case 1 -> text.appendCodePoint(random.nextInt(0x10000, 0x110000));
        case 2, 3 -> text.append((char) random.nextInt(0x4E00, 0x9FA6));
        default -> text.append((char) random.nextInt(' ', 0x7F));
      }
    }
    return text.toString();
  }

  /** The hash is that of another library at every length, with or without bytes after the text. */
  @Test
  void murmurIsThatOfAnotherLibrary() {
    Random random = Seeds.random(1);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[i % 60];
      random.nextBytes(bytes);
      int offset = random.nextInt(bytes.length + 1);
      int length = random.nextInt(bytes.length - offset + 1);
      long expected =
          Hashing.murmur3_128().hashBytesTo128Bits(bytes, offset, length).getLeastSignificantBits();
      assertEquals(expected, FeatureHash.ofBytes(bytes, offset, length));
    }
  }
}
