package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
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
import org.apache.lucene.index.NumericDocValues;
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
 *         block, and further passes each fill as many values of a table as the heap may hold. A value of more
 *         documents is written as it is read: documents ascend.
 * Cost    For n documents 1 + 4 * (1 + n / maxEntries) passes, 8 * maxEntries bytes of heap and 1 MB of counts.
 * </pre>
 */
final class BlockTablesWriter extends FieldsConsumer {

  private static final int VALUES = 1 << Blocks.BLOCK_BITS;

  /** Of fields that are not written as tables. */
  private static final PostingsFormat OTHERS = new Lucene104PostingsFormat();

  private final SegmentWriteState state;
  private final int maxDoc;
  private final int maxEntries;
  private final IndexOutput data;

  /** Null at a flush. */
  private MergeState merging;

  /**
   * @param maxEntries entries to hold on the heap at a time
   */
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

            @Override
            public int size() {
              return others.size();
            }
          },
          norms);
    }
  }

  /** False if the field is not one of SimHashFields; nothing is written then. */
  private boolean write(FieldInfo field, Terms terms, IndexOutput meta) throws IOException {
    if (!FingerprintValues.areOfSimHashField(field)) {
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
    int[][] starts = new int[Blocks.BLOCKS][VALUES + 1];
    int distinctTerms = count(fingerprints.values(), starts);
    int size = starts[0][VALUES];
    if (size == 0) {
      return;
    }
    meta.writeInt(field.number);
    meta.writeInt(SimHashPostingsFormat.WORDS);
    meta.writeInt(size);
    FrequentValues frequent = new FrequentValues();
    long[] entries = new long[Math.min(size, maxEntries)];
    for (int block = 0; block < Blocks.BLOCKS; block++) {
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
    meta.writeInt(distinctTerms);
    frequent.write(meta);
  }

  /**
   * Returns how many different terms there are.
   *
   * @param starts takes, for each block, where the documents of each value start among all, and the
   *     end of the last
   */
  private static int count(NumericDocValues values, int[][] starts) throws IOException {
    int distinct = 0;
    while (values.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      long fingerprint = values.longValue();
      for (int block = 0; block < Blocks.BLOCKS; block++) {
        distinct += starts[block][Blocks.block(fingerprint, block) + 1]++ == 0 ? 1 : 0;
      }
    }
    for (int[] ofBlock : starts) {
      for (int value = 0; value < VALUES; value++) {
        ofBlock[value + 1] += ofBlock[value];
      }
    }
    return distinct;
  }

  /** The same of each bucket. */
  private static int[] buckets(int[] starts, BlockTable table) {
    int[] buckets = new int[table.buckets() + 1];
    for (int bucket = 0; bucket < buckets.length; bucket++) {
      buckets[bucket] = starts[bucket << (Blocks.BLOCK_BITS - table.prefixBits())];
    }
    return buckets;
  }

  /**
   * @param entries buffer
   */
  private void writeEntries(
      BlockTable table, int[] starts, SegmentFingerprints fingerprints, long[] entries)
      throws IOException {
    for (int first = 0, end; first < VALUES; first = end) {
      end = starts[VALUES] - starts[first] <= entries.length ? VALUES : first + 1;
      while (end < VALUES && starts[end + 1] - starts[first] <= entries.length) {
        end++;
      }
      if (starts[end] > starts[first]) {
        int[] next = Arrays.copyOfRange(starts, first, end);
        writeEntries(table, first, next, fingerprints.values(), entries);
      }
    }
  }

  /**
   * Writes the entries of one value as they are read, those of several when all are in order.
   *
   * @param next where those of each value start
   */
  private void writeEntries(
      BlockTable table, int firstValue, int[] next, NumericDocValues values, long[] entries)
      throws IOException {
    int start = next[0];
    int size = 0;
    for (int doc; (doc = values.nextDoc()) != DocIdSetIterator.NO_MORE_DOCS; ) {
      long fingerprint = values.longValue();
      int value = Blocks.block(fingerprint, table.block()) - firstValue;
      if (value >= 0 && value < next.length) {
        long entry = table.entry(table.rotate(fingerprint), doc);
        if (next.length == 1) {
          data.writeLong(entry);
        } else {
          entries[next[value]++ - start] = entry;
          size++;
        }
      }
    }
    for (int i = 0; i < size; i++) {
      data.writeLong(entries[i]);
    }
  }

  @Override
  public void close() throws IOException {
    data.close();
  }
}
