package io.github.lucenesimhash.verify;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.LongStream;
import org.apache.lucene.util.ArrayUtil;

/**
 * The features of {@link TextVerifier#standard}, without an analyzer: the definition is short, and
 * a verifier must not change when an analyzer does.
 */
final class StandardShingles {

  private static final int WORDS = 3;
  private static final int CHARACTERS = 4;
  private static final FeatureHash HASH = FeatureHash.murmur3(0);

  private StandardShingles() {}

  /** Hashes of every three words in a row, ascending and distinct. */
  static long[] words(CharSequence text) {
    LongStream.Builder words = LongStream.builder();
    char[] chars = normalize(text).toCharArray();
    byte[] utf8 = new byte[64];
    for (int i = 0, end; i < chars.length; i = end) {
      int start = i;
      while (start < chars.length && !isLetterOrDigit(chars, start)) {
        start += length(chars, start);
      }
      end = start;
      while (end < chars.length && isLetterOrDigit(chars, end)) {
        end += length(chars, end);
      }
      if (end > start) {
        utf8 = ArrayUtil.growNoCopy(utf8, (end - start) * 3);
        words.add(HASH.hash(chars, start, end - start, utf8));
      }
    }
    return shingles(words.build().toArray(), WORDS);
  }

  /** Hashes of every four letters or digits in a row, ascending and distinct. */
  static long[] characters(CharSequence text) {
    return shingles(
        normalize(text).codePoints().filter(Character::isLetterOrDigit).asLongStream().toArray(),
        CHARACTERS);
  }

  private static String normalize(CharSequence text) {
    return Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
  }

  private static boolean isLetterOrDigit(char[] chars, int index) {
    return Character.isLetterOrDigit(Character.codePointAt(chars, index));
  }

  private static int length(char[] chars, int index) {
    return Character.charCount(Character.codePointAt(chars, index));
  }

  /** In place: a shingle needs no token before its own first one. */
  private static long[] shingles(long[] tokens, int length) {
    int shingleSize = Math.min(length, tokens.length);
    int count = tokens.length == 0 ? 0 : tokens.length - shingleSize + 1;
    for (int i = 0; i < count; i++) {
      long hash = FeatureHash.combine(shingleSize, tokens[i]);
      for (int j = 1; j < shingleSize; j++) {
        hash = FeatureHash.combine(hash, tokens[i + j]);
      }
      tokens[i] = hash;
    }
    return FeatureSet.ascending(Arrays.copyOf(tokens, count));
  }
}
