package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;

/**
 * Determines how a field is indexed: its type, the width of its fingerprints, and whether it is a
 * SimHashField.
 */
final class IndexedField {

  /** The prefix of the attribute that stamps the number of bits on fields of more than 64 bits. */
  private static final String BITS = "simhash.bits.";

  /**
   * The type that was created last. Lucene checks a field faster if its type is the same object as
   * the type of the previous field.
   */
  private static volatile Made last = new Made(null, 1);

  private static final class Made {

    final String schemeId;
    final int lanes;
    final FieldType type = new FieldType();

    Made(String schemeId, int lanes) {
      this.schemeId = schemeId;
      this.lanes = lanes;
      type.setIndexOptions(IndexOptions.DOCS);
      type.setOmitNorms(true);
      type.setDocValuesType(docValuesType(lanes));
      if (lanes > 1) {
        type.putAttribute(BITS + lanes * Fingerprint.LANE_BITS, "");
      }
      if (schemeId != null) {
        SchemeStamp.put(type, schemeId);
      }
      type.freeze();
    }
  }

  private IndexedField() {}

  /** Returns the doc values type for fingerprints of the given number of lanes. */
  static DocValuesType docValuesType(int lanes) {
    return lanes == 1 ? DocValuesType.NUMERIC : DocValuesType.BINARY;
  }

  /** Returns the field type for a scheme and a width; the scheme id is null if unknown. */
  static FieldType type(String schemeId, int bits) {
    int lanes = bits / Fingerprint.LANE_BITS;
    if (bits != lanes * Fingerprint.LANE_BITS || !Fingerprint.isSize(lanes)) {
      throw new IllegalArgumentException("bits is " + bits + ", expected 64, 128 or 256");
    }
    Made made = last;
    if (made.lanes != lanes || !Objects.equals(made.schemeId, schemeId)) {
      made = new Made(schemeId, lanes);
      last = made;
    }
    return made.type;
  }

  static void checkType(String name, FieldType type, int lanes) {
    if (type.indexOptions() != IndexOptions.DOCS
        || type.docValuesType() != docValuesType(lanes)
        || (lanes > 1 && !type.getAttributes().containsKey(BITS + lanes * Fingerprint.LANE_BITS))
        || !type.tokenized()
        || !type.omitNorms()) {
      throw new IllegalArgumentException(
          "field '" + name + "' has type '" + type + "', expected one of SimHashField.fieldType");
    }
  }

  static void checkValue(String name, BytesRef value, Fingerprint before) {
    if (before.lanes() == 1 || value.length != before.lanes() * Long.BYTES) {
      String problem = "field '" + name + "' got a value of " + value.length + " bytes, expected ";
      throw new IllegalArgumentException(problem + "as many bits as in " + before);
    }
  }

  /** Throws an exception if a distance exceeds the width of the fingerprints of an index. */
  static void checkMaxDistance(IndexReader reader, String field, int maxDistance)
      throws IOException {
    int most = bits(reader, field).stream().max(Integer::compare).orElse(Fingerprint.MAX_BITS);
    HammingDistanceQuery.checkMaxDistance(field, maxDistance, most);
  }

  /** Returns the widths of live fingerprints, or of deleted ones if no live one is found. */
  static Set<Integer> bits(IndexReader reader, String field) throws IOException {
    Set<Integer> live = bits(reader, field, false);
    return live.isEmpty() ? bits(reader, field, true) : live;
  }

  private static Set<Integer> bits(IndexReader reader, String field, boolean mayBeDeleted)
      throws IOException {
    Set<Integer> bits = new TreeSet<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      FieldInfo info = info(leaf.reader(), field);
      int lanes = info == null ? 0 : lanes(leaf.reader(), info, mayBeDeleted);
      if (lanes > 0) {
        bits.add(lanes * Fingerprint.LANE_BITS);
      }
    }
    return bits;
  }

  /**
   * Returns the number of lanes according to the NUMERIC type, the tables, the first live
   * fingerprint or else the first deleted one of a segment, or 0 if the number is unknown.
   */
  private static int lanes(LeafReader reader, FieldInfo info, boolean mayBeDeleted)
      throws IOException {
    if (info.getDocValuesType() == DocValuesType.NUMERIC || !isOfSimHashField(info)) {
      return info.getDocValuesType() == DocValuesType.NUMERIC ? 1 : 0;
    }
    if (reader.terms(info.name) instanceof BlockTables tables) {
      return tables.lanes();
    }
    Bits live = mayBeDeleted ? null : reader.getLiveDocs();
    FingerprintValues values = FingerprintValues.of(reader, info.name);
    int doc = values.nextDoc();
    while (doc != DocIdSetIterator.NO_MORE_DOCS && live != null && !live.get(doc)) {
      doc = values.nextDoc();
    }
    return doc == DocIdSetIterator.NO_MORE_DOCS ? 0 : Math.max(0, values.lanes());
  }

  /** Returns the description of a field, or null if the segment does not have the field. */
  static FieldInfo info(LeafReader reader, String field) {
    try {
      return reader.getFieldInfos().fieldInfo(field);
    } catch (UnsupportedOperationException e) {
      return null; // the highlighter's reader of a single text, in Lucene 10.4
    }
  }

  /** Returns whether a segment may hold fingerprints of the width of the given one. */
  static boolean isIn(LeafReader reader, String field, Fingerprint wanted) throws IOException {
    FieldInfo info = info(reader, field);
    if (info == null) {
      return false;
    }
    return info.getDocValuesType() == docValuesType(wanted.lanes())
        && (wanted.lanes() == 1
            || !(reader.terms(field) instanceof BlockTables tables)
            || tables.lanes() == wanted.lanes());
  }

  static boolean isName(IndexReader reader, String field) {
    for (LeafReaderContext leaf : reader.leaves()) {
      if (info(leaf.reader(), field) != null) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a field is indexed like a SimHashField, as no field of Lucene is. */
  static boolean isOfSimHashField(FieldInfo field) {
    return field.getIndexOptions() == IndexOptions.DOCS
        && (field.getDocValuesType() == DocValuesType.NUMERIC
            || field.attributes().keySet().stream().anyMatch(key -> key.startsWith(BITS)));
  }
}
