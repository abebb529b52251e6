package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import java.util.Arrays;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefHash;

/**
 * The terms of a batch's field in order, and the documents of each. A term's number may stand for
 * no document: then there is no such term.
 */
final class BatchPostings {

  /** Writes the bytes of a term. */
  interface TermWriter {
    void write(int term, BytesRef bytes);
  }

  private final TermWriter terms;
  private final int[] starts;
  private final int[] docs;
  private final int distinct;
  private final int documents;

  /**
   * @param starts where the documents of a term start; one more than terms
   */
  private BatchPostings(TermWriter terms, int[] starts, int[] docs, int distinct, int documents) {
    this.terms = terms;
    this.starts = starts;
    this.docs = docs;
    this.distinct = distinct;
    this.documents = documents;
  }

  /** By counting sort: block after block, value after value. */
  static BatchPostings ofBlocks(long[] fingerprints, int size) {
    int values = 1 << Blocks.BLOCK_BITS;
    int[] starts = new int[Blocks.BLOCKS * values + 1];
    int[] docs = new int[Math.multiplyExact(Blocks.BLOCKS, size)];
    int[] next = new int[values];
    int distinct = 0;
    for (int block = 0, start = 0; block < Blocks.BLOCKS; block++) {
      Arrays.fill(next, 0);
      for (int doc = 0; doc < size; doc++) {
        next[Blocks.block(fingerprints[doc], block)]++;
      }
      for (int value = 0; value < values; value++) {
        int count = next[value];
        starts[block * values + value] = start;
        next[value] = start;
        start += count;
        distinct += count > 0 ? 1 : 0;
      }
      for (int doc = 0; doc < size; doc++) {
        docs[next[Blocks.block(fingerprints[doc], block)]++] = doc;
      }
      starts[(block + 1) * values] = start;
    }
    TermWriter terms =
        (term, bytes) -> {
          Blocks.writeTerm(term / values, term % values, bytes.bytes);
          bytes.length = Blocks.TERM_BYTES;
        };
    return new BatchPostings(terms, starts, docs, distinct, size);
  }

  /** Each id has one document. */
  static BatchPostings ofIds(BytesRefHash ids) {
    int[] docs = ids.sort();
    int[] starts = new int[ids.size() + 1];
    for (int i = 0; i < starts.length; i++) {
      starts[i] = i;
    }
    return new BatchPostings(
        (term, bytes) -> ids.get(docs[term], bytes), starts, docs, ids.size(), ids.size());
  }

  int numbers() {
    return starts.length - 1;
  }

  void term(int number, BytesRef bytes) {
    terms.write(number, bytes);
  }

  int start(int number) {
    return starts[number];
  }

  int end(int number) {
    return starts[number + 1];
  }

  int doc(int index) {
    return docs[index];
  }

  int distinct() {
    return distinct;
  }

  int documents() {
    return documents;
  }

  /** Postings of all terms. */
  int size() {
    return starts[numbers()];
  }
}
