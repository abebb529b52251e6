package io.github.lucenesimhash.load;

import io.github.lucenesimhash.search.HeapFingerprints;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.codecs.DocValuesProducer;
import org.apache.lucene.codecs.FieldsProducer;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.FilterCodecReader;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SlowCodecReaderWrapper;
import org.apache.lucene.index.Terms;
import org.apache.lucene.util.FixedBitSet;

/** A segment with one more field, of fingerprints, as IndexWriter.addIndexes reads it. */
final class FingerprintedSegment extends FilterCodecReader {

  /** Has the postings and doc values; all else is read from the segment as its codec does. */
  private final CodecReader withField;

  /**
   * @param near the new field, by a number that no other has
   * @param fingerprints by document
   * @param known documents that have one
   */
  FingerprintedSegment(CodecReader segment, FieldInfo near, long[] fingerprints, FixedBitSet known)
      throws IOException {
    super(segment);
    List<FieldInfo> infos = new ArrayList<>(List.of(near));
    segment.getFieldInfos().forEach(infos::add);
    FieldInfos fields = new FieldInfos(infos.toArray(FieldInfo[]::new));
    BatchTerms blocks = BatchTerms.ofBlocks(fingerprints, known, segment.maxDoc());
    withField =
        SlowCodecReaderWrapper.wrap(
            new FilterLeafReader(segment) {
              @Override
              public FieldInfos getFieldInfos() {
                return fields;
              }

              @Override
              public Terms terms(String field) throws IOException {
                return field.equals(near.name) ? blocks : super.terms(field);
              }

              @Override
              public NumericDocValues getNumericDocValues(String field) throws IOException {
                return field.equals(near.name)
                    ? new HeapFingerprints(fingerprints, known, maxDoc())
                    : super.getNumericDocValues(field);
              }

              @Override
              public CacheHelper getCoreCacheHelper() {
                return null;
              }

              @Override
              public CacheHelper getReaderCacheHelper() {
                return null;
              }
            });
  }

  @Override
  public FieldInfos getFieldInfos() {
    return withField.getFieldInfos();
  }

  @Override
  public FieldsProducer getPostingsReader() {
    return withField.getPostingsReader();
  }

  @Override
  public DocValuesProducer getDocValuesReader() {
    return withField.getDocValuesReader();
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
