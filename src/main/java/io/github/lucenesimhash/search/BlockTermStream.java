package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.BlockLayout;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.BytesTermAttribute;
import org.apache.lucene.util.BytesRef;

/** The four block terms of a fingerprint; reused from document to document. */
final class BlockTermStream extends TokenStream {

  private final BytesTermAttribute term = addAttribute(BytesTermAttribute.class);
  private final BytesRef bytes = new BytesRef(new byte[BlockLayout.TERM_BYTES]);

  private BlockLayout layout;
  private long fingerprint;
  private int next = BlockLayout.BLOCKS;

  void setFingerprint(long fingerprint, BlockLayout layout) {
    this.fingerprint = fingerprint;
    this.layout = layout;
  }

  @Override
  public boolean incrementToken() {
    if (next == BlockLayout.BLOCKS) {
      return false;
    }
    clearAttributes();
    layout.writeTerm(next, layout.block(fingerprint, next), bytes.bytes);
    term.setBytesRef(bytes);
    next++;
    return true;
  }

  @Override
  public void reset() {
    next = 0;
  }
}
