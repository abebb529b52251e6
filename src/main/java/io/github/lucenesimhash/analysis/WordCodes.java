package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.util.ArrayUtil;

/**
 * The words of a text in their order: of each its code and where it is. Of a word only letters,
 * digits and marks count, whatever their case and width; of the standard words those are one that a
 * hyphen alone is between, as they are where a line ends at the hyphen. A character of a script
 * without spaces is a word.
 *
 * @lucene.internal
 */
public final class WordCodes {

  private long[] codes = new long[256];
  private int[] from;
  private int[] to;

  private WordCodes(Words words, boolean hasOffsets) throws IOException {
    from = new int[hasOffsets ? codes.length : 0];
    to = new int[from.length];
    int size = 0;
    int end = -1; // of the last word, if the next one may be a part of it
    while (words.next()) {
      boolean isPart =
          end > 0
              && isHyphen(words.text()[end])
              && words.start() == behindLineEnd(words.text(), end + 1)
              && !words.isSingle();
      end =
          words.start() + words.length() < words.text().length && !words.isSingle()
              ? words.start() + words.length()
              : -1;
      if (isPart) {
        codes[size - 1] = code(words, codes[size - 1]);
        if (hasOffsets) {
          to[size - 1] = words.to();
        }
        continue;
      }
      if (size == codes.length) {
        codes = ArrayUtil.grow(codes, size + 1);
        from = hasOffsets ? ArrayUtil.growExact(from, codes.length) : from;
        to = hasOffsets ? ArrayUtil.growExact(to, codes.length) : to;
      }
      codes[size] = code(words, FeatureHash.START);
      if (hasOffsets) {
        from[size] = words.from();
        to[size] = words.to();
      }
      size++;
    }
    codes = Arrays.copyOf(codes, size);
    from = hasOffsets ? Arrays.copyOf(from, size) : from;
    to = hasOffsets ? Arrays.copyOf(to, size) : to;
  }

  private static boolean isHyphen(char c) {
    return c == '-' || c == '\u2010';
  }

  /** The index itself where no line ends. */
  private static int behindLineEnd(char[] text, int index) {
    int i = index + 1 < text.length && text[index] == '\r' ? index + 1 : index;
    return i < text.length && text[i] == '\n' ? i + 1 : index;
  }

  /** Of the letters, digits and marks of a word, behind those of a code. */
  private static long code(Words words, long before) {
    if (before == FeatureHash.START && words.isPlain()) {
      return words.code();
    }
    char[] text = words.text();
    int end = words.start() + words.length();
    long code = before;
    for (int i = words.start(); i < end; i++) {
      if (counts(text[i])) {
        code = FeatureHash.next(code, text[i]);
      }
    }
    return code == FeatureHash.START ? words.code() : code; // a symbol
  }

  private static boolean counts(char c) {
    return c < 0x80
        ? (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z')
        : Character.isSurrogate(c) || (Character.isLetterOrDigit(c) && c != '\u02BC') || isMark(c);
  }

  private static boolean isMark(char c) {
    int type = Character.getType(c);
    return type == Character.NON_SPACING_MARK || type == Character.COMBINING_SPACING_MARK;
  }

  /**
   * {@return the words of the standard scheme}
   *
   * @param text of any length
   * @param hasOffsets whether it will be asked where they are
   */
  public static WordCodes of(CharSequence text, boolean hasOffsets) {
    return AnalyzerChoice.of("standard")
        .analyze(text, hasOffsets, words -> new WordCodes(words, hasOffsets));
  }

  /**
   * {@return the words of an analyzer, with where they are}
   *
   * @param analyzer makes them
   * @param field it is given
   * @param text of any length
   */
  public static WordCodes of(Analyzer analyzer, String field, String text) {
    return AnalyzerChoice.own("words", analyzer, field)
        .analyze(text, true, words -> new WordCodes(words, true));
  }

  /** Of a stream from its next token to its last. */
  static WordCodes of(TokenStream tokens) throws IOException {
    return new WordCodes(Words.of(tokens), true);
  }

  /** {@return the codes of all words; not to be changed} */
  public long[] codes() {
    return codes;
  }

  /**
   * {@return where a word begins in the text}
   *
   * @param word its index
   */
  public int from(int word) {
    return from[word];
  }

  /**
   * {@return where a word ends in the text}
   *
   * @param word its index
   */
  public int to(int word) {
    return to[word];
  }
}
