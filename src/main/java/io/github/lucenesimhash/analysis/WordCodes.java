package io.github.lucenesimhash.analysis;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.util.ArrayUtil;

/**
 * The words of a text in their order: of each its code and where it is. Equal words have equal
 * codes, whatever their case, width and accents of the same letter are encoded by; punctuation and
 * line breaks are between words. A character of a script without spaces is a word.
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
    while (words.next()) {
      if (size == codes.length) {
        codes = ArrayUtil.grow(codes, size + 1);
        from = hasOffsets ? ArrayUtil.growExact(from, codes.length) : from;
        to = hasOffsets ? ArrayUtil.growExact(to, codes.length) : to;
      }
      codes[size] = words.code();
      if (hasOffsets) {
        from[size] = words.from();
        to[size] = words.to();
      }
      size++;
    }
    codes = Arrays.copyOf(codes, size);
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
