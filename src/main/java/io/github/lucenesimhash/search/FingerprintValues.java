package io.github.lucenesimhash.search;

import java.io.IOException;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.util.IOSupplier;

/**
 * The fingerprint of each document of a segment: its doc value, or what its block terms say where
 * an analyzer wrote the field, which cannot write doc values.
 */
final class FingerprintValues {

  private FingerprintValues() {}

  /**
   * Empty for a field that the segment does not have.
   *
   * @throws IllegalStateException if the field holds something else
   */
  static NumericDocValues of(LeafReader reader, String field) throws IOException {
    return source(reader, field).get();
  }

  /** The same as often as they are needed, but terms are read once. */
  static IOSupplier<NumericDocValues> source(LeafReader reader, String field) throws IOException {
    FieldInfo info = reader.getFieldInfos().fieldInfo(field);
    return info != null && areTerms(info)
        ? TermFingerprints.of(reader, field)::values
        : () -> DocValues.getNumeric(reader, field);
  }

  /** Whether a field may hold fingerprints. */
  static boolean areIn(FieldInfo field) {
    return field.getDocValuesType() == DocValuesType.NUMERIC || areTerms(field);
  }

  /** Whether a field is indexed as a SimHashField is; no other field of Lucene's own is. */
  static boolean areOfSimHashField(FieldInfo field) {
    return field.getIndexOptions() == IndexOptions.DOCS
        && field.getDocValuesType() == DocValuesType.NUMERIC;
  }

  private static boolean areTerms(FieldInfo field) {
    return field.getDocValuesType() == DocValuesType.NONE
        && field.getIndexOptions() != IndexOptions.NONE;
  }
}
