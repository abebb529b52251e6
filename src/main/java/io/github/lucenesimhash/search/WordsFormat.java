package io.github.lucenesimhash.search;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;

/**
 * The mark of a {@link WordsField} in a segment's field attributes, with the version of what {@link
 * ShortFeatures} writes. Merging segments unites their attributes, so a merged segment of two
 * versions shows both.
 */
final class WordsFormat {

  private static final String PREFIX = "words.format.";
  private static final int VERSION = 4;
  private static final String CURRENT = PREFIX + VERSION;

  private WordsFormat() {}

  static void put(FieldType type) {
    type.putAttribute(CURRENT, "");
  }

  static boolean isIn(Map<String, String> attributes) {
    return attributes != null && attributes.containsKey(CURRENT);
  }

  /** Whether a segment has the field; an error if it is another kind of field or version. */
  static boolean isIn(LeafReader reader, String field) {
    FieldInfo info = IndexedField.info(reader, field);
    if (info == null) {
      return false;
    }
    if (info.attributes().isEmpty() && reader.getCoreCacheHelper() == null) {
      return info.getDocValuesType() == DocValuesType.BINARY; // a MemoryIndex, of a text or of all
    }
    for (String key : info.attributes().keySet()) {
      if (key.startsWith(PREFIX) && !key.equals(CURRENT)) {
        String versions = key.substring(PREFIX.length()) + ", expected " + VERSION;
        throw new IllegalArgumentException(
            "field '" + field + "' has format " + versions + ": index it again with this jar");
      }
    }
    if (!isIn(info.attributes())) {
      throw new IllegalArgumentException(
          "field '" + field + "' is no WordsField, expected one: its features are not there");
    }
    return true;
  }

  /** Refuses a field that no document has where others of the index are of this kind. */
  static void checkName(IndexReader reader, String field) {
    if (reader instanceof LeafReader || IndexedField.isName(reader, field)) {
      return;
    }
    Set<String> others = new TreeSet<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      for (FieldInfo info : leaf.reader().getFieldInfos()) {
        if (isIn(info.attributes())) {
          others.add(info.name);
        }
      }
    }
    if (!others.isEmpty()) {
      String problem = "no document has field '" + field + "'";
      String known = "the index has '" + String.join("', '", others) + "'";
      throw new IllegalArgumentException(problem + ", expected a WordsField: " + known);
    }
  }

  /** The features of each document; null if the segment does not have the field. */
  static BinaryDocValues values(LeafReader reader, String field) throws IOException {
    return isIn(reader, field) ? reader.getBinaryDocValues(field) : null;
  }
}
