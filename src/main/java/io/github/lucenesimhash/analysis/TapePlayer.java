package io.github.lucenesimhash.analysis;

import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.BytesTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PayloadAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute;
import org.apache.lucene.util.BytesRef;

/** The tokens on a tape as an index takes them; reused from document to document. */
final class TapePlayer extends TokenStream {

  private final BytesTermAttribute term = addAttribute(BytesTermAttribute.class);
  private final PositionIncrementAttribute increment =
      addAttribute(PositionIncrementAttribute.class);
  private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
  private final TermFrequencyAttribute frequency;
  private final PayloadAttribute payload;
  private final BytesRef word = new BytesRef();

  private TokenTape tape;
  private int next;

  TapePlayer(TokenTape tape) {
    this.tape = tape;
    frequency = tape.hasFrequencies() ? addAttribute(TermFrequencyAttribute.class) : null;
    payload = tape.hasPayloads() ? addAttribute(PayloadAttribute.class) : null;
  }

  /** Whether a tape has just what this player plays. */
  boolean fits(TokenTape other) {
    return (frequency != null) == other.hasFrequencies()
        && (payload != null) == other.hasPayloads();
  }

  void insert(TokenTape other) {
    tape = other;
  }

  @Override
  public void reset() {
    next = 0;
  }

  @Override
  public boolean incrementToken() {
    if (next == tape.tokens()) {
      return false;
    }
    play(next++);
    return true;
  }

  @Override
  public void end() {
    play(tape.tokens());
  }

  private void play(int token) {
    tape.word(token, word);
    term.setBytesRef(word);
    increment.setPositionIncrement(tape.positionIncrement(token));
    offset.setOffset(tape.startOffset(token), tape.endOffset(token));
    if (frequency != null) {
      frequency.setTermFrequency(tape.frequency(token));
    }
    if (payload != null) {
      payload.setPayload(tape.payload(token));
    }
  }
}
