package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import java.io.IOException;
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
    return new InOrder(tables);
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

    private final BlockTables tables;
    private final IndexInput in;
    private final RandomAccessInput random;
    private final BytesRef term = new BytesRef(new byte[Blocks.TERM_BYTES]);

    /** Buckets of a table. */
    private final int buckets;

    /** Counted through all tables. */
    private int bucket;

    private BlockTable table;
    private int bucketEnd;

    /** Entries of the current term. */
    private int start;

    private int end;

    InOrder(BlockTables tables) throws IOException {
      this.tables = tables;
      in = tables.open();
      random = BlockTables.random(in);
      buckets = 1 << tables.prefixBits();
      enter(0);
    }

    /** Goes to before the first entry of a bucket; there is none after those of the last table. */
    private void enter(int bucket) throws IOException {
      this.bucket = bucket;
      if (bucket < Blocks.BLOCKS * buckets) {
        table = tables.table(bucket / buckets);
        long range = table.range(random, bucket % buckets);
        end = (int) range;
        bucketEnd = (int) (range >>> Integer.SIZE);
      }
    }

    @Override
    public BytesRef next() throws IOException {
      while (bucket < Blocks.BLOCKS * buckets && end == bucketEnd) {
        enter(bucket + 1);
      }
      if (bucket == Blocks.BLOCKS * buckets) {
        return null;
      }
      start = end;
      table.seekEntry(in, start);
      int value = table.value(bucket % buckets, in.readLong());
      if (table.prefixBits() == Blocks.BLOCK_BITS) {
        end = bucketEnd;
      } else {
        do {
          end++;
        } while (end < bucketEnd && table.value(bucket % buckets, in.readLong()) == value);
      }
      Blocks.writeTerm(table.block(), value, term.bytes);
      return term;
    }

    @Override
    public SeekStatus seekCeil(BytesRef text) throws IOException {
      int blockAndValue = 0;
      for (int i = 0; i < Blocks.TERM_BYTES; i++) {
        int next = i < text.length ? text.bytes[text.offset + i] & 0xFF : 0;
        blockAndValue = blockAndValue << 8 | next;
      }
      int first = blockAndValue >> (Blocks.BLOCK_BITS - tables.prefixBits());
      enter(Math.min(first, Blocks.BLOCKS * buckets));
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
    public PostingsEnum postings(PostingsEnum reuse, int flags) throws IOException {
      return new Documents(table, in.clone(), start, docFreq());
    }

    @Override
    public ImpactsEnum impacts(int flags) throws IOException {
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

    private final BlockTable table;
    private final IndexInput in;
    private final int size;
    private int read;
    private int doc = -1;

    Documents(BlockTable table, IndexInput in, int start, int size) throws IOException {
      this.table = table;
      this.in = in;
      this.size = size;
      table.seekEntry(in, start);
    }

    @Override
    public int nextDoc() throws IOException {
      if (read == size) {
        doc = NO_MORE_DOCS;
        return doc;
      }
      int following = table.doc(in.readLong());
      if (following <= doc || following >= table.maxDoc()) {
        throw new CorruptIndexException(
            "document " + following + " of " + table.maxDoc() + " after document " + doc, in);
      }
      read++;
      doc = following;
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
