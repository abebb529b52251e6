package io.github.lucenesimhash.analysis;

import java.io.IOException;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.CharTermAttributeImpl;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PackedTokenAttributeImpl;
import org.apache.lucene.analysis.tokenattributes.PayloadAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.util.BytesRef;

/** Writes the tokens of a text on a tape while they flow by: all that an index takes of them. */
final class TapeRecorder extends TokenFilter {

  private final TermToBytesRefAttribute term = getAttribute(TermToBytesRefAttribute.class);
  private final PositionIncrementAttribute increment =
      addAttribute(PositionIncrementAttribute.class);
  private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
  private final TermFrequencyAttribute frequency = addAttribute(TermFrequencyAttribute.class);
  private final PayloadAttribute payload = getAttribute(PayloadAttribute.class);
  private final CharTermAttribute letters;
  private final TokenTape tape;

  /**
   * @param length of the text in characters, to make room
   */
  TapeRecorder(TokenStream input, int length) {
    super(input);
    if (term == null) {
      throw new IllegalArgumentException(
          "token stream " + input + " has no TermToBytesRefAttribute, expected a stream of words");
    }
    letters = isUtf8() ? getAttribute(CharTermAttribute.class) : null;
    tape = new TokenTape(length, payload != null);
  }

  @Override
  public boolean incrementToken() throws IOException {
    if (!input.incrementToken()) {
      return false;
    }
    if (!writeAscii()) {
      write(term.getBytesRef());
    }
    return true;
  }

  private boolean writeAscii() {
    return letters != null
        && payload == null
        && frequency.getTermFrequency() == 1
        && tape.writeAscii(
            letters.buffer(),
            letters.length(),
            increment.getPositionIncrement(),
            offset.startOffset(),
            offset.endOffset());
  }

  private void write(BytesRef word) {
    tape.write(
        word,
        increment.getPositionIncrement(),
        offset.startOffset(),
        offset.endOffset(),
        frequency.getTermFrequency(),
        payload == null ? null : payload.getPayload());
  }

  /** Also writes down where the text ends. */
  @Override
  public void end() throws IOException {
    super.end();
    write(new BytesRef());
  }

  /** Whether an index takes the letters' UTF-8, as it does unless an analyzer says otherwise. */
  boolean isUtf8() {
    Class<?> type = term.getClass();
    return type == CharTermAttributeImpl.class || type == PackedTokenAttributeImpl.class;
  }

  /** To be played once the text has ended, any number of times. */
  TokenTape tape() {
    return tape;
  }
}
