package io.github.lucenesimhash.analysis;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.BytesTermAttribute;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.CharTermAttributeImpl;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PackedTokenAttributeImpl;
import org.apache.lucene.analysis.tokenattributes.PayloadAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefBuilder;

/**
 * Holds the tokens of a text with all attributes that an index needs, in 20 bytes a token besides
 * letters and payload. TeeSinkTokenFilter holds a clone of all attributes for each token, which
 * costs as much time as a second analysis.
 */
final class TokenBuffer {

  /** Numbers of a token: position increment, start and end offset, frequency, end of its bytes. */
  private static final int NUMBERS = 5;

  private final BytesRefBuilder words = new BytesRefBuilder();
  private int[] numbers;
  private int size;
  private final List<BytesRef> payloads; // by token; null if the stream has none

  private TokenBuffer(int characters, boolean hasPayloads) {
    words.grow(characters + 64);
    numbers = new int[NUMBERS * (characters / 5 + 8)];
    payloads = hasPayloads ? new ArrayList<>() : null;
  }

  /**
   * Records the tokens of a stream while they are consumed, and the end of the stream as a last
   * token.
   */
  static final class Recorder extends TokenFilter {

    private final TermToBytesRefAttribute term = addAttribute(TermToBytesRefAttribute.class);
    private final PositionIncrementAttribute increment =
        addAttribute(PositionIncrementAttribute.class);
    private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
    private final TermFrequencyAttribute frequency = addAttribute(TermFrequencyAttribute.class);
    private final PayloadAttribute payload = getAttribute(PayloadAttribute.class);
    private final CharTermAttribute letters;
    private final TokenBuffer buffer;

    Recorder(TokenStream input, int characters) {
      super(input);
      letters = isUtf8() ? getAttribute(CharTermAttribute.class) : null;
      buffer = new TokenBuffer(characters, payload != null);
    }

    @Override
    public boolean incrementToken() throws IOException {
      if (!input.incrementToken()) {
        return false;
      }
      if (letters == null || !buffer.appendAscii(letters.buffer(), letters.length())) {
        buffer.words.append(term.getBytesRef());
      }
      addNumbers();
      return true;
    }

    private void addNumbers() {
      int at = buffer.size * NUMBERS;
      int[] numbers = ArrayUtil.grow(buffer.numbers, at + NUMBERS);
      numbers[at] = increment.getPositionIncrement();
      numbers[at + 1] = offset.startOffset();
      numbers[at + 2] = offset.endOffset();
      numbers[at + 3] = frequency.getTermFrequency();
      numbers[at + 4] = buffer.words.length();
      buffer.numbers = numbers;
      if (payload != null) {
        BytesRef bytes = payload.getPayload();
        buffer.payloads.add(bytes == null ? null : BytesRef.deepCopyOf(bytes));
      }
      buffer.size++;
    }

    @Override
    public void end() throws IOException {
      super.end();
      addNumbers();
    }

    /** Returns true if the bytes of a term are its letters in UTF-8. */
    private boolean isUtf8() {
      Class<?> type = term.getClass();
      return type == CharTermAttributeImpl.class || type == PackedTokenAttributeImpl.class;
    }

    /** Returns the buffer, which is complete once the stream has ended. */
    TokenBuffer buffer() {
      return buffer;
    }
  }

  /** Appends letters if all are ASCII; otherwise leaves the buffer as it was. */
  private boolean appendAscii(char[] text, int characters) {
    int start = words.length();
    words.grow(start + characters);
    byte[] bytes = words.bytes();
    int all = 0;
    for (int i = 0; i < characters; i++) {
      all |= text[i];
      bytes[start + i] = (byte) text[i];
    }
    boolean isAscii = all < 0x80;
    words.setLength(isAscii ? start + characters : start);
    return isAscii;
  }

  /** Returns a stream of the tokens. Any number of streams can read one buffer. */
  TokenStream stream(TokenStream reuse) {
    Player player =
        reuse instanceof Player old && (old.payload == null) == (payloads == null)
            ? old
            : new Player(payloads != null);
    player.buffer = this;
    return player;
  }

  private static final class Player extends TokenStream {

    private final BytesTermAttribute term = addAttribute(BytesTermAttribute.class);
    private final PositionIncrementAttribute increment =
        addAttribute(PositionIncrementAttribute.class);
    private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
    private final TermFrequencyAttribute frequency = addAttribute(TermFrequencyAttribute.class);
    private final PayloadAttribute payload;
    private final BytesRef word = new BytesRef();
    private TokenBuffer buffer;
    private int next;

    Player(boolean hasPayloads) {
      payload = hasPayloads ? addAttribute(PayloadAttribute.class) : null;
    }

    @Override
    public void reset() {
      next = 0;
      word.bytes = buffer.words.bytes();
      term.setBytesRef(word);
    }

    @Override
    public boolean incrementToken() {
      if (next == buffer.size - 1) {
        return false;
      }
      set();
      next++;
      return true;
    }

    @Override
    public void end() {
      next = buffer.size - 1;
      set();
    }

    private void set() {
      int[] numbers = buffer.numbers;
      int at = next * NUMBERS;
      increment.setPositionIncrement(numbers[at]);
      offset.setOffset(numbers[at + 1], numbers[at + 2]);
      frequency.setTermFrequency(numbers[at + 3]);
      word.offset = next == 0 ? 0 : numbers[at - 1];
      word.length = numbers[at + 4] - word.offset;
      if (payload != null) {
        payload.setPayload(buffer.payloads.get(next));
      }
    }
  }
}
