package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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
final class IndexCheck {

  private IndexCheck() {}

  /**
   * @return the settings, with the scheme of the index if they name none
   * @throws IllegalArgumentException if they do not fit
   */
  static Settings check(IndexReader reader, Settings settings) throws IOException {
    checkField(reader, settings.field());
    for (LeafReaderContext leaf : reader.leaves()) {
      checkIds(leaf, settings);
    }
    Set<String> stamped = SimHashField.schemeIds(reader, settings.field());
    String expected = settings.schemeId();
    if (stamped.isEmpty() || (expected != null && stamped.equals(Set.of(expected)))) {
      return settings;
    }
    if (expected == null && stamped.size() == 1) {
      return settings.withSchemeId(stamped.iterator().next());
    }
    throw new IllegalArgumentException(
        "field '"
            + settings.field()
            + "' of the index holds fingerprints of scheme "
            + String.join(" and ", stamped)
            + ", expected "
            + (expected == null ? "one scheme" : "scheme " + expected));
  }

  private static void checkField(IndexReader reader, String field) {
    FieldInfos infos = FieldInfos.getMergedFieldInfos(reader);
    if (infos.fieldInfo(field) != null) {
      return;
    }
    List<String> others = new ArrayList<>();
    for (FieldInfo info : infos) {
      if (!SimHashField.schemeIds(reader, info.name).isEmpty()) {
        others.add("'" + info.name + "'");
      }
    }
    if (!others.isEmpty()) {
      throw new IllegalArgumentException(
          "the index has no field '"
              + field
              + "', but fingerprints in field "
              + String.join(" and ", others)
              + ", expected the name of such a field");
    }
  }

  /** Looks at the first document that has a fingerprint. */
  private static void checkIds(LeafReaderContext leaf, Settings settings) throws IOException {
    LeafReader reader = leaf.reader();
    FieldInfo fingerprint = reader.getFieldInfos().fieldInfo(settings.field());
    if (fingerprint == null) {
      return;
    }
    if (fingerprint.getDocValuesType() != DocValuesType.NUMERIC) {
      throw new IllegalArgumentException(
          "field '"
              + settings.field()
              + "' of the index has doc values of type "
              + fingerprint.getDocValuesType()
              + ", expected NUMERIC, as a SimHashField has");
    }
    NumericDocValues fingerprints = DocValues.getNumeric(reader, settings.field());
    Bits live = reader.getLiveDocs();
    int doc = fingerprints.nextDoc();
    while (doc != DocIdSetIterator.NO_MORE_DOCS && live != null && !live.get(doc)) {
      doc = fingerprints.nextDoc();
    }
    if (doc == DocIdSetIterator.NO_MORE_DOCS) {
      return;
    }
    FieldInfo id = reader.getFieldInfos().fieldInfo(settings.idField());
    if (id == null
        || id.getIndexOptions() == IndexOptions.NONE
        || IdReader.id(reader, settings.idField(), doc) == null) {
      throw new IllegalArgumentException(
          "document "
              + (leaf.docBase + doc)
              + " of the index has a fingerprint in field '"
              + settings.field()
              + "', but no id in field '"
              + settings.idField()
              + "', expected one that is indexed, and stored or a sorted doc value");
    }
  }
}
