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
 * Reads the fingerprints of a field in a segment that is being written, as often as needed: at a
 * flush from the doc values just written, at a merge from those of the merged segments.
 *
 * @param source opens them; null if the terms are to be read
 * @param opened null at a merge, whose doc values refuse to be closed
 * @param areChecked the terms are known to be those of the doc values
 * @param complete documents that did not fail while indexed; null for all
 */
record SegmentFingerprints(
    IOSupplier<FingerprintValues> source, Closeable opened, boolean areChecked, Bits complete)
    implements Closeable {

  /** Opens the fingerprints of a segment whose doc values are written and whose terms are not. */
  static SegmentFingerprints flushed(FieldInfo field, SegmentWriteState state) throws IOException {
    DocValuesProducer values =
        docValues(
            new SegmentReadState(
                state.directory, state.segmentInfo, state.fieldInfos, state.context));
    // With an index sort Lucene does not say which documents failed.
    Bits complete = state.segmentInfo.getIndexSort() == null ? state.liveDocs : null;
    return new SegmentFingerprints(
        () -> FingerprintValues.of(values, field), values, false, complete);
  }

  /** Opens the doc values of a segment, whatever format of one field the state is for. */
  static DocValuesProducer docValues(SegmentReadState state) throws IOException {
    return state
        .segmentInfo
        .getCodec()
        .docValuesFormat()
        .fieldsProducer(
            new SegmentReadState(
                state.directory, state.segmentInfo, state.fieldInfos, state.context));
  }

  /** Opens the doc values as Lucene will merge them, unless they can be read only once. */
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
   * Returns whether a merge reorders documents. Each read of the doc values then sorts them anew,
   * and Lucene asserts that a merge reads them once, which it does itself.
   */
  private static boolean areSorted(MergeState state) {
    return Arrays.stream(state.docValuesProducers)
        .anyMatch(
            producer ->
                producer != null
                    && producer.getClass().getEnclosingClass() == SortingCodecReader.class);
  }

  /** Returns whether all merged segments hold the field in as many tables. */
  static boolean areTables(String field, MergeState state) throws IOException {
    int words = 0;
    for (int i = 0; i < state.fieldsProducers.length; i++) {
      FieldsProducer producer = state.fieldsProducers[i];
      if (state.fieldInfos[i].fieldInfo(field) != null) {
        if (producer == null
            || !(producer.terms(field) instanceof BlockTables tables)
            || (words > 0 && words != tables.words())) {
          return false;
        }
        words = tables.words();
      }
    }
    return true;
  }

  FingerprintValues values() throws IOException {
    return source.get();
  }

  /** Returns the words of the first fingerprint; 0 if there is none. */
  int words() throws IOException {
    FingerprintValues documents = values();
    return documents.nextDoc() == DocIdSetIterator.NO_MORE_DOCS ? 0 : documents.words();
  }

  /** Returns the fingerprints if the terms are their block terms and no others, else null. */
  SegmentFingerprints in(Terms terms, int maxDoc) throws IOException {
    if (source != null) {
      return areChecked || haveOnly(terms) ? this : null;
    }
    TermFingerprints ofTerms = TermFingerprints.of(terms, maxDoc);
    return ofTerms == null ? null : new SegmentFingerprints(ofTerms::values, null, true, null);
  }

  /** Compares the terms with the doc values by sums of hashes. */
  private boolean haveOnly(Terms terms) throws IOException {
    long[] sum = new long[1];
    if (BlockTermStream.forEach(
            terms,
            (block, value, doc) ->
                sum[0] += complete == null || complete.get(doc) ? hash(block, value, doc) : 0)
        != null) {
      return false;
    }
    int words = words();
    if (words < 0) {
      return false;
    }
    FingerprintValues documents = values();
    for (int doc; (doc = documents.nextDoc()) != DocIdSetIterator.NO_MORE_DOCS; ) {
      if (documents.words() != words) {
        return false;
      }
      if (complete == null || complete.get(doc)) {
        for (int block = 0; block < words * Blocks.IN_WORD; block++) {
          long word = documents.word(block / Blocks.IN_WORD);
          sum[0] -= hash(block, Blocks.block(word, block), doc);
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

  /** Receives the doc values that Lucene would write. */
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
