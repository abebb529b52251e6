package io.github.lucenesimhash.load;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.codecs.DocValuesProducer;
import org.apache.lucene.codecs.FieldsProducer;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.FilterCodecReader;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SlowCodecReaderWrapper;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.index.Terms;

/**
 * A segment with more fields, as IndexWriter.addIndexes reads it: new ones with their terms and doc
 * values, and doc values of fields that had none.
 */
final class WidenedSegment extends FilterCodecReader {

  /** Has the postings and doc values; all else is read from the segment as its codec does. */
  private final CodecReader wide;

  /**
   * @param beside has the added fields, of the same documents
   * @param derived get their doc values even if no document has any: a field has the same in all
   *     segments that know it
   * @param free a field number from which on no segment uses any
   */
  WidenedSegment(CodecReader segment, LeafReader beside, List<DerivedField> derived, int free)
      throws IOException {
    super(segment);
    Map<String, FieldInfo> infos = new LinkedHashMap<>();
    segment.getFieldInfos().forEach(info -> infos.put(info.name, info));
    int number = free;
    for (FieldInfo added : beside.getFieldInfos()) {
      FieldInfo own = infos.get(added.name);
      infos.put(
          added.name,
          own == null
              ? with(added, number++, added.getDocValuesType())
              : with(own, own.number, added.getDocValuesType()));
    }
    for (DerivedField each : derived) {
      FieldInfo known = infos.get(each.name());
      if (known != null && known.getDocValuesType() == DocValuesType.NONE) {
        infos.put(each.name(), with(known, known.number, each.type()));
      }
    }
    FieldInfos fields = new FieldInfos(infos.values().toArray(FieldInfo[]::new));
    wide = SlowCodecReaderWrapper.wrap(new Wide(segment, beside, fields));
  }

  private static FieldInfo with(FieldInfo info, int number, DocValuesType docValues) {
    return new FieldInfo(
        info.name,
        number,
        info.hasTermVectors(),
        info.omitsNorms(),
        info.hasPayloads(),
        info.getIndexOptions(),
        docValues,
        info.docValuesSkipIndexType(),
        info.getDocValuesGen(),
        info.attributes(),
        info.getPointDimensionCount(),
        info.getPointIndexDimensionCount(),
        info.getPointNumBytes(),
        info.getVectorDimension(),
        info.getVectorEncoding(),
        info.getVectorSimilarityFunction(),
        info.isSoftDeletesField(),
        info.isParentField());
  }

  private static final class Wide extends FilterLeafReader {

    private final LeafReader beside;
    private final FieldInfos fields;

    Wide(LeafReader segment, LeafReader beside, FieldInfos fields) {
      super(segment);
      this.beside = beside;
      this.fields = fields;
    }

    /** Where the doc values of a field are. */
    private LeafReader ofDocValues(String field) {
      FieldInfo own = in.getFieldInfos().fieldInfo(field);
      return own == null || own.getDocValuesType() == DocValuesType.NONE ? beside : in;
    }

    @Override
    public FieldInfos getFieldInfos() {
      return fields;
    }

    @Override
    public Terms terms(String field) throws IOException {
      FieldInfo added = beside.getFieldInfos().fieldInfo(field);
      boolean isAdded = added != null && added.getIndexOptions() != IndexOptions.NONE;
      return (isAdded ? beside : in).terms(field);
    }

    @Override
    public NumericDocValues getNumericDocValues(String field) throws IOException {
      return ofDocValues(field).getNumericDocValues(field);
    }

    @Override
    public BinaryDocValues getBinaryDocValues(String field) throws IOException {
      return ofDocValues(field).getBinaryDocValues(field);
    }

    @Override
    public SortedNumericDocValues getSortedNumericDocValues(String field) throws IOException {
      return DocValues.getSortedNumeric(ofDocValues(field), field);
    }

    @Override
    public SortedSetDocValues getSortedSetDocValues(String field) throws IOException {
      return DocValues.getSortedSet(ofDocValues(field), field);
    }

    @Override
    public CacheHelper getCoreCacheHelper() {
      return null;
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return null;
    }
  }

  @Override
  public FieldInfos getFieldInfos() {
    return wide.getFieldInfos();
  }

  @Override
  public FieldsProducer getPostingsReader() {
    return wide.getPostingsReader();
  }

  @Override
  public DocValuesProducer getDocValuesReader() {
    return wide.getDocValuesReader();
  }

  @Override
  public CacheHelper getCoreCacheHelper() {
    return null;
  }

  @Override
  public CacheHelper getReaderCacheHelper() {
    return null;
  }
}
