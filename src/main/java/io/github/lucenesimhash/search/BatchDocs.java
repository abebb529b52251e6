package io.github.lucenesimhash.search;

/** The documents of a term of a batch. */
final class BatchDocs extends DocsOnlyPostings {

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
  public int docID() {
    return doc;
  }

  @Override
  public long cost() {
    return size;
  }
}
