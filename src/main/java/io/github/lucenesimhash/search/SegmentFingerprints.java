package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import java.io.IOException;
import org.apache.lucene.codecs.DocValuesConsumer;
import org.apache.lucene.codecs.DocValuesProducer;
import org.apache.lucene.codecs.FieldsProducer;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.MergeState;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;

/**
 * A field's fingerprints in a segment that is being written, read from doc values as often as they
 * are needed: at a flush from those just written, at a merge from those of the merged segments.
 */
final class SegmentFingerprints {

  private final FieldInfo field;
  private final DocValuesProducer values;

  SegmentFingerprints(FieldInfo field, DocValuesProducer values) {
    this.field = field;
    this.values = values;
  }

  /** The doc values of a segment of which they are written and the terms are not. */
  static DocValuesProducer flushed(SegmentWriteState state) throws IOException {
    return state
        .segmentInfo
        .getCodec()
        .docValuesFormat()
        .fieldsProducer(
            new SegmentReadState(
                state.directory, state.segmentInfo, state.fieldInfos, state.context));
  }

  /** The doc values as Lucene will merge them. */
  static DocValuesProducer merged(FieldInfo field, MergeState state) throws IOException {
    DocValuesProducer[] merged = new DocValuesProducer[1];
    try (DocValuesConsumer consumer =
        new NumericConsumer() {
          @Override
          public void addNumericField(FieldInfo field, DocValuesProducer values) {
            merged[0] = values;
          }
        }) {
      consumer.mergeNumericField(field, state);
    }
    return merged[0];
  }

  /** Whether all segments that are merged hold the field in tables. */
  static boolean areTables(String field, MergeState state) throws IOException {
    for (int i = 0; i < state.fieldsProducers.length; i++) {
      FieldsProducer producer = state.fieldsProducers[i];
      if (state.fieldInfos[i].fieldInfo(field) != null
          && !(producer != null && producer.terms(field) instanceof BlockTerms)) {
        return false;
      }
    }
    return true;
  }

  /** From the first document on. */
  NumericDocValues values() throws IOException {
    return values.getNumeric(field);
  }

  /** Documents that have a fingerprint. */
  int size() throws IOException {
    NumericDocValues documents = values();
    int size = 0;
    while (documents.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      size++;
    }
    return size;
  }

  /**
   * Whether the documents have the block terms of their fingerprints, and no other terms: both are
   * added up by a hash.
   *
   * @param live documents to compare, or null for all
   */
  boolean areIn(Terms terms, Bits live) throws IOException {
    long sum = 0;
    TermsEnum iterator = terms.iterator();
    PostingsEnum postings = null;
    for (BytesRef term = iterator.next(); term != null; term = iterator.next()) {
      if (!BlockTermStream.isTerm(term)) {
        return false;
      }
      int block = BlockTermStream.block(term);
      int value = BlockTermStream.value(term);
      postings = iterator.postings(postings, PostingsEnum.NONE);
      for (int doc; (doc = postings.nextDoc()) != DocIdSetIterator.NO_MORE_DOCS; ) {
        sum += live == null || live.get(doc) ? hash(block, value, doc) : 0;
      }
    }
    NumericDocValues documents = values();
    for (int doc; (doc = documents.nextDoc()) != DocIdSetIterator.NO_MORE_DOCS; ) {
      if (live == null || live.get(doc)) {
        for (int block = 0; block < Blocks.BLOCKS; block++) {
          sum -= hash(block, Blocks.block(documents.longValue(), block), doc);
        }
      }
    }
    return sum == 0;
  }

  /** The finalizer of MurmurHash3. */
  private static long hash(int block, int value, int doc) {
    long hash = ((long) block << Blocks.BLOCK_BITS | value) << Integer.SIZE | doc;
    hash = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
    hash = (hash ^ hash >>> 33) * 0xc4ceb9fe1a85ec53L;
    return hash ^ hash >>> 33;
  }

  /** Takes numeric fields only. */
  private abstract static class NumericConsumer extends DocValuesConsumer {

    @Override
    public void addBinaryField(FieldInfo field, DocValuesProducer values) {
      throw new UnsupportedOperationException();
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
