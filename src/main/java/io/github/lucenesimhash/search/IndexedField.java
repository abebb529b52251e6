package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
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

/** What an index tells of a field of fingerprints without reading any. */
final class IndexedField {

  /** Key of an attribute of fields of more than one word, with the bits behind it. */
  private static final String BITS = "simhash.bits.";

  /** Lucene checks a field sooner if its type is the object that it checked before. */
  private static final Map<Kind, FieldType> TYPES = new ConcurrentHashMap<>();

  private record Kind(String schemeId, int words) {}

  private IndexedField() {}

  /** The type of the doc value of a fingerprint of so many words. */
  static DocValuesType docValuesType(int words) {
    return words == 1 ? DocValuesType.NUMERIC : DocValuesType.BINARY;
  }

  /** The type of a field; the scheme's id is null if none is known. */
  static FieldType type(String schemeId, int bits) {
    int words = bits / Fingerprint.WORD_BITS;
    if (bits != words * Fingerprint.WORD_BITS || !Fingerprint.isSize(words)) {
      throw new IllegalArgumentException("bits is " + bits + ", expected 64, 128 or 256");
    }
    return TYPES.computeIfAbsent(new Kind(schemeId, words), IndexedField::newType);
  }

  static void checkType(String name, FieldType type, int words) {
    if (type.indexOptions() != IndexOptions.DOCS
        || type.docValuesType() != docValuesType(words)
        || (words > 1 && !type.getAttributes().containsKey(BITS + words * Fingerprint.WORD_BITS))
        || !type.tokenized()
        || !type.omitNorms()) {
      throw new IllegalArgumentException(
          "field '" + name + "' has type '" + type + "', expected one of SimHashField.fieldType");
    }
  }

  static void checkValue(String name, BytesRef value, Fingerprint before) {
    if (before.words() == 1 || value.length != before.words() * Long.BYTES) {
      String problem = "field '" + name + "' got a value of " + value.length + " bytes, expected ";
      throw new IllegalArgumentException(problem + "as many bits as in " + before);
    }
  }

  private static FieldType newType(Kind kind) {
    FieldType type = new FieldType();
    type.setIndexOptions(IndexOptions.DOCS);
    type.setOmitNorms(true);
    type.setDocValuesType(docValuesType(kind.words));
    if (kind.words > 1) {
      type.putAttribute(BITS + kind.words * Fingerprint.WORD_BITS, "");
    }
    if (kind.schemeId != null) {
      SchemeStamp.put(type, kind.schemeId);
    }
    type.freeze();
    return type;
  }

  /**
   * Refuses an index of fingerprints that all have other bits than one that is wanted. A segment
   * alone is not asked: nothing of it is near.
   */
  static void checkBits(IndexReader reader, String field, Fingerprint wanted) throws IOException {
    if (reader instanceof LeafReader || (wanted.words() == 1 && isAnyOfOneWord(reader, field))) {
      return;
    }
    Set<Integer> bits = bits(reader, field);
    if (!bits.isEmpty() && !bits.contains(wanted.bits())) {
      String problem = "field '" + field + "' holds fingerprints of " + bits + " bits, expected ";
      throw new IllegalArgumentException(
          problem + wanted.bits() + " as has the one that is compared with them");
    }
  }

  private static boolean isAnyOfOneWord(IndexReader reader, String field) {
    for (LeafReaderContext leaf : reader.leaves()) {
      FieldInfo info = info(leaf.reader(), field);
      if (info != null && info.getDocValuesType() == DocValuesType.NUMERIC) {
        return true;
      }
    }
    return false;
  }

  /** Refuses a distance that no two fingerprints of an index can have. */
  static void checkMaxDistance(IndexReader reader, String field, int maxDistance)
      throws IOException {
    int most = bits(reader, field).stream().max(Integer::compare).orElse(Fingerprint.MAX_BITS);
    HammingDistanceQuery.checkMaxDistance(field, maxDistance, most);
  }

  /** Of the fingerprints of all segments, by one of each; none where an analyzer wrote them. */
  static Set<Integer> bits(IndexReader reader, String field) throws IOException {
    Set<Integer> bits = new TreeSet<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      FieldInfo info = info(leaf.reader(), field);
      int words = info == null ? 0 : words(leaf.reader(), info);
      if (words > 0) {
        bits.add(words * Fingerprint.WORD_BITS);
      }
    }
    return bits;
  }

  /** Of the first live fingerprint of a segment; 0 if that is not known. */
  private static int words(LeafReader reader, FieldInfo info) throws IOException {
    if (info.getDocValuesType() == DocValuesType.NUMERIC || !isOfSimHashField(info)) {
      return info.getDocValuesType() == DocValuesType.NUMERIC ? 1 : 0;
    }
    if (reader.terms(info.name) instanceof BlockTables tables) {
      return tables.words();
    }
    Bits live = reader.getLiveDocs();
    FingerprintValues values = FingerprintValues.of(reader, info.name);
    int doc = values.nextDoc();
    while (doc != DocIdSetIterator.NO_MORE_DOCS && live != null && !live.get(doc)) {
      doc = values.nextDoc();
    }
    return doc == DocIdSetIterator.NO_MORE_DOCS ? 0 : Math.max(0, values.words());
  }

  /** Null for a field that the segment does not have. */
  static FieldInfo info(LeafReader reader, String field) {
    try {
      return reader.getFieldInfos().fieldInfo(field);
    } catch (UnsupportedOperationException e) {
      return null; // the text that Highlighter reads is no segment: Lucene 10.4 says it so
    }
  }

  /** Whether a segment may have a fingerprint with as many bits as one in its field. */
  static boolean isIn(LeafReader reader, String field, Fingerprint wanted) throws IOException {
    FieldInfo info = checked(reader, field);
    if (info == null) {
      return false;
    }
    DocValuesType type = info.getDocValuesType();
    return type == docValuesType(wanted.words())
        ? wanted.words() == 1
            || !(reader.terms(field) instanceof BlockTables tables)
            || tables.words() == wanted.words()
        : type == DocValuesType.NONE;
  }

  /** Whether a segment has the field; an error if that cannot hold fingerprints. */
  static boolean isIn(LeafReader reader, String field) {
    return checked(reader, field) != null;
  }

  private static FieldInfo checked(LeafReader reader, String field) {
    FieldInfo info = info(reader, field);
    if (info != null && !areDocValues(info.getDocValuesType()) && !areTerms(info)) {
      String problem = "field '" + field + "' has doc values of type " + info.getDocValuesType();
      String expected = "NUMERIC or BINARY, or the block terms of a SimHashAnalyzer";
      throw new IllegalStateException(
          problem + ", expected " + expected + ": index fingerprints with SimHashField");
    }
    return info;
  }

  private static boolean areDocValues(DocValuesType type) {
    return type == DocValuesType.NUMERIC || type == DocValuesType.BINARY;
  }

  static boolean areTerms(FieldInfo field) {
    return field.getDocValuesType() == DocValuesType.NONE
        && field.getIndexOptions() != IndexOptions.NONE;
  }

  static boolean isName(IndexReader reader, String field) {
    for (LeafReaderContext leaf : reader.leaves()) {
      if (info(leaf.reader(), field) != null) {
        return true;
      }
    }
    return false;
  }

  /** Whether a field is indexed as a SimHashField is; no other field of Lucene's own is. */
  static boolean isOfSimHashField(FieldInfo field) {
    return field.getIndexOptions() == IndexOptions.DOCS
        && (field.getDocValuesType() == DocValuesType.NUMERIC
            || field.attributes().keySet().stream().anyMatch(key -> key.startsWith(BITS)));
  }
}
