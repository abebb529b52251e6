package io.github.lucenesimhash.dedup;

import java.io.IOException;
import java.util.Set;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.util.BytesRef;

/** Reads ids of documents in an index, from a sorted doc value or a stored field. */
final class IdReader {

  private IdReader() {}

  static boolean isSorted(DocValuesType type) {
    return type == DocValuesType.SORTED || type == DocValuesType.SORTED_SET;
  }

  /** The id, or null if the document has none that can be read. */
  static BytesRef id(LeafReader reader, String idField, int doc) throws IOException {
    FieldInfo info = reader.getFieldInfos().fieldInfo(idField);
    if (info != null && isSorted(info.getDocValuesType())) {
      SortedSetDocValues values = DocValues.getSortedSet(reader, idField);
      return values.advanceExact(doc)
          ? BytesRef.deepCopyOf(values.lookupOrd(values.nextOrd()))
          : null;
    }
    IndexableField stored = reader.storedFields().document(doc, Set.of(idField)).getField(idField);
    if (stored == null) {
      return null;
    }
    return stored.binaryValue() == null ? new BytesRef(stored.stringValue()) : stored.binaryValue();
  }
}
