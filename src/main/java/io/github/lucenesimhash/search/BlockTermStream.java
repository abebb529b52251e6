package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.BytesTermAttribute;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;

/** Streams the block terms of a fingerprint. A stream is reused for the next document. */
final class BlockTermStream extends TokenStream {

  private final BytesTermAttribute term = addAttribute(BytesTermAttribute.class);
  private final BytesRef bytes = new BytesRef(new byte[Blocks.TERM_BYTES]);

  private Fingerprint fingerprint;
  private int blocks; // the number of blocks of the fingerprint
  private int next;

  static boolean isTerm(BytesRef term) {
    return term.length == Blocks.TERM_BYTES && block(term) >= 0 && block(term) < Blocks.MAX;
  }

  static int block(BytesRef term) {
    return term.bytes[term.offset];
  }

  static int value(BytesRef term) {
    return (term.bytes[term.offset + 1] & 0xFF) << 8 | (term.bytes[term.offset + 2] & 0xFF);
  }

  interface Visitor {
    void visit(int block, int value, int doc);
  }

  /**
   * Visits the documents of all block terms in order. Returns the first term that is not a block
   * term, or null.
   */
  static BytesRef forEach(Terms terms, Visitor visitor) throws IOException {
    TermsEnum iterator = terms.iterator();
    PostingsEnum postings = null;
    BytesRef other = null;
    for (BytesRef term = iterator.next(); term != null; term = iterator.next()) {
      if (!isTerm(term)) {
        other = other == null ? BytesRef.deepCopyOf(term) : other;
        if (term.length > 0 && (block(term) & 0xFF) >= Blocks.MAX) {
          return other; // all block terms come before this term
        }
        continue;
      }
      int block = block(term);
      int value = value(term);
      postings = iterator.postings(postings, PostingsEnum.NONE);
      for (int doc; (doc = postings.nextDoc()) != DocIdSetIterator.NO_MORE_DOCS; ) {
        visitor.visit(block, value, doc);
      }
    }
    return other;
  }

  /**
   * Returns a stream of the block terms of a fingerprint.
   *
   * @param reuse the stream of the previous document, or null
   * @throws IllegalArgumentException if the previous fingerprint had another width
   */
  static BlockTermStream of(String field, Fingerprint fingerprint, TokenStream reuse) {
    BlockTermStream stream =
        reuse instanceof BlockTermStream blocks ? blocks : new BlockTermStream();
    int bits = fingerprint.bits();
    if (stream.fingerprint != null && stream.fingerprint.bits() != bits) {
      String problem = "field '" + field + "' got a fingerprint of " + bits + " bits, expected ";
      throw new IllegalArgumentException(
          problem + stream.fingerprint.bits() + " bits as in documents before");
    }
    stream.fingerprint = fingerprint;
    stream.blocks = fingerprint.lanes() * Blocks.IN_LANE;
    stream.next = stream.blocks;
    return stream;
  }

  @Override
  public boolean incrementToken() {
    if (next == blocks) {
      return false;
    }
    clearAttributes();
    Blocks.writeTerm(next, Blocks.block(fingerprint, next), bytes.bytes);
    term.setBytesRef(bytes);
    next++;
    return true;
  }

  @Override
  public void reset() {
    next = 0;
  }
}
