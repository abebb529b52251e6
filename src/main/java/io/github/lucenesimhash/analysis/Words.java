package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import java.io.IOException;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;

/** Iterates over the words of one text. */
interface Words {

  /** Moves to the next word. Returns false if no word is left. */
  boolean next() throws IOException;

  char[] text();

  int start();

  int length();

  /**
   * Returns whether the word is a single character of a script without spaces between words, such
   * as Han, with its marks.
   */
  boolean isSingle();

  /** Returns the index of the first character of the word in the text. */
  int from();

  int to();

  /** Returns whether the word has a digit. */
  default boolean hasDigit() {
    char[] text = text();
    int start = start();
    for (int i = start; i < start + length(); i++) {
      if (Character.isDigit(Character.codePointAt(text, i, start + length()))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns true only if the word has no marks, and is either ASCII letters and digits or one
   * character of a script without spaces.
   */
  default boolean isPlain() {
    return false;
  }

  /** Returns true only if the word consists of ASCII letters. */
  default boolean isLetters() {
    return false;
  }

  /** Returns the {@link FeatureHash} code of the word. */
  default long code() {
    return FeatureHash.code(text(), start(), length());
  }

  /** Returns the remaining tokens of a stream, without calling {@code reset} or {@code end}. */
  static Words of(TokenStream tokens) {
    CharTermAttribute term = tokens.getAttribute(CharTermAttribute.class);
    if (term == null) {
      throw new IllegalArgumentException(
          "token stream " + tokens + " has no CharTermAttribute, expected a stream of words");
    }
    return new OfStream(tokens, term, tokens.addAttribute(OffsetAttribute.class));
  }

  /** Iterates over the tokens of a stream. */
  record OfStream(TokenStream tokens, CharTermAttribute term, OffsetAttribute offset)
      implements Words {

    @Override
    public boolean next() throws IOException {
      return tokens.incrementToken();
    }

    @Override
    public char[] text() {
      return term.buffer();
    }

    @Override
    public int start() {
      return 0;
    }

    @Override
    public int length() {
      return term.length();
    }

    @Override
    public boolean isSingle() {
      return WordScanner.isSingle(term.buffer(), term.length());
    }

    @Override
    public int from() {
      return offset.startOffset();
    }

    @Override
    public int to() {
      return offset.endOffset();
    }
  }
}
