package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.codecs.DocValuesConsumer;
import org.apache.lucene.codecs.DocValuesProducer;
import org.apache.lucene.codecs.FieldsProducer;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.MergeState;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.index.SortingCodecReader;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.IOSupplier;
import org.apache.lucene.util.IOUtils;

/**
 * Reads the fingerprints of a field in a segment that is being written, as often as needed. The
 * fingerprints come from the doc values just written at a flush, and from the doc values of the
 * merged segments at a merge.
 *
 * @param source the function that opens the fingerprints, or null if they must be collected from
 *     the terms
 * @param opened the doc values to close, or null at a merge, which closes them itself
 * @param areChecked whether the terms are known to match the doc values
 * @param complete the documents that were indexed without failure, or null for all documents
 */
record SegmentFingerprints(
    IOSupplier<FingerprintValues> source, Closeable opened, boolean areChecked, Bits complete)
    implements Closeable {

  /** Opens the fingerprints at a flush, when the doc values are written but the terms are not. */
  static SegmentFingerprints flushed(FieldInfo field, SegmentWriteState state) throws IOException {
    DocValuesProducer values =
        docValues(
            new SegmentReadState(
                state.directory, state.segmentInfo, state.fieldInfos, state.context));
    // With an index sort Lucene does not indicate which documents failed.
    Bits complete = state.segmentInfo.getIndexSort() == null ? state.liveDocs : null;
    return new SegmentFingerprints(
        () -> FingerprintValues.of(values, field), values, false, complete);
  }

  /**
   * Opens the doc values of a segment, even if the state is only for the postings of one format.
   */
  static DocValuesProducer docValues(SegmentReadState state) throws IOException {
    return state
        .segmentInfo
        .getCodec()
        .docValuesFormat()
        .fieldsProducer(
            new SegmentReadState(
                state.directory, state.segmentInfo, state.fieldInfos, state.context));
  }

  /**
   * Opens the doc values as Lucene will merge them. If they can be read only once, the terms are
   * read instead.
   */
  static SegmentFingerprints merged(FieldInfo field, MergeState state) throws IOException {
    if (areSorted(state)) {
      return new SegmentFingerprints(null, null, false, null);
    }
    Merged merged = new Merged();
    if (field.getDocValuesType() == DocValuesType.NUMERIC) {
      merged.mergeNumericField(field, state);
    } else {
      merged.mergeBinaryField(field, state);
    }
    boolean areTables = areTables(field.name, state);
    return new SegmentFingerprints(
        () -> FingerprintValues.of(merged.values, field), null, areTables, null);
  }

  /**
   * Returns whether a merge sorts an unsorted segment. If so, each pass over the doc values would
   * sort them again, and Lucene asserts that there is only one pass, which is its own.
   */
  private static boolean areSorted(MergeState state) {
    return Arrays.stream(state.docValuesProducers)
        .anyMatch(
            producer ->
                producer != null
                    && producer.getClass().getEnclosingClass() == SortingCodecReader.class);
  }

  /** Returns whether all merged segments with the field have tables for it, all of one width. */
  static boolean areTables(String field, MergeState state) throws IOException {
    int lanes = 0;
    for (int i = 0; i < state.fieldsProducers.length; i++) {
      FieldsProducer producer = state.fieldsProducers[i];
      if (state.fieldInfos[i].fieldInfo(field) != null) {
        if (producer == null
            || !(producer.terms(field) instanceof BlockTables tables)
            || (lanes > 0 && lanes != tables.lanes())) {
          return false;
        }
        lanes = tables.lanes();
      }
    }
    return true;
  }

  FingerprintValues values() throws IOException {
    return source.get();
  }

  /** Returns the lanes of the first fingerprint; 0 if none exists, -1 if it is no fingerprint. */
  int lanes() throws IOException {
    FingerprintValues documents = values();
    return documents.nextDoc() == DocIdSetIterator.NO_MORE_DOCS ? 0 : documents.lanes();
  }

  /** Returns the fingerprints if the terms are exactly their block terms, otherwise null. */
  SegmentFingerprints in(Terms terms, int maxDoc) throws IOException {
    if (source != null) {
      return areChecked || haveOnly(terms) ? this : null;
    }
    TermFingerprints ofTerms = TermFingerprints.of(terms, maxDoc);
    return ofTerms == null ? null : new SegmentFingerprints(ofTerms::values, null, true, null);
  }

  /** Returns whether block terms and doc values of one width have the same sum of hashes. */
  private boolean haveOnly(Terms terms) throws IOException {
    long[] sum = new long[1];
    if (BlockTermStream.forEach(
            terms,
            (block, value, doc) ->
                sum[0] += complete == null || complete.get(doc) ? hash(block, value, doc) : 0)
        != null) {
      return false;
    }
    int lanes = lanes();
    if (lanes < 0) {
      return false;
    }
    FingerprintValues documents = values();
    for (int doc; (doc = documents.nextDoc()) != DocIdSetIterator.NO_MORE_DOCS; ) {
      if (documents.lanes() != lanes) {
        return false;
      }
      if (complete == null || complete.get(doc)) {
        for (int block = 0; block < lanes * Blocks.IN_LANE; block++) {
          long lane = documents.lane(block / Blocks.IN_LANE);
          sum[0] -= hash(block, Blocks.block(lane, block), doc);
        }
      }
    }
    return sum[0] == 0;
  }

  private static long hash(int block, int value, int doc) {
    return BlockTable.hash((long) block << Blocks.BLOCK_BITS | value, doc);
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(opened);
  }

  /** Captures the merged doc values instead of writing them. */
  private static final class Merged extends DocValuesConsumer {

    private DocValuesProducer values;

    @Override
    public void addNumericField(FieldInfo field, DocValuesProducer values) {
      this.values = values;
    }

    @Override
    public void addBinaryField(FieldInfo field, DocValuesProducer values) {
      this.values = values;
    }

    @Override
    public void addSortedField(FieldInfo field, DocValuesProducer values) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void addSortedNumericField(FieldInfo field, DocValuesProducer values) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void addSortedSetField(FieldInfo field, DocValuesProducer values) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
  }
}
