package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.Blocks;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Optional;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.CharTermAttributeImpl;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.util.AttributeFactory;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOFunction;

/**
 * Replaces the words of a text by the block terms of its fingerprint, all at one position and
 * spanning the whole text, or by nothing where the text has no feature. The terms' bytes are those
 * of {@link io.github.lucenesimhash.search.SimHashField}; their characters show the block and its
 * value in hex.
 *
 * <p>A {@link TokenStream} rather than a TokenFilter: a filter shares the attributes of its input,
 * and there the term's bytes are the UTF-8 of its characters.
 */
final class SimHashFilter extends TokenStream {

  private static final AttributeFactory ATTRIBUTES =
      new AttributeFactory.StaticImplementationAttributeFactory<>(
          TokenStream.DEFAULT_TOKEN_ATTRIBUTE_FACTORY, BlockTerm.class) {
        @Override
        public BlockTerm createInstance() {
          return new BlockTerm();
        }
      };

  private final TokenStream input;
  private final IOFunction<TokenStream, Optional<Fingerprint>> fingerprinter;
  private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
  private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
  private final PositionIncrementAttribute increment =
      addAttribute(PositionIncrementAttribute.class);

  private Optional<Fingerprint> fingerprint = Optional.empty();
  private boolean isConsumed;
  private int next;
  private int endOffset;

  /**
   * A filter that reads all words and then gives a term for each block, or none.
   *
   * @param input the words; the scheme's own analyzer is not used
   * @param scheme shingles, weights and hash
   */
  public SimHashFilter(TokenStream input, FingerprintScheme scheme) {
    this(input, tokens -> scheme.features.fingerprint(Words.of(tokens)));
    if (scheme.isOfText()) {
      throw new IllegalArgumentException(
          "scheme '" + scheme + "' reads texts, not words: expected a SimHashAnalyzer for it");
    }
  }

  SimHashFilter(TokenStream input, IOFunction<TokenStream, Optional<Fingerprint>> fingerprinter) {
    super(ATTRIBUTES);
    this.input = input;
    this.fingerprinter = fingerprinter;
  }

  @Override
  public boolean incrementToken() throws IOException {
    if (!isConsumed) {
      fingerprint = fingerprinter.apply(input);
      input.end();
      OffsetAttribute end = input.getAttribute(OffsetAttribute.class);
      endOffset = end == null ? 0 : end.endOffset();
      isConsumed = true;
    }
    clearAttributes();
    if (fingerprint.isEmpty() || next == fingerprint.get().words() * Blocks.IN_WORD) {
      return false;
    }
    char value = (char) Blocks.block(fingerprint.get(), next);
    term.append(next + ":" + HexFormat.of().toHexDigits(value));
    offset.setOffset(0, endOffset);
    increment.setPositionIncrement(next == 0 ? 1 : 0);
    next++;
    return true;
  }

  @Override
  public void reset() throws IOException {
    super.reset();
    input.reset();
    isConsumed = false;
    next = 0;
    endOffset = 0;
  }

  @Override
  public void end() throws IOException {
    if (!isConsumed) {
      input.end();
    }
    super.end();
    offset.setOffset(endOffset, endOffset);
  }

  @Override
  public void close() throws IOException {
    input.close();
    isConsumed = false;
  }

  /**
   * A term whose bytes are a block term and whose characters show it to people, as {@code 2:a1b2}:
   * block number, colon, four hex digits. (Lucene's CollatedTermAttributeImpl does likewise.)
   */
  private static final class BlockTerm extends CharTermAttributeImpl {

    private static final int VALUE_DIGITS = 4;

    @Override
    public BytesRef getBytesRef() {
      if (length() == 0) {
        return new BytesRef();
      }
      byte[] term = new byte[Blocks.TERM_BYTES];
      int colon = length() - VALUE_DIGITS - 1;
      int value = Integer.parseInt(this, colon + 1, length(), 16);
      Blocks.writeTerm(Integer.parseInt(this, 0, colon, 10), value, term);
      return new BytesRef(term);
    }
  }
}
