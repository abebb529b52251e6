package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.codecs.FieldsConsumer;
import org.apache.lucene.codecs.NormsProducer;
import org.apache.lucene.codecs.PostingsFormat;
import org.apache.lucene.codecs.perfield.PerFieldPostingsFormat;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.Fields;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.MergeState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.index.Terms;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.IOUtils;

/**
 * Writes {@link SimHashPostingsFormat}. A flush writes the fingerprints of the doc values, and a
 * merge usually merges the tables of the segments. A flush, and a merge of segments in other
 * formats, also reads the terms of the field, because the terms may not be the block terms of the
 * doc values.
 */
final class BlockTablesWriter extends FieldsConsumer {

  private static final PostingsFormat OTHERS = // the format of other fields
      ((PerFieldPostingsFormat) LuceneVersion.codec().postingsFormat())
          .getPostingsFormatForField("");

  private final SegmentWriteState state;
  private final int maxDoc;
  private final int maxEntries;
  private final IndexOutput data;
  private MergeState merging; // null at a flush

  BlockTablesWriter(SegmentWriteState state, int maxEntries) throws IOException {
    this.state = state;
    this.maxEntries = maxEntries;
    maxDoc = state.segmentInfo.maxDoc();
    data = open(SimHashPostingsFormat.DATA_EXTENSION, SimHashPostingsFormat.DATA_CODEC);
  }

  private IndexOutput open(String extension, String codec) throws IOException {
    String name =
        IndexFileNames.segmentFileName(state.segmentInfo.name, state.segmentSuffix, extension);
    IndexOutput out = state.directory.createOutput(name, state.context);
    try {
      CodecUtil.writeIndexHeader(
          out,
          codec,
          SimHashPostingsFormat.VERSION_CURRENT,
          state.segmentInfo.getId(),
          state.segmentSuffix);
    } catch (Throwable e) {
      IOUtils.closeWhileSuppressingExceptions(e, out);
      throw e;
    }
    return out;
  }

  @Override
  public void merge(MergeState mergeState, NormsProducer norms) throws IOException {
    merging = mergeState;
    super.merge(mergeState, norms);
  }

  @Override
  public void write(Fields fields, NormsProducer norms) throws IOException {
    List<String> others = new ArrayList<>();
    try (IndexOutput meta =
        open(SimHashPostingsFormat.META_EXTENSION, SimHashPostingsFormat.META_CODEC)) {
      for (String name : fields) {
        Terms terms = fields.terms(name);
        if (terms != null && !write(state.fieldInfos.fieldInfo(name), terms, meta)) {
          others.add(name);
        }
      }
      meta.writeInt(SimHashPostingsFormat.END);
      meta.writeString(others.isEmpty() ? "" : OTHERS.getName());
      CodecUtil.writeFooter(meta);
    }
    CodecUtil.writeFooter(data);
    if (!others.isEmpty()) {
      writeOthers(fields, others, norms);
    }
  }

  private void writeOthers(Fields fields, List<String> others, NormsProducer norms)
      throws IOException {
    try (FieldsConsumer consumer = OTHERS.fieldsConsumer(state)) {
      consumer.write(
          new FilterLeafReader.FilterFields(fields) {
            @Override
            public Iterator<String> iterator() {
              return others.iterator();
            }
          },
          norms);
    }
  }

  /**
   * Writes the tables of a field. Returns false and writes nothing if the field is not a
   * SimHashField, or if its terms are not exactly the block terms of its fingerprints.
   */
  private boolean write(FieldInfo field, Terms terms, IndexOutput meta) throws IOException {
    if (!IndexedField.isOfSimHashField(field)) {
      return false;
    }
    MergedEntries merged = merging == null ? null : MergedEntries.of(field.name, merging);
    try (SegmentFingerprints fingerprints =
        merging == null
            ? SegmentFingerprints.flushed(field, state)
            : SegmentFingerprints.merged(field, merging)) {
      if (merged != null) {
        writeTables(field, merged, fingerprints, meta);
        return true;
      }
      SegmentFingerprints ofTerms = fingerprints.in(terms, maxDoc);
      if (ofTerms != null) {
        writeTables(field, new SortedEntries(ofTerms, maxEntries), ofTerms, meta);
      }
      return ofTerms != null;
    }
  }

  /** Writes the tables and checks that they hold the fingerprints. */
  private void writeTables(
      FieldInfo field, TableEntries entries, SegmentFingerprints fingerprints, IndexOutput meta)
      throws IOException {
    int lanes = entries.lanes();
    if (lanes == 0) {
      return;
    }
    int blocks = lanes * Blocks.IN_LANE;
    int size = entries.starts(0)[TableEntries.VALUES];
    meta.writeInt(field.number);
    meta.writeInt(lanes);
    meta.writeInt(size);
    FrequentValues frequent = new FrequentValues(blocks);
    BlockTable[] tables = new BlockTable[blocks];
    long[] sums = new long[blocks];
    for (int block = 0; block < blocks; block++) {
      if (merging != null) {
        LuceneVersion.checkAborted(merging);
      }
      BlockTable table = BlockTable.of(block, size, maxDoc, data.alignFilePointer(Long.BYTES));
      tables[block] = table;
      meta.writeLong(table.offsets());
      int[] starts = entries.starts(block);
      int[] buckets = buckets(starts, table);
      for (int start : buckets) {
        data.writeInt(start);
      }
      data.alignFilePointer(Long.BYTES);
      frequent.find(block, buckets);
      EntryOutput out = new EntryOutput(table, buckets);
      entries.write(table, starts, out);
      sums[block] = out.sum;
    }
    frequent.write(meta);
    long[] expected = BlockTable.sums(tables, fingerprints.values());
    for (BlockTable table : tables) {
      table.checkSum(sums[table.block()], expected[table.block()], data);
    }
  }

  /** Writes the entries of a table and adds up the hashes that a reader will compute for them. */
  private final class EntryOutput implements TableEntries.Output {

    private final BlockTable table;
    private final int[] buckets;
    private int bucket;
    private int written;
    private long sum;

    EntryOutput(BlockTable table, int[] buckets) {
      this.table = table;
      this.buckets = buckets;
    }

    @Override
    public void write(long entry) throws IOException {
      if (written == table.size()) {
        throw new CorruptIndexException(
            "the table of block " + table.block() + " has more than " + written + " entries",
            data.toString());
      }
      while (written == buckets[bucket + 1]) {
        bucket++;
      }
      sum += table.hash(bucket, entry);
      data.writeLong(entry);
      written++;
    }
  }

  /** Returns the start of each bucket and, at the end, the end of the last one. */
  private static int[] buckets(int[] starts, BlockTable table) {
    int[] buckets = new int[table.buckets() + 1];
    for (int bucket = 0; bucket < buckets.length; bucket++) {
      buckets[bucket] = starts[bucket << (Blocks.BLOCK_BITS - table.prefixBits())];
    }
    return buckets;
  }

  @Override
  public void close() throws IOException {
    data.close();
  }
}
