package io.github.lucenesimhash.search;

import io.github.lucenesimhash.simhash.BlockLayout;
import java.io.IOException;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.codecs.FieldsConsumer;
import org.apache.lucene.codecs.NormsProducer;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.Fields;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;

/**
 * Writes {@link SimHashPostingsFormat}: a first pass over the terms puts every document's 64 bits
 * together, a second one writes the entries in the order in which the terms come. Needs 9 bytes of
 * heap for each document of the segment while it writes a field.
 */
final class BlockTablesWriter extends FieldsConsumer {

  private final SegmentWriteState state;
  private final int maxDoc;
  private IndexOutput meta;
  private IndexOutput data;

  BlockTablesWriter(SegmentWriteState state) throws IOException {
    this.state = state;
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
  public void write(Fields fields, NormsProducer norms) throws IOException {
    for (String name : fields) {
      Terms terms = fields.terms(name);
      if (terms != null) {
        write(state.fieldInfos.fieldInfo(name), terms);
      }
    }
    meta.writeInt(-1);
    CodecUtil.writeFooter(meta);
    CodecUtil.writeFooter(data);
  }

  private void write(FieldInfo field, Terms terms) throws IOException {
    if (field.getIndexOptions() != IndexOptions.DOCS
        || field.getDocValuesType() != DocValuesType.NUMERIC) {
      throw new IllegalArgumentException(
          "field '"
              + field.name
              + "' has index options "
              + field.getIndexOptions()
              + " and doc values "
              + field.getDocValuesType()
              + ", expected DOCS and NUMERIC: SimHashPostingsFormat takes SimHashField only");
    }
    SegmentFingerprints fingerprints = SegmentFingerprints.read(field.name, terms, state);
    for (BlockLayout layout : BlockLayout.values()) {
      int size = fingerprints.size(layout);
      if (size > 0) {
        meta.writeInt(field.number);
        meta.writeByte(layout.termPrefix(0));
        meta.writeInt(size);
        int distinctTerms = 0;
        for (int block = 0; block < BlockLayout.BLOCKS; block++) {
          long start = data.alignFilePointer(Long.BYTES);
          meta.writeLong(start);
          distinctTerms +=
              write(BlockTable.of(layout, block, size, maxDoc, start), fingerprints, terms);
        }
        meta.writeInt(distinctTerms);
      }
    }
  }

  /** Returns how many terms the table holds. */
  private int write(BlockTable table, SegmentFingerprints fingerprints, Terms terms)
      throws IOException {
    int[] starts = new int[table.buckets() + 1];
    for (int doc = 0; doc < maxDoc; doc++) {
      if (fingerprints.has(doc, table.layout())) {
        starts[table.bucket(table.rotate(fingerprints.value(doc))) + 1]++;
      }
    }
    data.writeInt(0);
    for (int bucket = 1; bucket < starts.length; bucket++) {
      starts[bucket] += starts[bucket - 1];
      data.writeInt(starts[bucket]);
    }
    data.alignFilePointer(Long.BYTES);

    byte prefix = table.layout().termPrefix(table.block());
    TermsEnum iterator = terms.iterator();
    iterator.seekCeil(new BytesRef(new byte[] {prefix}));
    PostingsEnum postings = null;
    int distinctTerms = 0;
    for (BytesRef term = iterator.term();
        term != null && term.bytes[term.offset] == prefix;
        term = iterator.next()) {
      postings = iterator.postings(postings, PostingsEnum.NONE);
      boolean any = false;
      int doc;
      while ((doc = postings.nextDoc()) != DocIdSetIterator.NO_MORE_DOCS) {
        if (fingerprints.has(doc, table.layout())) {
          data.writeLong(table.entry(table.rotate(fingerprints.value(doc)), doc));
          any = true;
        }
      }
      distinctTerms += any ? 1 : 0;
    }
    return distinctTerms;
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(meta, data);
  }
}
