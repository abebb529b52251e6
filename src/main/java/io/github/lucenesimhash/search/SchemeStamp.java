package io.github.lucenesimhash.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexableFieldType;
import org.apache.lucene.index.LeafReaderContext;

/**
 * The mark of a scheme in a segment's field attributes: one key for each scheme id. Merging
 * segments unites their attributes, so a merged segment made by two schemes shows both.
 */
final class SchemeStamp {

  private static final String PREFIX = "simhash.scheme.";

  private SchemeStamp() {}

  static void put(FieldType type, String schemeId) {
    type.putAttribute(PREFIX + schemeId, "");
  }

  static void put(Map<String, String> attributes, String schemeId) {
    attributes.put(PREFIX + schemeId, "");
  }

  /** The scheme that a field type is stamped with, or null. */
  static String of(IndexableFieldType type) {
    if (type.getAttributes() != null) {
      for (String key : type.getAttributes().keySet()) {
        if (key.startsWith(PREFIX)) {
          return key.substring(PREFIX.length());
        }
      }
    }
    return null;
  }

  /** The scheme ids in all segments. */
  static Set<String> all(IndexReader reader, String field) {
    Set<String> ids = new TreeSet<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      FieldInfo info = leaf.reader().getFieldInfos().fieldInfo(field);
      if (info != null) {
        for (String key : info.attributes().keySet()) {
          if (key.startsWith(PREFIX)) {
            ids.add(key.substring(PREFIX.length()));
          }
        }
      }
    }
    return ids;
  }

  /**
   * The one scheme id in all segments, or null if none is known.
   *
   * @throws IllegalArgumentException if there are several: their fingerprints cannot be compared
   */
  static String only(IndexReader reader, String field) {
    Set<String> ids = all(reader, field);
    if (ids.size() > 1) {
      throw new IllegalArgumentException(
          "field '"
              + field
              + "' holds fingerprints of schemes "
              + String.join(" and ", ids)
              + ", expected those of one scheme: no others can be compared");
    }
    return ids.isEmpty() ? null : ids.iterator().next();
  }

  /**
   * @param schemeId null accepts all
   * @throws IllegalArgumentException if the field has the stamp of another scheme
   */
  static void check(FieldInfo field, String schemeId) {
    if (schemeId == null) {
      return;
    }
    List<String> others = new ArrayList<>();
    for (String key : field.attributes().keySet()) {
      if (key.startsWith(PREFIX) && !key.equals(PREFIX + schemeId)) {
        others.add(key.substring(PREFIX.length()));
      }
    }
    if (!others.isEmpty()) {
      throw new IllegalArgumentException(
          "field '"
              + field.name
              + "' holds fingerprints of scheme "
              + String.join(" and ", others)
              + ", but the query was made with scheme "
              + schemeId);
    }
  }
}
