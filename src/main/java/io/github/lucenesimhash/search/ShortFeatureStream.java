package io.github.lucenesimhash.search;

import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.BytesTermAttribute;
import org.apache.lucene.util.BytesRef;

/** The terms of a short text; reused from document to document. */
final class ShortFeatureStream extends TokenStream {

  private final BytesTermAttribute term = addAttribute(BytesTermAttribute.class);
  private final BytesRef bytes = new BytesRef(new byte[ShortFeatures.TERM_BYTES]);

  private int[] hashes = {};
  private int sizeClass;
  private int next;

  void setFeatures(ShortFeatures features) {
    hashes = features.hashes;
    sizeClass = ShortFeatures.sizeClass(hashes.length);
    next = hashes.length;
  }

  @Override
  public boolean incrementToken() {
    if (next == hashes.length) {
      return false;
    }
    clearAttributes();
    ShortFeatures.writeTerm(hashes[next++], sizeClass, bytes.bytes);
    term.setBytesRef(bytes);
    return true;
  }

  @Override
  public void reset() {
    next = 0;
  }
}
