package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.util.Objects;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.Tokenizer;

/**
 * A text to the four block terms of its fingerprint under a scheme, for fields that are filled
 * through an analyzer: one text a document. The queries, sorts and joins of a {@link SimHashField}
 * work on such a field too; an analyzer cannot write the doc value, so they put the fingerprints
 * together from the terms, once for each open segment, and hold 8 bytes a document in memory. Nor
 * can it write the scheme's id: that the scheme of a query is the one given here is not checked.
 * Where documents are made by your own code, take a {@link SimHashField}.
 */
public final class SimHashAnalyzer extends Analyzer {

  private final FingerprintScheme scheme;
  private final boolean interleaved;

  /** Contiguous blocks. */
  public SimHashAnalyzer(FingerprintScheme scheme) {
    this(scheme, false);
  }

  /** Interleaved or contiguous blocks. */
  public SimHashAnalyzer(FingerprintScheme scheme, boolean interleaved) {
    this.scheme = Objects.requireNonNull(scheme, "scheme");
    this.interleaved = interleaved;
  }

  @Override
  protected TokenStreamComponents createComponents(String fieldName) {
    return new TokenStreamComponents(new WholeTextTokenizer(scheme, interleaved));
  }

  /** Reads all of its input before the first token: the scheme may choose its analyzer by it. */
  private static final class WholeTextTokenizer extends Tokenizer {

    private final FingerprintScheme scheme;
    private final BlockTermEmitter terms;

    WholeTextTokenizer(FingerprintScheme scheme, boolean interleaved) {
      super(BlockTermAttribute.FACTORY);
      this.scheme = scheme;
      terms = new BlockTermEmitter(this, interleaved);
    }

    @Override
    public boolean incrementToken() throws IOException {
      if (!terms.isStarted()) {
        String text = readAll();
        terms.start(scheme.fingerprint(text), correctOffset(text.length()));
      }
      return terms.incrementToken();
    }

    private String readAll() throws IOException {
      StringBuilder text = new StringBuilder();
      char[] buffer = new char[8192];
      for (int n; (n = input.read(buffer)) >= 0; ) {
        text.append(buffer, 0, n);
      }
      return text.toString();
    }

    @Override
    public void reset() throws IOException {
      super.reset();
      terms.reset();
    }

    @Override
    public void end() throws IOException {
      super.end();
      terms.end();
    }

    @Override
    public void close() throws IOException {
      super.close();
      terms.reset();
    }
  }
}
