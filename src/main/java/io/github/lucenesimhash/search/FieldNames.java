package io.github.lucenesimhash.search;

import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;

/**
 * Tells a misspelt field from one that no document has yet: where the index has fingerprints, but
 * in other fields only, the name is taken to be wrong. A segment alone does not tell: its documents
 * may be few, and the index writer asks each by itself which documents a query deletes.
 */
final class FieldNames {

  private FieldNames() {}

  /** Whether a segment has the field. */
  static boolean isIn(IndexReader reader, String field) {
    for (LeafReaderContext leaf : reader.leaves()) {
      if (leaf.reader().getFieldInfos().fieldInfo(field) != null) {
        return true;
      }
    }
    return false;
  }

  /**
   * @throws IllegalArgumentException if no segment has the field, and one has fingerprints in
   *     another
   */
  static void check(IndexReader reader, String field) {
    if (reader instanceof LeafReader || isIn(reader, field)) {
      return;
    }
    Set<String> others = new TreeSet<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      for (FieldInfo info : leaf.reader().getFieldInfos()) {
        if (FingerprintValues.areOfSimHashField(info)) {
          others.add(info.name);
        }
      }
    }
    if (!others.isEmpty()) {
      throw new IllegalArgumentException(
          "no document has field '"
              + field
              + "', expected a field of fingerprints: the index has '"
              + String.join("', '", others)
              + "'");
    }
  }
}
