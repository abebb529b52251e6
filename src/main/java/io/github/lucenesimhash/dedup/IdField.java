package io.github.lucenesimhash.dedup;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.IndexableFieldType;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOSupplier;

/**
 * The field of the ids, indexed in one way throughout an index: Lucene refuses documents with
 * another. Whatever that is, an id is bytes: those of the term, or a number's decimal digits.
 *
 * @param bytes of the point if ids are whole numbers, 0 if they are terms
 */
record IdField(String name, int bytes) {

  /** As an offered document has it; its values may be stored by fields beside the indexed one. */
  static IdField of(String name, Document document) {
    check(document.getField(name) != null, "has no field", name, "an id");
    int bytes = -1;
    boolean isOne = true;
    for (IndexableField field : document.getFields(name)) {
      IndexableFieldType type = field.fieldType();
      boolean isTerm = type.indexOptions() != IndexOptions.NONE;
      if (isTerm || type.pointDimensionCount() > 0) {
        int of = bytes(type.indexOptions(), type.pointDimensionCount(), type.pointNumBytes());
        isOne &= of > 0 || (isTerm && !type.tokenized());
        bytes = bytes == 0 ? 0 : of;
      }
    }
    String expected = "a StringField, KeywordField, LongField or IntField";
    String problem = "does not index as one term or whole number its field";
    check(isOne && bytes >= 0, problem, name, expected);
    return new IdField(name, bytes);
  }

  private static void check(boolean fits, String problem, String field, String expected) {
    if (!fits) {
      Settings.check(false, "the document " + problem + " '" + field + "'", expected);
    }
  }

  /** As an index has it, or null if it has none. */
  static IdField of(FieldInfo info) {
    if (info == null) {
      return null;
    }
    int dimensions = info.getPointDimensionCount();
    int bytes = bytes(info.getIndexOptions(), dimensions, info.getPointNumBytes());
    return bytes < 0 ? null : new IdField(info.name, bytes);
  }

  /** Less than 0 if it can be no id. */
  private static int bytes(IndexOptions options, int dimensions, int pointBytes) {
    boolean isNumber = dimensions == 1 && (pointBytes == Long.BYTES || pointBytes == Integer.BYTES);
    return options != IndexOptions.NONE ? 0 : isNumber ? pointBytes : -1;
  }

  /** Refuses numbers where documents are soft-deleted: Lucene does it by a term. */
  void checkSoftDeletes(String softDeletesField) {
    if (softDeletesField != null && isNumber()) {
      String problem = "the ids are numbers in field '" + name + "'";
      String why = "terms, because the index writer soft-deletes in field '";
      Settings.check(false, problem, why + softDeletesField + "'");
    }
  }

  boolean isNumber() {
    return bytes > 0;
  }

  BytesRef id(Document document) {
    BytesRef id = null;
    boolean isReadable = false;
    for (IndexableField field : document.getFields(name)) {
      BytesRef value = id(value(field));
      check(value != null, "has no id in field", name, toString());
      check(id == null || id.equals(value), "has several values in field", name, "one");
      id = value;
      isReadable |= field.fieldType().stored() || isIn(field.fieldType().docValuesType());
    }
    String docValue = bytes == 0 ? "a sorted" : "a numeric";
    String readable = "an id that is stored or has " + docValue + " doc value";
    check(isReadable, "does not store its field", name, readable);
    int most = IndexWriter.MAX_TERM_LENGTH;
    check(id.length <= most, "has " + id.length + " bytes in field", name, "at most " + most);
    return BytesRef.deepCopyOf(id);
  }

  /** The id that a value is, or null. */
  private BytesRef id(BytesRef value) {
    if (bytes == 0 || value == null) {
      return value;
    }
    String digits = Term.toString(value);
    try {
      long number = bytes == Long.BYTES ? Long.parseLong(digits) : Integer.parseInt(digits);
      return new BytesRef(Long.toString(number));
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** The term of an id, where ids are terms. */
  Term term(BytesRef id) {
    return new Term(name, id);
  }

  private static BytesRef value(IndexableField field) {
    String string = field.stringValue(); // also of a number, but not of a point
    if (string == null && field.numericValue() != null) {
      string = field.numericValue().toString();
    }
    return string == null ? field.binaryValue() : new BytesRef(string);
  }

  private boolean isIn(DocValuesType type) {
    return bytes == 0
        ? type == DocValuesType.SORTED || type == DocValuesType.SORTED_SET
        : type == DocValuesType.NUMERIC || type == DocValuesType.SORTED_NUMERIC;
  }

  /** The id of a document of an index, or null if it has none that can be read. */
  static BytesRef id(IndexReader reader, String name, int doc) throws IOException {
    return id(reader, name, doc, () -> reader.storedFields().document(doc, Set.of(name)));
  }

  /** The same, given how its stored fields are read. */
  static BytesRef id(IndexReader reader, String name, int doc, IOSupplier<Document> fields)
      throws IOException {
    LeafReaderContext leaf = reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
    FieldInfo info = leaf.reader().getFieldInfos().fieldInfo(name);
    IdField ids = of(info);
    if (ids == null) {
      return null;
    }
    if (!ids.isIn(info.getDocValuesType())) {
      IndexableField stored = fields.get().getField(name);
      return stored == null ? null : ids.id(value(stored));
    }
    if (ids.bytes == 0) {
      SortedSetDocValues values = DocValues.getSortedSet(leaf.reader(), name);
      boolean has = values.advanceExact(doc - leaf.docBase);
      return has ? BytesRef.deepCopyOf(values.lookupOrd(values.nextOrd())) : null;
    }
    SortedNumericDocValues values = DocValues.getSortedNumeric(leaf.reader(), name);
    boolean has = values.advanceExact(doc - leaf.docBase);
    return has ? new BytesRef(Long.toString(values.nextValue())) : null;
  }

  /** The documents of these ids; an IllegalArgumentException if one is none of this field. */
  Query query(List<BytesRef> ids) {
    for (BytesRef id : ids) {
      Settings.check(id.equals(id(id)), "the id is '" + Term.toString(id) + "'", toString());
    }
    if (bytes == 0) {
      return ids.size() == 1 ? new TermQuery(term(ids.get(0))) : new TermInSetQuery(name, ids);
    }
    long[] numbers = ids.stream().map(Term::toString).mapToLong(Long::parseLong).toArray();
    return bytes == Long.BYTES
        ? LongPoint.newSetQuery(name, numbers)
        : IntPoint.newSetQuery(name, Arrays.stream(numbers).mapToInt(Math::toIntExact).toArray());
  }

  /** As a message says what it expected. */
  @Override
  public String toString() {
    String kind = bytes == 0 ? "a term" : "a whole number of " + 8 * bytes + " bits";
    return kind + " in field '" + name + "'";
  }
}
