package io.github.lucenesimhash.load;

import java.io.IOException;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PointValues;
import org.apache.lucene.index.PointValues.IntersectVisitor;
import org.apache.lucene.index.PointValues.Relation;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;

/**
 * A field that lacks the doc values by which documents are told apart: they are what a document
 * stores, else what it has in the index.
 *
 * @param isDate whether it is a date; else a tenant
 */
record DerivedField(String name, boolean isDate) {

  /** The value of a document that has several. */
  private static final Object SEVERAL = new Object();

  void check(FieldInfos fields) {
    FieldInfo info = fields.fieldInfo(name);
    if (info == null) {
      throw new IllegalArgumentException(
          "no document has field '" + name + "', expected " + expected());
    }
    if (info.getDocValuesType() != DocValuesType.NONE && !fits(info)) {
      throw new IllegalArgumentException(
          "field '"
              + name
              + "' has doc values of type "
              + info.getDocValuesType()
              + ", expected "
              + expected());
    }
  }

  private String expected() {
    return isDate ? "a date in milliseconds in each document" : "a tenant in each document";
  }

  private boolean fits(FieldInfo info) {
    DocValuesType type = info.getDocValuesType();
    return isDate
        ? type == DocValuesType.NUMERIC || type == DocValuesType.SORTED_NUMERIC
        : type == DocValuesType.SORTED || type == DocValuesType.SORTED_SET;
  }

  /** The type that it is given. */
  DocValuesType type() {
    return isDate ? DocValuesType.SORTED_NUMERIC : DocValuesType.SORTED_SET;
  }

  boolean isThere(LeafReader segment) {
    FieldInfo info = segment.getFieldInfos().fieldInfo(name);
    return info != null && fits(info);
  }

  /** By document what the index has of it, null for nothing. */
  Object[] indexed(LeafReader segment) throws IOException {
    Object[] values = new Object[segment.maxDoc()];
    FieldInfo info = segment.getFieldInfos().fieldInfo(name);
    if (info != null && isDate && isLong(info)) {
      read(segment.getPointValues(name), values);
    } else if (!isDate) {
      read(Terms.getTerms(segment, name), values);
    }
    return values;
  }

  private static boolean isLong(FieldInfo info) {
    return info.getPointDimensionCount() == 1 && info.getPointNumBytes() == Long.BYTES;
  }

  private static void read(PointValues points, Object[] values) throws IOException {
    if (points == null) {
      return;
    }
    points.intersect(
        new IntersectVisitor() {
          @Override
          public void visit(int doc) {
            throw new AssertionError("compare says that all points cross");
          }

          @Override
          public void visit(int doc, byte[] packed) {
            put(doc, LongPoint.decodeDimension(packed, 0), values);
          }

          @Override
          public Relation compare(byte[] min, byte[] max) {
            return Relation.CELL_CROSSES_QUERY;
          }
        });
  }

  private static void read(Terms terms, Object[] values) throws IOException {
    TermsEnum all = terms.iterator();
    PostingsEnum documents = null;
    for (BytesRef term = all.next(); term != null; term = all.next()) {
      BytesRef value = BytesRef.deepCopyOf(term);
      documents = all.postings(documents, PostingsEnum.NONE);
      while (documents.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
        put(documents.docID(), value, values);
      }
    }
  }

  private static void put(int doc, Object value, Object[] values) {
    values[doc] = values[doc] == null ? value : SEVERAL;
  }

  /** The doc value of a document; null for none, which is refused if the document is compared. */
  IndexableField field(Document stored, Object indexed, int document, boolean isCompared) {
    IndexableField[] own = stored.getFields(name);
    Object value = own.length > 1 ? SEVERAL : own.length == 1 ? value(own[0]) : indexed;
    if (isDate && value instanceof Long date) {
      return new SortedNumericDocValuesField(name, date);
    }
    if (!isDate && value instanceof BytesRef tenant) {
      return new SortedSetDocValuesField(name, tenant);
    }
    if (isCompared) {
      throw refused(document, value);
    }
    return null;
  }

  private Object value(IndexableField stored) {
    if (isDate
        && (stored.numericValue() instanceof Long || stored.numericValue() instanceof Integer)) {
      return stored.numericValue().longValue();
    }
    return stored.binaryValue() != null ? stored.binaryValue() : new BytesRef(stored.stringValue());
  }

  private IllegalArgumentException refused(int document, Object value) {
    String problem =
        value == null
            ? "no value"
            : value instanceof BytesRef bytes ? "'" + bytes.utf8ToString() + "'" : "several values";
    return new IllegalArgumentException(
        "document "
            + document
            + " of the index has "
            + problem
            + " in field '"
            + name
            + "', expected "
            + expected());
  }
}
