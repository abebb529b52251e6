package io.github.lucenesimhash.load;

import io.github.lucenesimhash.fingerprint.Blocks;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.index.FilterLeafReader.FilterPostingsEnum;
import org.apache.lucene.index.FilterLeafReader.FilterTerms;
import org.apache.lucene.index.FilterLeafReader.FilterTermsEnum;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefHash;

/**
 * The terms of a batch's field in order, to be read from first to last, and the documents of each.
 * A term that is in no document is left out. What is indexed beside is as in a sample of the field.
 */
final class BatchTerms extends FilterTerms {

  /** Sets the bytes of a term. */
  private interface Bytes {
    void set(BytesRef bytes, int term);
  }

  private final Bytes bytes;
  private final int[] starts;
  private final int[] docs;
  private final int documents;

  /**
   * @param starts where the documents of each term start, and the end of the last
   */
  private BatchTerms(Terms sample, Bytes bytes, int[] starts, int[] docs, int documents) {
    super(sample);
    this.bytes = bytes;
    this.starts = starts;
    this.docs = docs;
    this.documents = documents;
  }

  /** By counting sort: block after block, value after value. */
  static BatchTerms ofBlocks(Terms sample, long[] fingerprints, int size) {
    int values = 1 << Blocks.BLOCK_BITS;
    int[] starts = new int[Blocks.BLOCKS * values + 1];
    int[] docs = new int[Math.multiplyExact(Blocks.BLOCKS, size)];
    for (int block = 0; block < Blocks.BLOCKS; block++) {
      int first = block * values;
      for (int doc = 0; doc < size; doc++) {
        starts[first + Blocks.block(fingerprints[doc], block) + 1]++;
      }
      for (int term = first; term < first + values; term++) {
        starts[term + 1] += starts[term];
      }
      int[] next = Arrays.copyOfRange(starts, first, first + values);
      for (int doc = 0; doc < size; doc++) {
        docs[next[Blocks.block(fingerprints[doc], block)]++] = doc;
      }
    }
    Bytes bytes =
        (ref, term) -> {
          Blocks.writeTerm(term / values, term % values, ref.bytes);
          ref.length = Blocks.TERM_BYTES;
        };
    return new BatchTerms(sample, bytes, starts, docs, size);
  }

  /**
   * Each id has one document.
   *
   * @param sorted documents in the order of their ids
   */
  static BatchTerms ofIds(Terms sample, BytesRefHash ids, int[] sorted) {
    int[] starts = new int[ids.size() + 1];
    Arrays.setAll(starts, i -> i);
    return new BatchTerms(
        sample, (ref, term) -> ids.get(sorted[term], ref), starts, sorted, ids.size());
  }

  @Override
  public TermsEnum iterator() throws IOException {
    return new InOrder(in.iterator());
  }

  private final class InOrder extends FilterTermsEnum {

    private final BytesRef ref = new BytesRef(new byte[Blocks.TERM_BYTES]);
    private int term = -1;

    InOrder(TermsEnum sample) throws IOException {
      super(sample);
      sample.next();
    }

    @Override
    public BytesRef next() {
      do {
        term++;
        if (term == starts.length - 1) {
          return null;
        }
      } while (docFreq() == 0);
      bytes.set(ref, term);
      return ref;
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
    public long totalTermFreq() {
      return docFreq();
    }

    @Override
    public PostingsEnum postings(PostingsEnum reuse, int flags) throws IOException {
      Documents documents =
          reuse instanceof Documents ours ? ours : new Documents(in.postings(null, flags));
      documents.reset(starts[term], starts[term + 1]);
      return documents;
    }
  }

  /** The documents of a term. */
  private final class Documents extends FilterPostingsEnum {

    private int start;
    private int next;
    private int end;
    private int doc;

    Documents(PostingsEnum sample) {
      super(sample);
    }

    void reset(int start, int end) {
      this.start = start;
      this.end = end;
      next = start;
      doc = -1;
    }

    @Override
    public int nextDoc() {
      doc = next < end ? docs[next++] : NO_MORE_DOCS;
      return doc;
    }

    @Override
    public int advance(int target) throws IOException {
      return slowAdvance(target);
    }

    @Override
    public int docID() {
      return doc;
    }

    @Override
    public long cost() {
      return (long) end - start;
    }
  }

  @Override
  public long size() {
    return -1;
  }

  @Override
  public int getDocCount() {
    return documents;
  }

  @Override
  public long getSumDocFreq() {
    return docs.length;
  }

  @Override
  public long getSumTotalTermFreq() {
    return docs.length;
  }
}
