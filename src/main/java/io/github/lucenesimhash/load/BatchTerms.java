package io.github.lucenesimhash.load;

import io.github.lucenesimhash.fingerprint.Blocks;
import io.github.lucenesimhash.search.DocsOnlyTerms;
import java.util.Arrays;
import java.util.function.ObjIntConsumer;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefHash;

/**
 * The terms of a batch's field in order, to be read once from first to last, and the documents of
 * each. A term that is in no document is left out.
 */
final class BatchTerms extends DocsOnlyTerms {

  /** Sets the bytes of a term. */
  private final ObjIntConsumer<BytesRef> bytes;

  private final int[] starts;
  private final int[] docs;
  private final int documents;

  /**
   * @param starts where the documents of each term start, and the end of the last
   */
  private BatchTerms(ObjIntConsumer<BytesRef> bytes, int[] starts, int[] docs, int documents) {
    this.bytes = bytes;
    this.starts = starts;
    this.docs = docs;
    this.documents = documents;
  }

  /**
   * By counting sort: block after block, value after value.
   *
   * @param words of each fingerprint
   * @param size documents, each with a fingerprint
   */
  static BatchTerms ofBlocks(long[] fingerprints, int words, int size) {
    int values = 1 << Blocks.BLOCK_BITS;
    int blocks = words * Blocks.IN_WORD;
    int[] starts = new int[blocks * values + 1];
    int[] docs = new int[Math.multiplyExact(blocks, size)];
    for (int block = 0; block < blocks; block++) {
      int word = block / Blocks.IN_WORD;
      int first = block * values;
      for (int doc = 0; doc < size; doc++) {
        starts[first + Blocks.block(fingerprints[doc * words + word], block) + 1]++;
      }
      for (int term = first; term < first + values; term++) {
        starts[term + 1] += starts[term];
      }
      int[] next = Arrays.copyOfRange(starts, first, first + values);
      for (int doc = 0; doc < size; doc++) {
        docs[next[Blocks.block(fingerprints[doc * words + word], block)]++] = doc;
      }
    }
    ObjIntConsumer<BytesRef> bytes =
        (ref, term) -> {
          Blocks.writeTerm(term / values, term % values, ref.bytes);
          ref.length = Blocks.TERM_BYTES;
        };
    return new BatchTerms(bytes, starts, docs, size);
  }

  /** Each id has one document. */
  static BatchTerms ofIds(BytesRefHash ids) {
    int[] docs = ids.sort();
    int[] starts = new int[ids.size() + 1];
    Arrays.setAll(starts, i -> i);
    return new BatchTerms((ref, term) -> ids.get(docs[term], ref), starts, docs, ids.size());
  }

  @Override
  public TermsEnum iterator() {
    return new InOrder();
  }

  private final class InOrder extends Iterator {

    private final BytesRef ref = new BytesRef(new byte[Blocks.TERM_BYTES]);
    private int term = -1;

    @Override
    public BytesRef next() {
      do {
        term++;
        if (term == starts.length - 1) {
          return null;
        }
      } while (docFreq() == 0);
      bytes.accept(ref, term);
      return ref;
    }

    @Override
    public SeekStatus seekCeil(BytesRef text) {
      throw new UnsupportedOperationException();
    }

    @Override
    public BytesRef term() {
      return ref;
    }

    @Override
    public int docFreq() {
      return starts[term + 1] - starts[term];
    }

    @Override
    public PostingsEnum postings(PostingsEnum reuse, int flags) {
      int start = starts[term];
      int size = docFreq();
      return new Documents() {
        private int next;

        @Override
        public int nextDoc() {
          doc = next < size ? docs[start + next++] : NO_MORE_DOCS;
          return doc;
        }

        @Override
        public long cost() {
          return size;
        }
      };
    }
  }

  @Override
  public int getDocCount() {
    return documents;
  }

  @Override
  public long getSumDocFreq() {
    return docs.length;
  }
}
