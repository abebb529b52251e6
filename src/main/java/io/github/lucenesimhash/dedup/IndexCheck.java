package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;

/** Whether a writer's settings fit an index, as far as can be told without reading all of it. */
record IndexCheck(IndexReader reader, String idField, String field) {

  /**
   * Checks all.
   *
   * @param expected a scheme, or null for that of the index
   * @return the scheme of the fingerprints, or null if none is known
   * @throws IllegalArgumentException if they do not fit
   */
  String schemeId(String expected) throws IOException {
    checkField();
    for (LeafReaderContext leaf : reader.leaves()) {
      checkIds(leaf);
    }
    Set<String> stamped = SimHashField.schemeIds(reader, field);
    if (stamped.isEmpty() || (expected != null && stamped.equals(Set.of(expected)))) {
      return expected;
    }
    Settings.check(
        expected == null && stamped.size() == 1,
        inField() + "holds fingerprints of scheme " + String.join(" and ", stamped),
        expected == null ? "one scheme" : "scheme " + expected);
    return stamped.iterator().next();
  }

  private String inField() {
    return "field '" + field + "' of the index ";
  }

  private void checkField() {
    FieldInfos infos = FieldInfos.getMergedFieldInfos(reader);
    if (infos.fieldInfo(field) == null) {
      String others =
          StreamSupport.stream(infos.spliterator(), false)
              .filter(info -> !SimHashField.schemeIds(reader, info.name).isEmpty())
              .map(info -> "'" + info.name + "'")
              .collect(Collectors.joining(" and "));
      Settings.check(
          others.isEmpty(),
          "the index has no field '" + field + "', but fingerprints in field " + others,
          "the name of such a field");
    }
  }

  /** Looks at the first document that has a fingerprint. */
  private void checkIds(LeafReaderContext leaf) throws IOException {
    LeafReader segment = leaf.reader();
    FieldInfo fingerprint = segment.getFieldInfos().fieldInfo(field);
    if (fingerprint == null) {
      return;
    }
    DocValuesType type = fingerprint.getDocValuesType();
    Settings.check(
        type == DocValuesType.NUMERIC,
        inField() + "has doc values of type " + type,
        "NUMERIC, as a SimHashField has");
    NumericDocValues fingerprints = DocValues.getNumeric(segment, field);
    Bits live = segment.getLiveDocs();
    int doc = fingerprints.nextDoc();
    while (doc != DocIdSetIterator.NO_MORE_DOCS && live != null && !live.get(doc)) {
      doc = fingerprints.nextDoc();
    }
    FieldInfo id = segment.getFieldInfos().fieldInfo(idField);
    Settings.check(
        doc == DocIdSetIterator.NO_MORE_DOCS
            || (id != null
                && id.getIndexOptions() != IndexOptions.NONE
                && DocumentReader.id(segment, idField, doc) != null),
        String.format(
            Locale.ROOT,
            "document %d of the index has a fingerprint in field '%s', but no id in field '%s'",
            leaf.docBase + doc,
            field,
            idField),
        "one that is indexed, and stored or a sorted doc value");
  }
}
