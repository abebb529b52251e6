package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.core.KeywordTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/**
 * Turns a text into the block terms of its fingerprint, for fields that are filled through an
 * analyzer. Each document has one text in the field. The queries, sorts and joins of a {@link
 * SimHashField} work on such a field, too. An analyzer cannot write the doc value, so these collect
 * the fingerprints from the terms, once for each open segment, in 8 bytes of memory for each
 * document and 64 bits of the fingerprint. A document with two texts in the field matches nothing.
 * An analyzer cannot write the scheme's id either, so nothing checks that a query has this scheme.
 * If your own code makes the documents, use a {@link SimHashField} instead.
 */
public final class SimHashAnalyzer extends Analyzer {

  private final FingerprintScheme scheme;

  /**
   * Creates an analyzer for a scheme.
   *
   * @param scheme the scheme, which queries must have too
   */
  public SimHashAnalyzer(FingerprintScheme scheme) {
    this.scheme = Objects.requireNonNull(scheme, "scheme");
  }

  /** Makes one token of the whole text, which the scheme's own analyzer reads. */
  @Override
  protected TokenStreamComponents createComponents(String fieldName) {
    Tokenizer wholeText = new KeywordTokenizer();
    return new TokenStreamComponents(wholeText, new SimHashFilter(wholeText, this::fingerprint));
  }

  private Optional<Fingerprint> fingerprint(TokenStream wholeText) throws IOException {
    if (!wholeText.incrementToken()) {
      throw new IllegalStateException("TokenStream contract violation: reset() call missing");
    }
    return scheme.fingerprint(wholeText.getAttribute(CharTermAttribute.class).toString());
  }
}
