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

/** Tells what kind of field of fingerprints an index has, without reading all of them. */
final class IndexedField {

  /** Prefix of the attribute of fields of more than one word; the number of bits follows it. */
  private static final String BITS = "simhash.bits.";

  /**
   * The type that was made last. Lucene checks a field faster if its type is the same object as
   * before.
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

  /** Returns the type of the doc value of a fingerprint with so many words. */
  static DocValuesType docValuesType(int words) {
    return words == 1 ? DocValuesType.NUMERIC : DocValuesType.BINARY;
  }

  /** Returns the type of a field; the id of the scheme is null if none is known. */
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

  /** Refuses a distance that no two fingerprints of an index can have. */
  static void checkMaxDistance(IndexReader reader, String field, int maxDistance)
      throws IOException {
    int most = bits(reader, field).stream().max(Integer::compare).orElse(Fingerprint.MAX_BITS);
    HammingDistanceQuery.checkMaxDistance(field, maxDistance, most);
  }

  /** Returns the widths of one fingerprint of each segment. */
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

  /** Returns the words of the first live fingerprint of a segment; 0 if that is not known. */
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

  /** Returns null for a field that the segment does not have. */
  static FieldInfo info(LeafReader reader, String field) {
    try {
      return reader.getFieldInfos().fieldInfo(field);
    } catch (UnsupportedOperationException e) {
      return null; // the text that Highlighter reads is no segment: Lucene 10.4 says it so
    }
  }

  /** Returns whether the field of a segment may have a fingerprint as wide as another one. */
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

  /** Returns whether a field is indexed as a SimHashField is; no field of Lucene itself is. */
  static boolean isOfSimHashField(FieldInfo field) {
    return field.getIndexOptions() == IndexOptions.DOCS
        && (field.getDocValuesType() == DocValuesType.NUMERIC
            || field.attributes().keySet().stream().anyMatch(key -> key.startsWith(BITS)));
  }
}
