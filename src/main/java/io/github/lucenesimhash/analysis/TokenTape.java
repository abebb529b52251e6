package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.simhash.FeatureHash;
import java.io.IOException;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttributeImpl;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PackedTokenAttributeImpl;
import org.apache.lucene.analysis.tokenattributes.PayloadAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;

/**
 * Writes down, while the tokens of a text flow by, all that an index takes of them. To be played
 * once it has ended, any number of times.
 */
final class TokenTape extends TokenFilter {

  /** An average word has more characters than this, so the arrays seldom grow. */
  private static final int CHARACTERS_PER_TOKEN = 5;

  private final TermToBytesRefAttribute term = getAttribute(TermToBytesRefAttribute.class);
  private final PositionIncrementAttribute increment =
      getAttribute(PositionIncrementAttribute.class);
  private final OffsetAttribute offset = getAttribute(OffsetAttribute.class);
  private final TermFrequencyAttribute frequency = getAttribute(TermFrequencyAttribute.class);
  private final PayloadAttribute payload = getAttribute(PayloadAttribute.class);

  private byte[] bytes;
  private int[] ends;
  private int[] increments;
  private int[] startOffsets;
  private int[] endOffsets;
  private int[] frequencies;
  private BytesRef[] payloads;
  private int size;

  /**
   * @param length of the text in characters, to make room
   */
  TokenTape(TokenStream input, int length) {
    super(input);
    if (term == null) {
      throw new IllegalArgumentException(
          "token stream " + input + " has no TermToBytesRefAttribute, expected a stream of words");
    }
    int tokens = length / CHARACTERS_PER_TOKEN + 8;
    bytes = new byte[length + 16];
    ends = new int[tokens];
    increments = new int[tokens];
    startOffsets = new int[tokens];
    endOffsets = new int[tokens];
    frequencies = frequency == null ? null : new int[tokens];
    payloads = payload == null ? null : new BytesRef[tokens];
  }

  @Override
  public boolean incrementToken() throws IOException {
    if (!input.incrementToken()) {
      return false;
    }
    write(term.getBytesRef());
    return true;
  }

  /** Whether an index takes the letters' UTF-8, as it does unless an analyzer says otherwise. */
  boolean isUtf8() {
    Class<?> type = term.getClass();
    return type == CharTermAttributeImpl.class || type == PackedTokenAttributeImpl.class;
  }

  /** The hash of the token that was written last. */
  long hashOfLast(FeatureHash hash) {
    int start = size == 1 ? 0 : ends[size - 2];
    return hash.hash(bytes, start, ends[size - 1] - start);
  }

  /** Also writes down where the text ends. */
  @Override
  public void end() throws IOException {
    super.end();
    write(new BytesRef());
  }

  private void write(BytesRef word) {
    if (size == ends.length) {
      grow();
    }
    int start = size == 0 ? 0 : ends[size - 1];
    bytes = ArrayUtil.grow(bytes, Math.addExact(start, word.length));
    System.arraycopy(word.bytes, word.offset, bytes, start, word.length);
    ends[size] = start + word.length;
    increments[size] = increment == null ? 1 : increment.getPositionIncrement();
    if (offset != null) {
      startOffsets[size] = offset.startOffset();
      endOffsets[size] = offset.endOffset();
    }
    if (frequencies != null) {
      frequencies[size] = frequency.getTermFrequency();
    }
    if (payloads != null && payload.getPayload() != null) {
      payloads[size] = BytesRef.deepCopyOf(payload.getPayload());
    }
    size++;
  }

  private void grow() {
    ends = ArrayUtil.grow(ends);
    increments = ArrayUtil.growExact(increments, ends.length);
    startOffsets = ArrayUtil.growExact(startOffsets, ends.length);
    endOffsets = ArrayUtil.growExact(endOffsets, ends.length);
    frequencies = frequencies == null ? null : ArrayUtil.growExact(frequencies, ends.length);
    payloads = payloads == null ? null : ArrayUtil.growExact(payloads, ends.length);
  }

  /** How many tokens there are; what was written at this place is the end of the text. */
  int tokens() {
    return size - 1;
  }

  void word(int token, BytesRef word) {
    word.bytes = bytes;
    word.offset = token == 0 ? 0 : ends[token - 1];
    word.length = ends[token] - word.offset;
  }

  int positionIncrement(int token) {
    return increments[token];
  }

  int startOffset(int token) {
    return startOffsets[token];
  }

  int endOffset(int token) {
    return endOffsets[token];
  }

  boolean hasFrequencies() {
    return frequencies != null;
  }

  int frequency(int token) {
    return frequencies[token];
  }

  boolean hasPayloads() {
    return payloads != null;
  }

  BytesRef payload(int token) {
    return payloads[token];
  }
}
