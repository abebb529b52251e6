package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.BlockLayout;
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
import org.apache.lucene.util.FixedBitSet;

/**
 * A field's fingerprints in a segment that is being written, read from doc values as often as they
 * are needed: at a flush from those just written, at a merge from those of the merged segments.
 */
final class SegmentFingerprints {

  private final FieldInfo field;
  private final DocValuesProducer values;

  /** Documents in interleaved layout. */
  private final Bits interleaved;

  /**
   * @param terms of the field, which tell the layout
   */
  SegmentFingerprints(FieldInfo field, DocValuesProducer values, Terms terms, int maxDoc)
      throws IOException {
    this.field = field;
    this.values = values;
    interleaved = interleaved(terms, maxDoc);
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

  private static Bits interleaved(Terms terms, int maxDoc) throws IOException {
    TermsEnum iterator = terms.iterator();
    BytesRef start = new BytesRef(new byte[] {BlockLayout.INTERLEAVED.termPrefix(0)});
    BytesRef first = iterator.next();
    if (first != null && first.compareTo(start) >= 0) {
      return new Bits.MatchAllBits(maxDoc);
    }
    iterator = terms.iterator();
    if (iterator.seekCeil(start) == TermsEnum.SeekStatus.END) {
      return new Bits.MatchNoBits(maxDoc);
    }
    FixedBitSet interleaved = new FixedBitSet(maxDoc);
    PostingsEnum postings = null;
    for (BytesRef term = iterator.term();
        term != null && term.bytes[term.offset] == start.bytes[0];
        term = iterator.next()) {
      postings = iterator.postings(postings, PostingsEnum.NONE);
      for (int doc; (doc = postings.nextDoc()) != DocIdSetIterator.NO_MORE_DOCS; ) {
        interleaved.set(doc);
      }
    }
    return interleaved;
  }

  /** From the first document on. */
  NumericDocValues values() throws IOException {
    return values.getNumeric(field);
  }

  BlockLayout layout(int doc) {
    return interleaved.get(doc) ? BlockLayout.INTERLEAVED : BlockLayout.CONTIGUOUS;
  }

  /** Documents of a layout. */
  int size(BlockLayout layout) throws IOException {
    NumericDocValues documents = values();
    int size = 0;
    for (int doc; (doc = documents.nextDoc()) != DocIdSetIterator.NO_MORE_DOCS; ) {
      size += layout(doc) == layout ? 1 : 0;
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
      int prefix = term.length == BlockLayout.TERM_BYTES ? term.bytes[term.offset] : -1;
      if (BlockLayout.ofTermPrefix(prefix) == null) {
        return false;
      }
      int value = (term.bytes[term.offset + 1] & 0xFF) << 8 | (term.bytes[term.offset + 2] & 0xFF);
      postings = iterator.postings(postings, PostingsEnum.NONE);
      for (int doc; (doc = postings.nextDoc()) != DocIdSetIterator.NO_MORE_DOCS; ) {
        sum += live == null || live.get(doc) ? hash(prefix, value, doc) : 0;
      }
    }
    NumericDocValues documents = values();
    for (int doc; (doc = documents.nextDoc()) != DocIdSetIterator.NO_MORE_DOCS; ) {
      if (live == null || live.get(doc)) {
        BlockLayout layout = layout(doc);
        for (int block = 0; block < BlockLayout.BLOCKS; block++) {
          int value = layout.block(documents.longValue(), block);
          sum -= hash(layout.termPrefix(block), value, doc);
        }
      }
    }
    return sum == 0;
  }

  /** The finalizer of MurmurHash3. */
  private static long hash(int prefix, int value, int doc) {
    long hash = ((long) prefix << BlockLayout.BLOCK_BITS | value) << Integer.SIZE | doc;
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
