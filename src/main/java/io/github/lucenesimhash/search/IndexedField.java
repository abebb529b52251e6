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

  /** Prefix of the attribute that stamps the number of bits on fields of more than 64 bits. */
  private static final String BITS = "simhash.bits.";

  /**
   * The type that was created last. Lucene checks a field faster if its type is the same object as
   * that of the previous one.
   */
  private static volatile Made last = new Made(null, 1);

  private static final class Made {

    final String schemeId;
    final int words;
    final FieldType type = new FieldType();

    Made(String schemeId, int words) {
      this.schemeId = schemeId;
      this.words = words;
      type.setIndexOptions(IndexOptions.DOCS);
      type.setOmitNorms(true);
      type.setDocValuesType(docValuesType(words));
      if (words > 1) {
        type.putAttribute(BITS + words * Fingerprint.WORD_BITS, "");
      }
      if (schemeId != null) {
        SchemeStamp.put(type, schemeId);
      }
      type.freeze();
    }
  }

  private IndexedField() {}

  /** Returns the doc values type for fingerprints of the given number of words. */
  static DocValuesType docValuesType(int words) {
    return words == 1 ? DocValuesType.NUMERIC : DocValuesType.BINARY;
  }

  /** Returns the field type for a scheme and a width; the scheme id is null if it is not known. */
  static FieldType type(String schemeId, int bits) {
    int words = bits / Fingerprint.WORD_BITS;
    if (bits != words * Fingerprint.WORD_BITS || !Fingerprint.isSize(words)) {
      throw new IllegalArgumentException("bits is " + bits + ", expected 64, 128 or 256");
    }
    Made made = last;
    if (made.words != words || !Objects.equals(made.schemeId, schemeId)) {
      made = new Made(schemeId, words);
      last = made;
    }
    return made.type;
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

  /** Throws an exception if a distance exceeds the width of the fingerprints of an index. */
  static void checkMaxDistance(IndexReader reader, String field, int maxDistance)
      throws IOException {
    int most = bits(reader, field).stream().max(Integer::compare).orElse(Fingerprint.MAX_BITS);
    HammingDistanceQuery.checkMaxDistance(field, maxDistance, most);
  }

  /** Returns the widths in an index, read from one fingerprint of each segment. */
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

  /**
   * Returns the number of words of the first live fingerprint of a segment, or 0 if that is not
   * known.
   */
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

  /** Returns the description of a field, or null if the segment does not have the field. */
  static FieldInfo info(LeafReader reader, String field) {
    try {
      return reader.getFieldInfos().fieldInfo(field);
    } catch (UnsupportedOperationException e) {
      return null; // Highlighter's reader of a single text, in Lucene 10.4
    }
  }

  /** Returns whether a segment may hold fingerprints of the width of the given one. */
  static boolean isIn(LeafReader reader, String field, Fingerprint wanted) throws IOException {
    FieldInfo info = info(reader, field);
    if (info == null) {
      return false;
    }
    return info.getDocValuesType() == docValuesType(wanted.words())
        && (wanted.words() == 1
            || !(reader.terms(field) instanceof BlockTables tables)
            || tables.words() == wanted.words());
  }

  static boolean isName(IndexReader reader, String field) {
    for (LeafReaderContext leaf : reader.leaves()) {
      if (info(leaf.reader(), field) != null) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a field is indexed as SimHashField does it, which no field of Lucene does. */
  static boolean isOfSimHashField(FieldInfo field) {
    return field.getIndexOptions() == IndexOptions.DOCS
        && (field.getDocValuesType() == DocValuesType.NUMERIC
            || field.attributes().keySet().stream().anyMatch(key -> key.startsWith(BITS)));
  }
}
