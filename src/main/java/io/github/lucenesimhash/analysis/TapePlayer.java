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
  private final TermFrequencyAttribute frequency = addAttribute(TermFrequencyAttribute.class);
  private final PayloadAttribute payload;

  private final BytesRef word = new BytesRef();

  private byte[] bytes;
  private int tokens;
  private int left;
  private int at;
  private int startOffset;

  TapePlayer(TokenTape tape) {
    payload = tape.hasPayloads() ? addAttribute(PayloadAttribute.class) : null;
    insert(tape);
  }

  /** Whether a tape has just what this player plays. */
  boolean fits(TokenTape tape) {
    return (payload != null) == tape.hasPayloads();
  }

  void insert(TokenTape tape) {
    bytes = tape.bytes();
    tokens = tape.tokens();
    word.bytes = bytes;
  }

  @Override
  public void reset() {
    left = tokens;
    at = 0;
    startOffset = 0;
    term.setBytesRef(word);
  }

  @Override
  public boolean incrementToken() {
    if (left == 0) {
      return false;
    }
    left--;
    play();
    return true;
  }

  @Override
  public void end() {
    play();
  }

  private void play() {
    if (bytes[at] == TokenTape.LONG_KIND) {
      playLong();
      return;
    }
    int head = TokenTape.number(bytes, at);
    set(head & 0xFF, (head >>> 8) & 0xFF, (head >>> 16) & 0xFF, 1);
    setWord(at + TokenTape.SHORT_HEAD, head >>> 24);
    if (payload != null) {
      payload.setPayload(null);
    }
  }

  private void playLong() {
    set(number(0), number(1), number(2), number(4));
    int payloadLength = number(5);
    setWord(at + TokenTape.LONG_HEAD, number(3));
    if (payload != null) {
      payload.setPayload(payloadLength < 0 ? null : new BytesRef(bytes, at, payloadLength));
      at += Math.max(payloadLength, 0);
    }
  }

  private int number(int i) {
    return TokenTape.number(bytes, at + 1 + i * Integer.BYTES);
  }

  private void set(int positions, int later, int span, int times) {
    startOffset += later;
    increment.setPositionIncrement(positions);
    offset.setOffset(startOffset, startOffset + span);
    frequency.setTermFrequency(times);
  }

  private void setWord(int start, int length) {
    word.offset = start;
    word.length = length;
    at = start + length;
  }
}
