package io.github.lucenesimhash.search;

import java.io.IOException;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.IndexInput;

/** The documents of a run of table entries that have one block value, ascending. */
final class BlockPostings extends DocsOnlyPostings {

  private static final int BUFFER = 128;

  private final BlockTable table;
  private final IndexInput in;
  private final int end;
  private final int size;
  private final long[] buffer;

  private int next;
  private int buffered;
  private int position;
  private int doc = -1;

  BlockPostings(BlockTable table, IndexInput in, int start, int end) {
    this.table = table;
    this.in = in;
    this.end = end;
    next = start;
    size = end - start;
    buffer = new long[Math.min(BUFFER, size)];
  }

  @Override
  public int nextDoc() throws IOException {
    if (position == buffered && !fill()) {
      doc = NO_MORE_DOCS;
      return doc;
    }
    int following = table.doc(buffer[position++]);
    if (following <= doc || following >= table.maxDoc()) {
      throw new CorruptIndexException(
          "document " + following + " of " + table.maxDoc() + " after document " + doc, in);
    }
    doc = following;
    return doc;
  }

  private boolean fill() throws IOException {
    position = 0;
    buffered = Math.min(buffer.length, end - next);
    if (buffered > 0) {
      table.seekEntry(in, next);
      in.readLongs(buffer, 0, buffered);
      next += buffered;
    }
    return buffered > 0;
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
