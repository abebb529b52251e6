package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import java.io.IOException;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.BytesRef;

/**
 * Opens the tables of one field in a segment that was written with {@link SimHashPostingsFormat}.
 * Distance queries read the tables directly; to Lucene the tables look like the block terms of the
 * field.
 */
final class BlockTables extends DocsOnlyTerms {

  private final IndexInput data;
  private final BlockTable[] byBlock;
  private final FrequentValues frequent; // the frequent buckets, with their numbers of entries

  BlockTables(IndexInput data, BlockTable[] byBlock, FrequentValues frequent) {
    this.data = data;
    this.byBlock = byBlock;
    this.frequent = frequent;
  }

  /** Returns the tables of a segment, or null if the field is in another format. */
  static BlockTables of(LeafReader reader, String field) throws IOException {
    return reader.terms(field) instanceof BlockTables tables ? tables : null;
  }

  BlockTable table(int block) {
    return byBlock[block];
  }

  int blocks() {
    return byBlock.length;
  }

  /** Returns the number of lanes of a fingerprint. */
  int lanes() {
    return blocks() / Blocks.IN_LANE;
  }

  FrequentValues frequent() {
    return frequent;
  }

  int prefixBits() {
    return table(0).prefixBits();
  }

  long fingerprintMask() {
    return table(0).fingerprintMask();
  }

  /** Opens the tables for sequential reads by one thread. */
  IndexInput open() {
    return data.clone();
  }

  /**
   * Opens the tables for random reads by one thread. Do not use the input of {@link #open} for
   * random reads, even if it is a RandomAccessInput, because a buffered input then loses its
   * position.
   */
  RandomAccessInput openRandom() throws IOException {
    return data.clone() instanceof RandomAccessInput own // costs less than a slice
        ? own
        : data.randomAccessSlice(0, data.length());
  }

  /**
   * Checks that the tables hold the same fingerprints as the doc values of their segment.
   *
   * @throws CorruptIndexException if the fingerprints differ, or the buckets are not adjacent
   */
  void check(FingerprintValues values) throws IOException {
    long[] expected = BlockTable.sums(byBlock, values);
    RandomAccessInput starts = openRandom();
    IndexInput in = open();
    for (BlockTable table : byBlock) {
      long sum = 0;
      table.seekEntry(in, 0);
      int entry = 0;
      for (int bucket = 0; bucket < table.buckets(); bucket++) {
        long range = table.range(starts, bucket);
        if ((int) range != entry) {
          throw new CorruptIndexException(
              "a bucket of block "
                  + table.block()
                  + " begins at entry "
                  + (int) range
                  + ", expected "
                  + entry
                  + ", where the bucket before it ends",
              data.toString());
        }
        for (; entry < (int) (range >>> Integer.SIZE); entry++) {
          sum += table.hash(bucket, in.readLong());
        }
      }
      table.checkSum(sum, expected[table.block()], data);
    }
  }

  @Override
  public TermsEnum iterator() throws IOException {
    return new InOrder();
  }

  @Override
  public int getDocCount() {
    return table(0).size();
  }

  @Override
  public long getSumDocFreq() {
    return (long) getDocCount() * blocks();
  }

  private final class InOrder extends Iterator {

    private final IndexInput in;
    private final RandomAccessInput random;
    private final BytesRef term = new BytesRef(new byte[Blocks.TERM_BYTES]);

    private final int buckets; // the number of buckets in a table
    private int bucket; // the current bucket, counted through all tables
    private BlockTable table;
    private int bucketEnd;
    private int start; // the index of the current term's first entry
    private int end;

    InOrder() throws IOException {
      in = open();
      random = openRandom();
      buckets = 1 << prefixBits();
      enter(0);
    }

    /**
     * Positions this iterator before the first entry of a bucket. The bucket after the last table
     * is empty.
     */
    private void enter(int bucket) throws IOException {
      this.bucket = bucket;
      if (bucket < blocks() * buckets) {
        table = table(bucket / buckets);
        long range = table.range(random, bucket % buckets);
        end = (int) range;
        bucketEnd = (int) (range >>> Integer.SIZE);
      }
    }

    @Override
    public BytesRef next() throws IOException {
      while (bucket < blocks() * buckets && end == bucketEnd) {
        enter(bucket + 1);
      }
      if (bucket == blocks() * buckets) {
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
      int first = blockAndValue >> (Blocks.BLOCK_BITS - prefixBits());
      enter(Math.min(first, blocks() * buckets));
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
    public PostingsEnum postings(PostingsEnum reuse, int flags) throws IOException {
      return new Entries(table, in.clone(), start, docFreq());
    }
  }

  /** Iterates over the documents of one block value in ascending order. */
  private static final class Entries extends Documents {

    private final BlockTable table;
    private final IndexInput in;
    private final int size;
    private int read;

    Entries(BlockTable table, IndexInput in, int start, int size) throws IOException {
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
    public long cost() {
      return size;
    }
  }
}
