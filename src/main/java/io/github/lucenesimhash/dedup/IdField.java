package io.github.lucenesimhash.dedup;

import java.io.IOException;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOSupplier;

/** Reads ids: one term of each document, which is stored or has a sorted doc value. */
final class IdField {

  private IdField() {}

  /** Returns the id of an offered document; fields of its name may hold it for different uses. */
  static BytesRef id(Document document, String name) {
    IndexableField[] fields = document.getFields(name);
    check(fields.length > 0, "has no field", name, "an id");
    BytesRef id = null;
    boolean isTerm = false;
    boolean isReadable = false;
    for (IndexableField field : fields) {
      boolean isIndexed = field.fieldType().indexOptions() != IndexOptions.NONE;
      String term = "a StringField or KeywordField";
      check(!isIndexed || !field.fieldType().tokenized(), "has words in field", name, term);
      boolean isNumber = field.fieldType().pointDimensionCount() > 0;
      check(!isNumber, "has a number in field", name, "a term: " + term);
      BytesRef value = value(field);
      check(value != null, "has no id in field", name, "a term");
      check(id == null || id.equals(value), "has several values in field", name, "one");
      id = value;
      isTerm |= isIndexed;
      isReadable |= field.fieldType().stored() || isSorted(field.fieldType().docValuesType());
    }
    check(isTerm, "does not index its field", name, "a StringField or KeywordField");
    String readable = "an id that is stored or has a sorted doc value";
    check(isReadable, "does not store its field", name, readable);
    int most = IndexWriter.MAX_TERM_LENGTH;
    check(id.length <= most, "has " + id.length + " bytes in field", name, "at most " + most);
    return BytesRef.deepCopyOf(id);
  }

  private static void check(boolean fits, String problem, String field, String expected) {
    if (!fits) {
      Settings.check(false, "the document " + problem + " '" + field + "'", expected);
    }
  }

  private static BytesRef value(IndexableField field) {
    return field.stringValue() == null ? field.binaryValue() : new BytesRef(field.stringValue());
  }

  private static boolean isSorted(DocValuesType type) {
    return type == DocValuesType.SORTED || type == DocValuesType.SORTED_SET;
  }

  /** Returns the id of a document of an index, or null if it has none that can be read. */
  static BytesRef id(IndexReader reader, String name, int doc) throws IOException {
    return id(reader, name, doc, () -> reader.storedFields().document(doc, Set.of(name)));
  }

  /** Returns the id, given how stored fields are read. */
  static BytesRef id(IndexReader reader, String name, int doc, IOSupplier<Document> fields)
      throws IOException {
    LeafReaderContext leaf = reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
    FieldInfo info = leaf.reader().getFieldInfos().fieldInfo(name);
    if (info == null || info.getIndexOptions() == IndexOptions.NONE) {
      return null;
    }
    if (isSorted(info.getDocValuesType())) {
      SortedSetDocValues values = DocValues.getSortedSet(leaf.reader(), name);
      boolean has = values.advanceExact(doc - leaf.docBase);
      return has ? BytesRef.deepCopyOf(values.lookupOrd(values.nextOrd())) : null;
    }
    IndexableField stored = fields.get().getField(name);
    return stored == null ? null : value(stored);
  }
}
