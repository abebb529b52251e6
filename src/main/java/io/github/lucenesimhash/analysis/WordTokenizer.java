package io.github.lucenesimhash.analysis;

import java.io.IOException;
import java.io.StringWriter;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;

/** The words of a {@link WordScanner} as the tokens of an analysis chain. */
final class WordTokenizer extends Tokenizer {

  private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
  private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
  private final boolean byCharacter;
  private WordScanner words;
  private int length;

  WordTokenizer(boolean byCharacter) {
    this.byCharacter = byCharacter;
  }

  @Override
  public void reset() throws IOException {
    super.reset();
    StringWriter text = new StringWriter();
    input.transferTo(text);
    length = text.getBuffer().length();
    words = new WordScanner(NormalText.of(text.getBuffer(), true), byCharacter);
  }

  @Override
  public boolean incrementToken() {
    clearAttributes();
    if (!words.next()) {
      return false;
    }
    term.copyBuffer(words.text(), words.start(), words.length());
    offset.setOffset(correctOffset(words.from()), correctOffset(words.to()));
    return true;
  }

  @Override
  public void end() throws IOException {
    super.end();
    offset.setOffset(correctOffset(length), correctOffset(length));
  }

  @Override
  public void close() throws IOException {
    super.close();
    words = null; // it holds the text
  }
}
