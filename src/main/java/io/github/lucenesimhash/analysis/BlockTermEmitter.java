package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.Blocks;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.util.OptionalLong;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.util.AttributeSource;

/**
 * Writes the four block terms of one fingerprint into the attributes of a token stream, all at one
 * position and spanning the whole text.
 */
final class BlockTermEmitter {

  private final AttributeSource stream;
  private final boolean interleaved;
  private final CharTermAttribute term;
  private final OffsetAttribute offset;
  private final PositionIncrementAttribute increment;

  private OptionalLong fingerprint = OptionalLong.empty();
  private boolean started;
  private int next;
  private int endOffset;

  BlockTermEmitter(AttributeSource stream, boolean interleaved) {
    this.stream = stream;
    this.interleaved = interleaved;
    term = stream.addAttribute(CharTermAttribute.class);
    offset = stream.addAttribute(OffsetAttribute.class);
    increment = stream.addAttribute(PositionIncrementAttribute.class);
  }

  void reset() {
    started = false;
    endOffset = 0;
  }

  boolean isStarted() {
    return started;
  }

  /** Takes the text's fingerprint, or none, and the offset of its end. */
  void start(OptionalLong fingerprint, int endOffset) {
    this.fingerprint = fingerprint;
    this.endOffset = endOffset;
    next = 0;
    started = true;
  }

  boolean incrementToken() {
    stream.clearAttributes();
    if (fingerprint.isEmpty() || next == Blocks.BLOCKS) {
      return false;
    }
    long bits = fingerprint.getAsLong();
    BlockTermAttribute.set(term, interleaved ? Fingerprint.interleave(bits) : bits, next);
    offset.setOffset(0, endOffset);
    increment.setPositionIncrement(next == 0 ? 1 : 0);
    next++;
    return true;
  }

  void end() {
    offset.setOffset(endOffset, endOffset);
  }
}
