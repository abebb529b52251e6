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
import org.apache.lucene.codecs.lucene104.Lucene104PostingsFormat;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.Fields;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.MergeState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.IOUtils;

/**
 * Writes {@link SimHashPostingsFormat}.
 *
 * <pre>
 * Source  The doc values, read forwards several times. Terms are read where they may be others than the block terms
 *         of the doc values: at a flush, and at a merge with segments in another format.
 * Order   Counting sort by block value: one pass over the doc values counts the documents of each value of each
 *         block, and further passes each fill as much of a table as the heap may hold.
 * Cost    For n documents of b blocks 1 + b * ceil(n / maxEntries) passes, 8 * maxEntries bytes of heap, and b / 4 MB of
 *         counts.
 * </pre>
 */
final class BlockTablesWriter extends FieldsConsumer {

  private static final int VALUES = 1 << Blocks.BLOCK_BITS;
  private static final PostingsFormat OTHERS = new Lucene104PostingsFormat(); // of other fields

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

  /** False if the field is not one of SimHashFields; nothing is written then. */
  private boolean write(FieldInfo field, Terms terms, IndexOutput meta) throws IOException {
    if (!IndexedField.isOfSimHashField(field)) {
      return false;
    }
    try (SegmentFingerprints fingerprints =
        merging == null
            ? SegmentFingerprints.flushed(field, state)
            : SegmentFingerprints.merged(field, merging)) {
      if (!fingerprints.areIn(terms)) {
        return false;
      }
      writeTables(field, fingerprints, meta);
      return true;
    }
  }

  private void writeTables(FieldInfo field, SegmentFingerprints fingerprints, IndexOutput meta)
      throws IOException {
    int words = fingerprints.words();
    if (words == 0) {
      return;
    }
    int blocks = words * Blocks.IN_WORD;
    int[][] starts = new int[blocks][VALUES + 1];
    count(fingerprints.values(), starts);
    int size = starts[0][VALUES];
    meta.writeInt(field.number);
    meta.writeInt(words);
    meta.writeInt(size);
    FrequentValues frequent = new FrequentValues(blocks);
    long[] entries = new long[Math.min(size, maxEntries)];
    for (int block = 0; block < blocks; block++) {
      BlockTable table = BlockTable.of(block, size, maxDoc, data.alignFilePointer(Long.BYTES));
      meta.writeLong(table.offsets());
      int[] buckets = buckets(starts[block], table);
      for (int start : buckets) {
        data.writeInt(start);
      }
      data.alignFilePointer(Long.BYTES);
      frequent.find(block, buckets);
      writeEntries(table, starts[block], fingerprints, entries);
    }
    frequent.write(meta);
  }

  /** Takes down, for each block, where the documents of each value start, and the last's end. */
  private static void count(FingerprintValues values, int[][] starts) throws IOException {
    while (values.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      for (int block = 0; block < starts.length; block++) {
        starts[block][Blocks.block(values.word(block / Blocks.IN_WORD), block) + 1]++;
      }
    }
    for (int[] ofBlock : starts) {
      for (int value = 0; value < VALUES; value++) {
        ofBlock[value + 1] += ofBlock[value];
      }
    }
  }

  /** The same of each bucket. */
  private static int[] buckets(int[] starts, BlockTable table) {
    int[] buckets = new int[table.buckets() + 1];
    for (int bucket = 0; bucket < buckets.length; bucket++) {
      buckets[bucket] = starts[bucket << (Blocks.BLOCK_BITS - table.prefixBits())];
    }
    return buckets;
  }

  private void writeEntries(
      BlockTable table, int[] starts, SegmentFingerprints fingerprints, long[] entries)
      throws IOException {
    for (long first = 0; first < table.size(); first += entries.length) {
      int size = (int) Math.min(entries.length, table.size() - first);
      int[] next = starts.clone();
      FingerprintValues values = fingerprints.values();
      for (int doc; (doc = values.nextDoc()) != DocIdSetIterator.NO_MORE_DOCS; ) {
        long word = values.word(table.word());
        long index = next[Blocks.block(word, table.block())]++ - first;
        if (index >= 0 && index < size) {
          entries[(int) index] = table.entry(table.rotate(word), doc);
        }
      }
      for (int i = 0; i < size; i++) {
        data.writeLong(entries[i]);
      }
    }
  }

  @Override
  public void close() throws IOException {
    data.close();
  }
}
