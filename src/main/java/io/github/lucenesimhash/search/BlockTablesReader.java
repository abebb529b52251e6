package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Blocks;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.codecs.DocValuesProducer;
import org.apache.lucene.codecs.FieldsProducer;
import org.apache.lucene.codecs.PostingsFormat;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.Terms;
import org.apache.lucene.store.ChecksumIndexInput;
import org.apache.lucene.store.DataInput;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.IOUtils;

/** Reads {@link SimHashPostingsFormat}. Only a few small objects for each field are on the heap. */
final class BlockTablesReader extends FieldsProducer {

  private final Map<String, Terms> fields = new TreeMap<>();
  private final SegmentReadState state;
  private final IndexInput data;
  private FieldsProducer others; // the fields that are not in tables, or null if none exist

  BlockTablesReader(SegmentReadState state) throws IOException {
    this.state = state;
    String dataName =
        IndexFileNames.segmentFileName(
            state.segmentInfo.name, state.segmentSuffix, SimHashPostingsFormat.DATA_EXTENSION);
    data = state.directory.openInput(dataName, state.context);
    try {
      CodecUtil.retrieveChecksum(data);
      data.seek(0);
      checkHeader(data, SimHashPostingsFormat.DATA_CODEC, state);
      String format = readMeta(state);
      if (!format.isEmpty()) {
        others = PostingsFormat.forName(format).fieldsProducer(state);
        for (String field : others) {
          fields.put(field, others.terms(field));
        }
      }
    } catch (Throwable e) {
      IOUtils.closeWhileSuppressingExceptions(e, data, others);
      throw e;
    }
  }

  private static void checkHeader(DataInput in, String codec, SegmentReadState state)
      throws IOException {
    try {
      CodecUtil.checkIndexHeader(
          in,
          codec,
          SimHashPostingsFormat.VERSION_START,
          SimHashPostingsFormat.VERSION_CURRENT,
          state.segmentInfo.getId(),
          state.segmentSuffix);
    } catch (EOFException e) {
      throw new CorruptIndexException("header does not end", in, e);
    }
  }

  /** Opens the tables. Returns the name of the format of the other fields, or an empty string. */
  private String readMeta(SegmentReadState state) throws IOException {
    String name =
        IndexFileNames.segmentFileName(
            state.segmentInfo.name, state.segmentSuffix, SimHashPostingsFormat.META_EXTENSION);
    try (ChecksumIndexInput meta = state.directory.openChecksumInput(name)) {
      String format = null;
      Throwable failure = null;
      try {
        checkHeader(meta, SimHashPostingsFormat.META_CODEC, state);
        for (int number; (number = meta.readInt()) != SimHashPostingsFormat.END; ) {
          readField(meta, state, number);
        }
        format = meta.readString();
      } catch (Throwable e) {
        failure = e;
      } finally {
        CodecUtil.checkFooter(meta, failure);
      }
      return format;
    }
  }

  private void readField(ChecksumIndexInput meta, SegmentReadState state, int number)
      throws IOException {
    FieldInfo field = number < 0 ? null : state.fieldInfos.fieldInfo(number);
    int lanes = meta.readInt();
    if (!Fingerprint.isSize(lanes)) {
      throw new CorruptIndexException(
          "field " + number + " has " + lanes + " lanes a document, expected 1, 2 or 4", meta);
    }
    int size = meta.readInt();
    int maxDoc = state.segmentInfo.maxDoc();
    if (field == null
        || !IndexedField.isOfSimHashField(field)
        || field.getDocValuesType() != IndexedField.docValuesType(lanes)
        || size < 1
        || size > maxDoc) {
      throw new CorruptIndexException(
          "field " + number + ", " + size + " of " + maxDoc + " documents", meta);
    }
    BlockTable[] tables = new BlockTable[lanes * Blocks.IN_LANE];
    for (int block = 0; block < tables.length; block++) {
      BlockTable table = BlockTable.of(block, size, maxDoc, meta.readLong());
      if (table.offsets() < 0 || table.end() > data.length() - CodecUtil.footerLength()) {
        throw new CorruptIndexException(
            "table of block " + block + " at " + table.offsets() + " is outside the file", meta);
      }
      tables[block] = table;
    }
    FrequentValues frequent = FrequentValues.read(meta, tables.length);
    fields.put(field.name, new BlockTables(data, tables, frequent));
  }

  @Override
  public Iterator<String> iterator() {
    return fields.keySet().iterator();
  }

  @Override
  public Terms terms(String field) {
    return fields.get(field);
  }

  @Override
  public int size() {
    return fields.size();
  }

  @Override
  public void checkIntegrity() throws IOException {
    CodecUtil.checksumEntireFile(data);
    checkDocValues();
    if (others != null) {
      others.checkIntegrity();
    }
  }

  /** Compares the tables with the doc values. Lucene also requests this check before each merge. */
  private void checkDocValues() throws IOException {
    try (DocValuesProducer values = SegmentFingerprints.docValues(state)) {
      for (Map.Entry<String, Terms> field : fields.entrySet()) {
        if (field.getValue() instanceof BlockTables tables) {
          tables.check(FingerprintValues.of(values, state.fieldInfos.fieldInfo(field.getKey())));
        }
      }
    } catch (NoSuchFileException | FileNotFoundException e) {
      // A reader may outlive the files of its segment: the reader has the files open, but cannot
      // open them again.
    }
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(data, others);
  }
}
