package io.github.lucenesimhash.search;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.ReaderUtil;

/**
 * The fingerprint of each document: its doc value, or what its block terms say where an analyzer
 * wrote the field, which cannot write doc values.
 */
final class FingerprintValues {

  private FingerprintValues() {}

  /** Null for a field that the segment does not have. */
  static FieldInfo info(LeafReader reader, String field) {
    try {
      return reader.getFieldInfos().fieldInfo(field);
    } catch (UnsupportedOperationException e) {
      return null; // the text that Highlighter reads is no segment: Lucene 10.4 says it so
    }
  }

  /** Empty for a field that the segment does not have; an error if it holds something else. */
  static NumericDocValues of(LeafReader reader, String field) throws IOException {
    FieldInfo info = info(reader, field);
    return info != null && areTerms(info)
        ? TermFingerprints.of(reader, field).values()
        : DocValues.getNumeric(reader, field);
  }

  /** Of documents of a whole reader, each under its number; none for a document without. */
  static Map<Integer, Long> of(IndexReader reader, String field, int... docs) throws IOException {
    Map<Integer, Long> fingerprints = new HashMap<>();
    LeafReaderContext leaf = null;
    NumericDocValues values = null;
    for (int doc : IntStream.of(docs).sorted().toArray()) {
      if (doc < 0 || doc >= reader.maxDoc()) {
        throw new IllegalArgumentException(
            "document " + doc + " is not in the reader, expected 0 to " + (reader.maxDoc() - 1));
      }
      if (leaf == null || doc >= leaf.docBase + leaf.reader().maxDoc()) {
        leaf = reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
        values = of(leaf.reader(), field);
      }
      if (values.advanceExact(doc - leaf.docBase)) {
        fingerprints.put(doc, values.longValue());
      }
    }
    return fingerprints;
  }

  /** Whether a segment has the field; an error if that cannot hold fingerprints. */
  static boolean areIn(LeafReader reader, String field) {
    FieldInfo info = info(reader, field);
    if (info != null && info.getDocValuesType() != DocValuesType.NUMERIC && !areTerms(info)) {
      String problem = "field '" + field + "' has doc values of type " + info.getDocValuesType();
      String expected = "NUMERIC, or the block terms of a SimHashAnalyzer";
      throw new IllegalStateException(
          problem + ", expected " + expected + ": index fingerprints with SimHashField");
    }
    return info != null;
  }

  private static boolean areTerms(FieldInfo field) {
    return field.getDocValuesType() == DocValuesType.NONE
        && field.getIndexOptions() != IndexOptions.NONE;
  }

  static boolean isName(IndexReader reader, String field) {
    return reader.leaves().stream().anyMatch(leaf -> info(leaf.reader(), field) != null);
  }

  /**
   * Tells a misspelt field from one that no document has yet: where the index has fingerprints, but
   * in other fields only, the name is taken to be wrong. A segment alone does not tell: its
   * documents may be few, and the index writer asks each by itself which documents a query deletes.
   */
  static void checkName(IndexReader reader, String field) {
    if (reader instanceof LeafReader || isName(reader, field)) {
      return;
    }
    Set<String> others = new TreeSet<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      for (FieldInfo info : leaf.reader().getFieldInfos()) {
        if (areOfSimHashField(info)) {
          others.add(info.name);
        }
      }
    }
    if (!others.isEmpty()) {
      String problem = "no document has field '" + field + "'";
      String known = "the index has '" + String.join("', '", others) + "'";
      throw new IllegalArgumentException(problem + ", expected a field of fingerprints: " + known);
    }
  }

  /** Whether a field is indexed as a SimHashField is; no other field of Lucene's own is. */
  static boolean areOfSimHashField(FieldInfo field) {
    return field.getIndexOptions() == IndexOptions.DOCS
        && field.getDocValuesType() == DocValuesType.NUMERIC;
  }
}
