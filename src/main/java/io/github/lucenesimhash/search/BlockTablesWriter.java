package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.codecs.DocValuesProducer;
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
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.IOUtils;
import org.apache.lucene.util.InPlaceMergeSorter;

/**
 * Writes {@link SimHashPostingsFormat}.
 *
 * <pre>
 * Source  The doc values, read forwards several times. Terms are read where they may be others than the block terms
 *         of the doc values: at a flush, and at a merge with segments in another format.
 * Order   Counting sort: for each table one pass over the doc values counts the entries of each bucket, and further
 *         passes each fill as many buckets as the heap may hold. A larger bucket is written as it is read: all its
 *         entries have one block value, and documents ascend. Small segments' buckets hold several block values
 *         and are sorted by them afterwards.
 * Cost    For n documents 4 * (1 + n / maxEntries) passes and 8 * maxEntries bytes of heap.
 * </pre>
 */
final class BlockTablesWriter extends FieldsConsumer {

  private final SegmentWriteState state;
  private final int maxDoc;
  private final int maxEntries;
  private IndexOutput meta;
  private IndexOutput data;

  /** Null at a flush. */
  private MergeState merging;

  /** Of the buckets that are being filled. */
  private long[] entries;

  /**
   * @param maxEntries entries to hold on the heap at a time
   */
  BlockTablesWriter(SegmentWriteState state, int maxEntries) throws IOException {
    this.state = state;
    this.maxEntries = maxEntries;
    maxDoc = state.segmentInfo.maxDoc();
    boolean success = false;
    try {
      meta = open(SimHashPostingsFormat.META_EXTENSION, SimHashPostingsFormat.META_CODEC);
      data = open(SimHashPostingsFormat.DATA_EXTENSION, SimHashPostingsFormat.DATA_CODEC);
      success = true;
    } finally {
      if (!success) {
        IOUtils.closeWhileHandlingException(meta, data);
      }
    }
  }

  private IndexOutput open(String extension, String codec) throws IOException {
    String name =
        IndexFileNames.segmentFileName(state.segmentInfo.name, state.segmentSuffix, extension);
    IndexOutput out = state.directory.createOutput(name, state.context);
    boolean success = false;
    try {
      CodecUtil.writeIndexHeader(
          out,
          codec,
          SimHashPostingsFormat.VERSION_CURRENT,
          state.segmentInfo.getId(),
          state.segmentSuffix);
      success = true;
    } finally {
      if (!success) {
        IOUtils.closeWhileHandlingException(out);
      }
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
    for (String name : fields) {
      Terms terms = fields.terms(name);
      if (terms != null && !isWritten(state.fieldInfos.fieldInfo(name), terms)) {
        others.add(name);
      }
    }
    if (others.isEmpty()) {
      meta.writeInt(SimHashPostingsFormat.END);
    } else {
      meta.writeInt(SimHashPostingsFormat.OTHERS);
      writeOthers(fields, others, norms);
    }
    CodecUtil.writeFooter(meta);
    CodecUtil.writeFooter(data);
  }

  private void writeOthers(Fields fields, List<String> others, NormsProducer norms)
      throws IOException {
    PostingsFormat format = new Lucene104PostingsFormat();
    meta.writeString(format.getName());
    try (FieldsConsumer consumer = format.fieldsConsumer(state)) {
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

  /** False if the field is not one of SimHashFields. */
  private boolean isWritten(FieldInfo field, Terms terms) throws IOException {
    if (!FingerprintValues.areOfSimHashField(field)) {
      return false;
    }
    if (merging != null) {
      DocValuesProducer values = SegmentFingerprints.merged(field, merging);
      return isWritten(field, terms, values, SegmentFingerprints.areTables(field.name, merging));
    }
    try (DocValuesProducer values = SegmentFingerprints.flushed(state)) {
      return isWritten(field, terms, values, false);
    }
  }

  private boolean isWritten(
      FieldInfo field, Terms terms, DocValuesProducer values, boolean isChecked)
      throws IOException {
    SegmentFingerprints fingerprints = new SegmentFingerprints(field, values);
    if (!isChecked && !fingerprints.areIn(terms, comparable())) {
      return false;
    }
    write(field, fingerprints);
    return true;
  }

  /**
   * The documents that did not fail while they were indexed, or null for all. At a flush with an
   * index sort Lucene does not say which those are.
   */
  private Bits comparable() {
    return merging == null && state.segmentInfo.getIndexSort() == null ? state.liveDocs : null;
  }

  private void write(FieldInfo field, SegmentFingerprints fingerprints) throws IOException {
    int size = fingerprints.size();
    if (size > 0) {
      meta.writeInt(field.number);
      meta.writeInt(size);
      entries = new long[Math.min(size, maxEntries)];
      int distinctTerms = 0;
      for (int block = 0; block < Blocks.BLOCKS; block++) {
        long start = data.alignFilePointer(Long.BYTES);
        meta.writeLong(start);
        distinctTerms += write(BlockTable.of(block, size, maxDoc, start), fingerprints);
      }
      meta.writeInt(distinctTerms);
      entries = null;
    }
  }

  /** Returns how many terms the table holds. */
  private int write(BlockTable table, SegmentFingerprints fingerprints) throws IOException {
    int[] starts = new int[table.buckets() + 1];
    NumericDocValues values = fingerprints.values();
    while (values.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      starts[table.bucket(table.rotate(values.longValue())) + 1]++;
    }
    data.writeInt(0);
    for (int bucket = 1; bucket < starts.length; bucket++) {
      starts[bucket] += starts[bucket - 1];
      data.writeInt(starts[bucket]);
    }
    data.alignFilePointer(Long.BYTES);
    int distinctTerms = 0;
    for (int first = 0, end; first < table.buckets(); first = end) {
      end = first + 1;
      while (end < table.buckets() && starts[end + 1] - starts[first] <= maxEntries) {
        end++;
      }
      distinctTerms +=
          write(table, fingerprints, Arrays.copyOfRange(starts, first, end + 1), first);
    }
    return distinctTerms;
  }

  /**
   * Writes some buckets; returns how many terms they hold.
   *
   * @param starts of the buckets, and the end of the last
   */
  private int write(BlockTable table, SegmentFingerprints fingerprints, int[] starts, int first)
      throws IOException {
    int buckets = starts.length - 1;
    int size = starts[buckets] - starts[0];
    boolean isInOrder = buckets == 1 && table.prefixBits() == Blocks.BLOCK_BITS;
    if (size == 0) {
      return 0;
    }
    if (size > entries.length && !isInOrder) {
      entries = new long[size];
    }
    int[] next = starts.clone();
    NumericDocValues values = fingerprints.values();
    for (int doc; (doc = values.nextDoc()) != DocIdSetIterator.NO_MORE_DOCS; ) {
      long rotated = table.rotate(values.longValue());
      int bucket = table.bucket(rotated) - first;
      if (bucket >= 0 && bucket < buckets) {
        if (isInOrder) {
          data.writeLong(table.entry(rotated, doc));
        } else {
          entries[next[bucket]++ - starts[0]] = table.entry(rotated, doc);
        }
      }
    }
    if (isInOrder) {
      return 1;
    }
    int distinctTerms = 0;
    for (int bucket = 0; bucket < buckets; bucket++) {
      distinctTerms +=
          sort(table, first + bucket, starts[bucket] - starts[0], starts[bucket + 1] - starts[0]);
    }
    for (int i = 0; i < size; i++) {
      data.writeLong(entries[i]);
    }
    return distinctTerms;
  }

  /** Sorts a bucket's entries by block value; returns how many values there are. */
  private int sort(BlockTable table, int bucket, int from, int to) {
    if (table.prefixBits() < Blocks.BLOCK_BITS) {
      new InPlaceMergeSorter() {
        @Override
        protected int compare(int i, int j) {
          int order = Integer.compare(value(i), value(j));
          return order != 0 ? order : Integer.compare(table.doc(entries[i]), table.doc(entries[j]));
        }

        private int value(int i) {
          return table.value(bucket, entries[i]);
        }

        @Override
        protected void swap(int i, int j) {
          long entry = entries[i];
          entries[i] = entries[j];
          entries[j] = entry;
        }
      }.sort(from, to);
    }
    int distinct = Math.min(1, to - from);
    for (int i = from + 1; i < to; i++) {
      distinct += table.value(bucket, entries[i]) != table.value(bucket, entries[i - 1]) ? 1 : 0;
    }
    return distinct;
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(meta, data);
  }
}
