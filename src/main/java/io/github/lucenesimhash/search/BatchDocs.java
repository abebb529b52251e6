package io.github.lucenesimhash.search;

import java.io.IOException;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.util.BytesRef;

/** The documents of a term of a batch. */
final class BatchDocs extends PostingsEnum {

  private final BatchPostings postings;
  private int size;
  private int next;
  private int end;
  private int doc = -1;

  BatchDocs(BatchPostings postings) {
    this.postings = postings;
  }

  void reset(int start, int end) {
    size = end - start;
    this.next = start;
    this.end = end;
    doc = -1;
  }

  @Override
  public int nextDoc() {
    doc = next < end ? postings.doc(next++) : NO_MORE_DOCS;
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
    return size;
  }

  @Override
  public int freq() {
    return 1;
  }

  @Override
  public int nextPosition() {
    return -1;
  }

  @Override
  public int startOffset() {
    return -1;
  }

  @Override
  public int endOffset() {
    return -1;
  }

  @Override
  public BytesRef getPayload() {
    return null;
  }
}
