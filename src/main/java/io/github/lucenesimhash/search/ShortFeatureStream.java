package io.github.lucenesimhash.search;

import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.BytesTermAttribute;
import org.apache.lucene.util.BytesRef;

/** The terms of a short text; reused from document to document. */
final class ShortFeatureStream extends TokenStream {

  private final BytesTermAttribute term = addAttribute(BytesTermAttribute.class);
  private final BytesRef bytes = new BytesRef(new byte[ShortFeatures.TERM_BYTES]);

  private int[] keys = {};
  private int sizeClass;
  private int next;

  void setFeatures(ShortFeatures features) {
    keys = features.numberedKeys();
    sizeClass = ShortFeatures.sizeClass(keys.length);
    next = keys.length;
  }

  @Override
  public boolean incrementToken() {
    if (next == keys.length) {
      return false;
    }
    clearAttributes();
    ShortFeatures.writeTerm(keys[next++], sizeClass, bytes.bytes);
    term.setBytesRef(bytes);
    return true;
  }

  @Override
  public void reset() {
    next = 0;
  }
}
