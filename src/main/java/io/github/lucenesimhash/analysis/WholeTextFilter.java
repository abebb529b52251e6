package io.github.lucenesimhash.analysis;

import java.io.IOException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.CharTermAttributeImpl;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.util.AttributeFactory;
import org.apache.lucene.util.BytesRef;

/**
 * Reads all words of a text, and then returns terms that stand for them.
 *
 * <p>A {@link TokenStream} rather than a TokenFilter: a filter shares the attributes of its input,
 * and there the term's bytes are the UTF-8 of its characters. (Lucene's CollatedTermAttributeImpl
 * does likewise.)
 */
abstract class WholeTextFilter extends TokenStream {

  private final TokenStream input;
  final CharTermAttribute term = addAttribute(CharTermAttribute.class);
  final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
  final PositionIncrementAttribute increment = addAttribute(PositionIncrementAttribute.class);

  private boolean isConsumed;
  int endOffset;

  /**
   * @param terms makes the attribute whose characters show a term to people
   */
  <T extends Term> WholeTextFilter(TokenStream input, Class<T> type, Supplier<T> terms) {
    super(
        new AttributeFactory.StaticImplementationAttributeFactory<>(
            TokenStream.DEFAULT_TOKEN_ATTRIBUTE_FACTORY, type) {
          @Override
          public T createInstance() {
            return terms.get();
          }
        });
    this.input = input;
  }

  /** A term whose bytes are not those of its characters. */
  abstract static class Term extends CharTermAttributeImpl {

    private final Function<CharSequence, byte[]> bytes;

    Term(Function<CharSequence, byte[]> bytes) {
      this.bytes = bytes;
    }

    @Override
    public final BytesRef getBytesRef() {
      return length() == 0 ? new BytesRef() : new BytesRef(bytes.apply(this));
    }
  }

  /** Reads the words, from the next one to the last. */
  abstract void read(TokenStream words) throws IOException;

  /** Sets the attributes, which are clear; false if there are no more terms. */
  abstract boolean next();

  @Override
  public final boolean incrementToken() throws IOException {
    if (!isConsumed) {
      read(input);
      input.end();
      OffsetAttribute end = input.getAttribute(OffsetAttribute.class);
      endOffset = end == null ? 0 : end.endOffset();
      isConsumed = true;
    }
    clearAttributes();
    return next();
  }

  @Override
  public void reset() throws IOException {
    super.reset();
    input.reset();
    isConsumed = false;
    endOffset = 0;
  }

  @Override
  public final void end() throws IOException {
    if (!isConsumed) {
      input.end();
    }
    super.end();
    offset.setOffset(endOffset, endOffset);
  }

  @Override
  public final void close() throws IOException {
    input.close();
    isConsumed = false;
  }
}
