package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.BaseTermsEnum;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.ImpactsEnum;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.SlowImpactsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.BytesRef;

/**
 * A field in {@link SimHashPostingsFormat}: to Lucene its block terms, to our queries its tables.
 */
final class BlockTerms extends Terms {

  private final BlockTables tables;

  BlockTerms(BlockTables tables) {
    this.tables = tables;
  }

  /** The tables of a segment, or null if the field is in another format. */
  static BlockTables tables(LeafReader reader, String field) throws IOException {
    return reader.terms(field) instanceof BlockTerms terms ? terms.tables : null;
  }

  BlockTables tables() {
    return tables;
  }

  @Override
  public TermsEnum iterator() throws IOException {
    return new InOrder(tables.byBlock(), tables.open());
  }

  @Override
  public long size() {
    return tables.distinctTerms();
  }

  @Override
  public int getDocCount() {
    return tables.size();
  }

  @Override
  public long getSumDocFreq() {
    return (long) getDocCount() * Blocks.BLOCKS;
  }

  @Override
  public long getSumTotalTermFreq() {
    return getSumDocFreq();
  }

  @Override
  public boolean hasFreqs() {
    return false;
  }

  @Override
  public boolean hasOffsets() {
    return false;
  }

  @Override
  public boolean hasPositions() {
    return false;
  }

  @Override
  public boolean hasPayloads() {
    return false;
  }

  /** Reads the terms from the entries of the tables, in order. */
  private static final class InOrder extends BaseTermsEnum {

    private final List<BlockTable> tables;
    private final IndexInput in;
    private final RandomAccessInput random;
    private final BytesRef term = new BytesRef(new byte[Blocks.TERM_BYTES]);

    private int tableIndex;
    private BlockTable table;
    private int bucket;
    private int bucketEnd;

    /** Entries of the current term. */
    private int start;

    private int end;
    private boolean exhausted;

    InOrder(List<BlockTable> tables, IndexInput in) throws IOException {
      this.tables = tables;
      this.in = in;
      random = BlockTables.random(in);
      enter(0, 0);
    }

    /** Goes to before the first entry of a bucket. */
    private void enter(int tableIndex, int bucket) throws IOException {
      this.tableIndex = tableIndex;
      this.bucket = bucket;
      exhausted = tableIndex == tables.size();
      if (!exhausted) {
        table = tables.get(tableIndex);
        long range = table.range(random, bucket);
        end = (int) range;
        bucketEnd = (int) (range >>> Integer.SIZE);
      }
    }

    @Override
    public BytesRef next() throws IOException {
      while (!exhausted && end == bucketEnd) {
        if (bucket + 1 < table.buckets()) {
          enter(tableIndex, bucket + 1);
        } else {
          enter(tableIndex + 1, 0);
        }
      }
      if (exhausted) {
        return null;
      }
      start = end;
      table.seekEntry(in, start);
      int value = table.value(bucket, in.readLong());
      if (table.prefixBits() == Blocks.BLOCK_BITS) {
        end = bucketEnd;
      } else {
        do {
          end++;
        } while (end < bucketEnd && table.value(bucket, in.readLong()) == value);
      }
      Blocks.writeTerm(table.block(), value, term.bytes);
      return term;
    }

    @Override
    public SeekStatus seekCeil(BytesRef text) throws IOException {
      int prefix = text.length > 0 ? text.bytes[text.offset] & 0xFF : 0;
      int high = text.length > 1 ? text.bytes[text.offset + 1] & 0xFF : 0;
      int low = text.length > 2 ? text.bytes[text.offset + 2] & 0xFF : 0;
      boolean inTable = prefix < tables.size();
      int value = high << 8 | low;
      enter(
          Math.min(prefix, tables.size()),
          inTable ? value >> (Blocks.BLOCK_BITS - tables.get(prefix).prefixBits()) : 0);
      while (next() != null) {
        int order = term.compareTo(text);
        if (order >= 0) {
          return order == 0 ? SeekStatus.FOUND : SeekStatus.NOT_FOUND;
        }
      }
      return SeekStatus.END;
    }

    @Override
    public BytesRef term() {
      return term;
    }

    @Override
    public int docFreq() {
      return end - start;
    }

    @Override
    public long totalTermFreq() {
      return docFreq();
    }

    @Override
    public PostingsEnum postings(PostingsEnum reuse, int flags) {
      return new Documents(table, in.clone(), start, end);
    }

    @Override
    public ImpactsEnum impacts(int flags) {
      return new SlowImpactsEnum(postings(null, flags));
    }

    @Override
    public long ord() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void seekExact(long ord) {
      throw new UnsupportedOperationException();
    }
  }

  /** The documents of a run of table entries that have one block value, ascending. */
  private static final class Documents extends PostingsEnum {

    private static final int BUFFER = 128;

    private final BlockTable table;
    private final IndexInput in;
    private final int end;
    private final int size;
    private final long[] buffer;

    private int next;
    private int buffered;
    private int index;
    private int doc = -1;

    Documents(BlockTable table, IndexInput in, int start, int end) {
      this.table = table;
      this.in = in;
      this.end = end;
      next = start;
      size = end - start;
      buffer = new long[Math.min(BUFFER, size)];
    }

    @Override
    public int nextDoc() throws IOException {
      if (index == buffered && !fill()) {
        doc = NO_MORE_DOCS;
        return doc;
      }
      int following = table.doc(buffer[index++]);
      if (following <= doc || following >= table.maxDoc()) {
        throw new CorruptIndexException(
            "document " + following + " of " + table.maxDoc() + " after document " + doc, in);
      }
      doc = following;
      return doc;
    }

    private boolean fill() throws IOException {
      index = 0;
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

    @Override
    public int advance(int target) throws IOException {
      return slowAdvance(target);
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
}
