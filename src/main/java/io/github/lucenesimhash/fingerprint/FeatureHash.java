package io.github.lucenesimhash.fingerprint;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * Hashes features to 64 bits, by one of two functions. The name and the seed of the function are
 * part of the id of a scheme, and golden tests freeze the hashes.
 */
public final class FeatureHash {

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  /** The {@link #next code} of an empty word. */
  public static final long START = 0xCBF29CE484222325L;

  private static final long PRIME = 0x100000001B3L;

  private static final FeatureHash POLYNOMIAL = new FeatureHash(false, 0);

  private final boolean isOfCodes;
  private final int seed;

  private FeatureHash(boolean isOfCodes, int seed) {
    this.isOfCodes = isOfCodes;
    this.seed = seed;
  }

  /**
   * Returns the function that {@linkplain #combine combines} the {@link #joined} codes of words
   * with a seed, for uniform bits. A code is the 64-bit FNV-1a hash (G. Fowler, L. Noll, P. Vo) of
   * the UTF-16 chars of a word, instead of bytes.
   *
   * @param seed any number
   * @return the hash function
   */
  public static FeatureHash fnv1a(int seed) {
    return new FeatureHash(true, seed);
  }

  /**
   * Returns the polynomial string hash of the classic recipes, for compatibility only. The hash x
   * starts as the first code point shifted left by 7. Then x = x * 1000003 xor c for each code
   * point c, the first included, and at the end x xor the number of code points. The low 64 bits
   * are kept, and the lowest are far from uniform. Unpaired surrogates count as U+FFFD.
   *
   * @return the hash function
   */
  public static FeatureHash polynomial() {
    return POLYNOMIAL;
  }

  /**
   * {@return true if this function hashes the codes of words with {@link #of}; false if it hashes
   * the letters of words}
   */
  public boolean isOfCodes() {
    return isOfCodes;
  }

  /**
   * {@return the code of a word extended by one char}
   *
   * @param word the code of the word so far
   * @param c the next char
   */
  public static long next(long word, char c) {
    return (word ^ c) * PRIME;
  }

  /**
   * {@return the code of a word}
   *
   * @param text the chars
   * @param offset the index of the first char
   * @param length the number of chars
   */
  public static long code(char[] text, int offset, int length) {
    long code = START;
    for (int i = offset; i < offset + length; i++) {
      code = next(code, text[i]);
    }
    return code;
  }

  /**
   * {@return the joined codes of some words, extended by one more word}
   *
   * @param words the code of one word, or joined codes
   * @param next the code of one word
   */
  public static long joined(long words, long next) {
    return words * GOLDEN + next;
  }

  /**
   * {@return the hash of some words, if this function {@linkplain #isOfCodes hashes codes}}
   *
   * @param words the code of one word, or {@link #joined} codes
   */
  public long of(long words) {
    return combine(seed, words);
  }

  /**
   * {@return the hash of a text as a single word}
   *
   * @param text a text of any length
   */
  public long hash(CharSequence text) {
    char[] chars = text.toString().toCharArray();
    return isOfCodes ? of(code(chars, 0, chars.length)) : polynomial(chars);
  }

  private static long polynomial(char[] text) {
    if (text.length == 0) {
      return 0;
    }
    long x = (long) codePoint(text, 0) << 7;
    int codePoints = 0;
    for (int i = 0; i < text.length; codePoints++) {
      int c = codePoint(text, i);
      x = x * 1000003 ^ c;
      i += Character.charCount(c);
    }
    return x ^ codePoints;
  }

  /**
   * {@return the first 64 bits of murmur3 x64-128 of some bytes}
   *
   * @param bytes the bytes
   * @param offset the index of the first byte
   * @param length the number of bytes
   */
  public static long ofBytes(byte[] bytes, int offset, int length) {
    return Murmur3.hash(bytes, offset, length);
  }

  /**
   * Extends the hash of a shingle by its next token. The result depends on the order and the number
   * of tokens. The mixing step is the finalizer of splitmix64 (G. Steele, D. Lea, C. Flood,
   * <em>Fast Splittable Pseudorandom Number Generators</em>, OOPSLA 2014, figure 17) of the hash so
   * far, multiplied by an odd constant, plus the hash of the next token.
   *
   * @param shingle the hash so far, 0 at the start
   * @param token the hash of the next token
   * @return the extended hash
   */
  public static long combine(long shingle, long token) {
    long x = joined(shingle, token);
    x = (x ^ (x >>> 30)) * 0xBF58476D1CE4E5B9L;
    x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
    return x ^ (x >>> 31);
  }

  /**
   * {@return a digest of a text, sixteen hex digits, to be used in ids}
   *
   * @param text a text of any length
   */
  public static String digest(String text) {
    ByteBuffer utf16 = ByteBuffer.allocate(text.length() * Character.BYTES);
    utf16.asCharBuffer().put(text);
    return HexFormat.of().toHexDigits(Murmur3.hash(utf16.array(), 0, utf16.capacity()));
  }

  private static int codePoint(char[] text, int index) {
    int c = Character.codePointAt(text, index);
    return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? 0xFFFD : c;
  }
}
