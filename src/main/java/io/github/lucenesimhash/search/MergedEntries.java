package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DocIDMerger;
import org.apache.lucene.index.MergeState;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.RandomAccessInput;

/**
 * Merges the tables of several segments without sorting their entries.
 *
 * <pre>
 * Order   Each table is sorted by block value and document. The values are merged one after another, and the documents of
 *         a value by their new numbers.
 * Cost    Each table is read twice in sequence, to count and to write. No entries are held on the heap.
 * Limit   After many deletes, an entry may lack some last bits of its lane that the merged entry has room for. The entries
 *         are then made from the fingerprints instead.
 * </pre>
 */
final class MergedEntries implements TableEntries {

  private interface Visitor {
    /**
     * Receives one entry.
     *
     * @param rotated the lane, rotated so that the block comes first, with 0 for the bits that the
     *     entry lacks
     */
    void visit(int value, long rotated, int doc) throws IOException;
  }

  private final List<Segment> segments = new ArrayList<>();
  private final DocIDMerger<Segment> documents; // merges the documents of one value
  private final int[] ofFirstBlock;

  private MergedEntries(String field, MergeState state) throws IOException {
    for (int i = 0; i < state.fieldsProducers.length; i++) {
      if (state.fieldInfos[i].fieldInfo(field) != null) {
        BlockTables tables = (BlockTables) state.fieldsProducers[i].terms(field);
        segments.add(new Segment(tables, state.docMaps[i]));
      }
    }
    documents = DocIDMerger.of(segments, state.needsIndexSort);
    ofFirstBlock = count(0);
  }

  /** Returns the merged entries, or null if they must be made from the fingerprints. */
  static MergedEntries of(String field, MergeState state) throws IOException {
    if (!SegmentFingerprints.areTables(field, state)) {
      return null;
    }
    MergedEntries entries = new MergedEntries(field, state);
    int size = entries.ofFirstBlock[VALUES];
    int lacking = BlockTable.of(0, size, state.segmentInfo.maxDoc(), 0).lackingBits();
    return entries.segments.stream().allMatch(each -> each.lackingBits() <= lacking)
        ? entries
        : null;
  }

  @Override
  public int lanes() {
    return ofFirstBlock[VALUES] == 0 ? 0 : segments.getFirst().tables.lanes();
  }

  @Override
  public int[] starts(int block) throws IOException {
    return block == 0 ? ofFirstBlock : count(block);
  }

  private int[] count(int block) throws IOException {
    int[] starts = new int[VALUES + 1];
    forEach(block, (value, rotated, doc) -> starts[value + 1]++);
    for (int value = 0; value < VALUES; value++) {
      starts[value + 1] += starts[value];
    }
    return starts;
  }

  @Override
  public void write(BlockTable table, int[] starts, Output out) throws IOException {
    forEach(table.block(), (value, rotated, doc) -> out.write(table.entry(rotated, doc)));
  }

  private void forEach(int block, Visitor visitor) throws IOException {
    for (Segment segment : segments) {
      segment.enter(block);
    }
    while (true) {
      int least = VALUES;
      for (Segment segment : segments) {
        least = Math.min(least, segment.value);
      }
      if (least == VALUES) {
        return;
      }
      for (Segment segment : segments) {
        segment.wanted = least;
      }
      documents.reset();
      for (Segment each = documents.next(); each != null; each = documents.next()) {
        visitor.visit(least, each.rotated, each.mappedDocID);
      }
    }
  }

  /**
   * Reads the entries of one block in a segment, and iterates over the documents of the wanted
   * value.
   */
  private static final class Segment extends DocIDMerger.Sub {

    private final BlockTables tables;
    private final IndexInput in;
    private final RandomAccessInput random;
    private BlockTable table;
    private int read; // the number of entries read
    private int bucket;
    private int bucketEnd;
    private long entry; // the entry read last
    private long lane; // the rotated lane of the entry read last
    private int value = VALUES; // the block value of the entry; VALUES after the last entry
    private int wanted;
    private long rotated; // the lane of the current document, whose entry came before

    Segment(BlockTables tables, MergeState.DocMap docMap) throws IOException {
      super(docMap);
      this.tables = tables;
      in = tables.open();
      random = tables.openRandom();
    }

    int lackingBits() {
      return tables.table(0).lackingBits();
    }

    void enter(int block) throws IOException {
      table = tables.table(block);
      table.seekEntry(in, 0);
      read = 0;
      bucket = -1;
      bucketEnd = 0;
      read();
    }

    private void read() throws IOException {
      if (read == table.size()) {
        value = VALUES;
        return;
      }
      while (read >= bucketEnd) {
        bucketEnd = (int) (table.range(random, ++bucket) >>> Integer.SIZE);
      }
      entry = in.readLong();
      lane = table.rotated(bucket, entry);
      value = (int) (lane >>> (Long.SIZE - Blocks.BLOCK_BITS));
      read++;
    }

    @Override
    public int nextDoc() throws IOException {
      if (value != wanted) {
        return DocIdSetIterator.NO_MORE_DOCS;
      }
      int doc = table.doc(entry);
      if (doc >= table.maxDoc()) {
        throw new CorruptIndexException("document " + doc + " of " + table.maxDoc(), in);
      }
      rotated = lane;
      read();
      return doc;
    }
  }
}
