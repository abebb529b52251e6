package io.github.lucenesimhash.analysis;

import java.io.IOException;
import java.util.OptionalLong;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;

/**
 * Replaces the words of a text by the four block terms of its fingerprint, or by nothing where the
 * text has too few features. The terms' bytes are those of {@link
 * io.github.lucenesimhash.search.SimHashField}; their characters show the block and its value in
 * hex.
 *
 * <p>A {@link TokenStream} rather than a TokenFilter: a filter shares the attributes of its input,
 * and there the term's bytes are the UTF-8 of its characters.
 */
public final class SimHashFilter extends TokenStream {

  private final TokenStream input;
  private final FingerprintScheme scheme;
  private final BlockTermEmitter terms;

  /**
   * @param input the words; the scheme's own analyzer is not used
   * @param scheme shingles, weights and hash
   * @param interleaved whether neighbouring bits go to different blocks
   */
  public SimHashFilter(TokenStream input, FingerprintScheme scheme, boolean interleaved) {
    super(BlockTermAttribute.FACTORY);
    this.input = input;
    this.scheme = scheme;
    terms = new BlockTermEmitter(this, interleaved);
  }

  @Override
  public boolean incrementToken() throws IOException {
    if (!terms.isStarted()) {
      OptionalLong fingerprint = scheme.fingerprint(input);
      terms.start(fingerprint, endInput());
    }
    return terms.incrementToken();
  }

  private int endInput() throws IOException {
    input.end();
    OffsetAttribute offset = input.getAttribute(OffsetAttribute.class);
    return offset == null ? 0 : offset.endOffset();
  }

  @Override
  public void reset() throws IOException {
    super.reset();
    input.reset();
    terms.reset();
  }

  @Override
  public void end() throws IOException {
    if (!terms.isStarted()) {
      terms.start(OptionalLong.empty(), endInput());
    }
    super.end();
    terms.end();
  }

  @Override
  public void close() throws IOException {
    input.close();
    terms.reset();
  }
}
