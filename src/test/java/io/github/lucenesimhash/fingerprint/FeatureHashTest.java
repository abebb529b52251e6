package io.github.lucenesimhash.fingerprint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.dynatrace.hash4j.hashing.Hashing;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FeatureHashTest {

  private static final long SEED = 1000003;

  private final SplittableRandom random = new SplittableRandom(SEED);

  @ParameterizedTest
  @CsvSource({
    "'',0000000000000000,0000000000000000",
    "a,85555565f6597889,00000002e40db1e0",
    "hello,cbd8a7b341bd9b02,0baa983db47697fd",
    "相似,faeaf7f8596c0c25,3619de49de27f9d6",
    "naïve café,587590543f7893bf,fae48603d42984e2",
    "\uD83D\uDE00,156db15587e0545c,00000ef5f7b0f601",
    "x\uD83Dy,9c0cf8f8a590d47d,acbda9561aba0c85",
    "\uDE00,6b76501217695ea7,000007a10a9c647c",
    "The quick brown fox jumps over the lazy dog,e34bbc7bbc071b6c,7bce7dc3c1414162",
  })
  void golden(String text, String murmur3, String polynomial) {
    assertEquals(murmur3, Fingerprint.toHex(FeatureHash.murmur3(0).hash(text)));
    assertEquals(polynomial, Fingerprint.toHex(FeatureHash.polynomial().hash(text)));
  }

  @Test
  void goldenSeedAndCombination() {
    assertEquals("c3fd96f51d654da5", Fingerprint.toHex(FeatureHash.murmur3(-7).hash("相似")));
    assertEquals("975835de1c9756ce", Fingerprint.toHex(FeatureHash.combine(1, 2)));
    assertEquals(
        "25c26ea579cea98a", Fingerprint.toHex(FeatureHash.combine(0, 0x8000000000000000L)));
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

  @Test
  void murmurHashesTheUtf8() {
    for (int round = 0; round < 3000; round++) {
      String text = text(round % 60);
      int[] scalars = scalars(text);
      byte[] utf8 = new String(scalars, 0, scalars.length).getBytes(StandardCharsets.UTF_8);
      long expected = murmur3(utf8, 0, utf8.length, round);
      assertEquals(expected, FeatureHash.murmur3(round).hash(text), "seed " + SEED + ": " + text);
    }
  }

  @Test
  void partOfAnArrayHashesAsTheTextItHolds() {
    for (FeatureHash hash : new FeatureHash[] {FeatureHash.murmur3(5), FeatureHash.polynomial()}) {
      for (int round = 0; round < 500; round++) {
        String text = text(round % 20);
        char[] chars = ("\uD83D" + "x" + text + "\uDE00").toCharArray();
        long part = hash.hash(chars, 2, text.length(), new byte[text.length() * 3]);
        assertEquals(hash.hash(text), part, "seed " + SEED + ": " + text);
      }
    }
  }

  @Test
  void upperHalfIsUsed() {
    long seen = 0;
    for (int i = 0; i < 64; i++) {
      seen |= FeatureHash.murmur3(0).hash("w" + i) >>> 32;
    }
    assertEquals(0xFFFFFFFFL, seen);
  }

  @Test
  void combinationMindsOrderAndNumber() {
    long a = FeatureHash.murmur3(0).hash("a");
    long b = FeatureHash.murmur3(0).hash("b");
    assertNotEquals(FeatureHash.combine(a, b), FeatureHash.combine(b, a));
    assertNotEquals(FeatureHash.combine(a, a), a);
    assertNotEquals(FeatureHash.combine(FeatureHash.combine(a, a), a), FeatureHash.combine(a, a));
    assertNotEquals(FeatureHash.murmur3(0).hash("ab"), FeatureHash.combine(a, b));
  }

  @Test
  void namesTellTheHashesApart() {
    assertEquals("murmur3(7)", FeatureHash.murmur3(7).toString());
    assertEquals("polynomial", FeatureHash.polynomial().toString());
    assertTrue(FeatureHash.murmur3(7).combinesTokens());
    assertFalse(FeatureHash.polynomial().combinesTokens());
  }

  private static int[] scalars(String text) {
    return text.codePoints().map(c -> c >= 0xD800 && c <= 0xDFFF ? 0xFFFD : c).toArray();
  }

  /** ASCII, Han, supplementary characters and lone surrogates. */
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

  private static long murmur3(byte[] bytes, int offset, int length, int seed) {
    return Hashing.murmur3_128(seed)
        .hashBytesTo128Bits(bytes, offset, length)
        .getLeastSignificantBits();
  }

  /** Of every length, with anything or nothing after them. */
  @Test
  void murmurIsThatOfAnotherLibrary() {
    Random random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[i % 60];
      random.nextBytes(bytes);
      int offset = random.nextInt(bytes.length + 1);
      int length = random.nextInt(bytes.length - offset + 1);
      int seed = i % 3 == 0 ? 0 : random.nextInt();
      assertEquals(
          murmur3(bytes, offset, length, seed),
          FeatureHash.murmur3(seed).hash(bytes, offset, length));
    }
  }

  @Test
  void polynomialTakesNoBytes() {
    FeatureHash polynomial = FeatureHash.polynomial();
    assertThrows(IllegalStateException.class, () -> polynomial.hash(new byte[1], 0, 1));
  }
}
