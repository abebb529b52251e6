package io.github.lucenesimhash.analysis;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.BytesTermAttribute;

/** Makes a stream of bytes, without characters and without tokens. */
final class BinaryAnalyzer extends Analyzer {

  @Override
  protected TokenStreamComponents createComponents(String fieldName) {
    TokenStream stream =
        new TokenStream() {
          @Override
          public boolean incrementToken() {
            return false;
          }
        };
    stream.addAttribute(BytesTermAttribute.class);
    return new TokenStreamComponents(reader -> {}, stream);
  }
}
