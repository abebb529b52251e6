package io.github.lucenesimhash.fingerprint;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.apache.lucene.util.UnicodeUtil;

/**
 * How a feature becomes 64 bits. Both functions are frozen by golden tests; the function's name and
 * seed are part of a scheme's id.
 */
public final class FeatureHash {

  private static final FeatureHash POLYNOMIAL = new FeatureHash(false, 0);

  private final boolean murmur;
  private final int seed;
  private final AtomicReferenceArray<long[]> pages = new AtomicReferenceArray<>(256);

  private FeatureHash(boolean murmur, int seed) {
    this.murmur = murmur;
    this.seed = seed;
  }

  /**
   * {@return the first 64 bits of murmur3 x64-128 over the UTF-8 bytes}
   *
   * @param seed any
   */
  public static FeatureHash murmur3(int seed) {
    return new FeatureHash(true, seed);
  }

  /**
   * {@return the polynomial string hash of the classic recipes: start with the first code point
   * shifted left by 7, then for each code point c (the first included) x = x * 1000003 xor c, at
   * the end xor the number of code points; the low 64 bits are kept} Its low bits are far from
   * uniform: for compatibility only.
   */
  public static FeatureHash polynomial() {
    return POLYNOMIAL;
  }

  /** {@return the seed of murmur3; 0 for the polynomial hash} */
  public int seed() {
    return seed;
  }

  /** {@return true if the hash of a shingle is {@link #combine}d from the hashes of its tokens} */
  public boolean combinesTokens() {
    return murmur;
  }

  /**
   * Hashes a part of a char array. Unpaired surrogates count as U+FFFD.
   *
   * @param text UTF-16
   * @param offset of the first char
   * @param length in chars
   * @param utf8 scratch of at least {@code length * 3} bytes
   * @return 64 bits
   */
  public long hash(char[] text, int offset, int length, byte[] utf8) {
    if (murmur) {
      return length == 1
          ? ofChar(text[offset])
          : hash(utf8, 0, UnicodeUtil.UTF16toUTF8(text, offset, length, utf8));
    }
    if (length == 0) {
      return 0;
    }
    long x = (long) codePoint(text, offset, offset + length) << 7;
    int codePoints = 0;
    for (int i = offset; i < offset + length; codePoints++) {
      int c = codePoint(text, i, offset + length);
      x = x * 1000003 ^ c;
      i += Character.charCount(c);
    }
    return x ^ codePoints;
  }

  /* Hashes of single characters are kept, in pages made when needed: 80 for Chinese, 512 KiB for the whole plane. */
  private long ofChar(char c) {
    long[] page = pages.getAcquire(c >>> 8);
    if (page == null) {
      page = new long[256];
      byte[] utf8 = new byte[UnicodeUtil.maxUTF8Length(1)];
      for (int i = 0; i < page.length; i++) {
        char[] text = {(char) ((c & 0xFF00) | i)};
        page[i] = hash(utf8, 0, UnicodeUtil.UTF16toUTF8(text, 0, 1, utf8));
      }
      pages.setRelease(c >>> 8, page);
    }
    return page[c & 0xFF];
  }

  /**
   * Hashes UTF-8 to the same value; only for a function that {@link #combinesTokens}.
   *
   * @param utf8 well-formed
   * @param offset of the first byte
   * @param length in bytes
   * @return 64 bits
   */
  public long hash(byte[] utf8, int offset, int length) {
    if (!murmur) {
      throw new IllegalStateException("hash " + this + " takes code points, expected murmur3");
    }
    return Murmur3.hash(utf8, offset, length, seed);
  }

  /**
   * {@return the hash of a whole text}
   *
   * @param text of any length
   */
  public long hash(CharSequence text) {
    char[] chars = text.toString().toCharArray();
    return hash(chars, 0, chars.length, new byte[UnicodeUtil.maxUTF8Length(chars.length)]);
  }

  /**
   * Extends the hash of a shingle by its next token: order and number of tokens matter. The mixing
   * step is the finalizer of splitmix64 (G. Steele, D. Lea, C. Flood, <em>Fast Splittable
   * Pseudorandom Number Generators</em>, OOPSLA 2014, figure 17) over the hash so far times an odd
   * constant plus the next.
   *
   * @param shingle the hash so far, 0 at the start
   * @param token the next token's hash
   * @return 64 bits
   */
  public static long combine(long shingle, long token) {
    long x = shingle * 0x9E3779B97F4A7C15L + token;
    x = (x ^ (x >>> 30)) * 0xBF58476D1CE4E5B9L;
    x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
    return x ^ (x >>> 31);
  }

  /**
   * {@return sixteen hex digits that change with a text, for ids}
   *
   * @param text of any length
   */
  public static String digest(String text) {
    ByteBuffer utf16 = ByteBuffer.allocate(text.length() * Character.BYTES);
    utf16.asCharBuffer().put(text);
    return Fingerprint.toHex(Murmur3.hash(utf16.array(), 0, utf16.capacity(), 0));
  }

  private static int codePoint(char[] text, int index, int limit) {
    int c = Character.codePointAt(text, index, limit);
    return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? 0xFFFD : c;
  }

  @Override
  public String toString() {
    return murmur ? "murmur3(" + seed + ")" : "polynomial";
  }
}
