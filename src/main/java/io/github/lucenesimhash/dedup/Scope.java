package io.github.lucenesimhash.dedup;

import static io.github.lucenesimhash.dedup.DocumentReader.check;
import static io.github.lucenesimhash.dedup.DocumentReader.isSorted;

import org.apache.lucene.document.Document;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexOrDocValuesQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.BytesRef;

/**
 * Defines which documents are compared with each other: documents of the same tenant whose dates
 * are no farther apart than a window. Without fields, all documents are compared.
 *
 * @param dateField the field of the date, a doc value in milliseconds since 1970, or null if dates
 *     do not matter
 * @param windowMillis the maximum difference of two dates in milliseconds
 * @param tenantField the field of the tenant, a doc value, or null if tenants do not matter
 */
record Scope(String dateField, long windowMillis, String tenantField) {

  private static final String DATE = "a date in milliseconds, as a LongField has it";
  private static final String TENANT = "a tenant, as a KeywordField has it";

  /** Holds the date and the tenant of a document, or 0 and null if they do not matter. */
  record Origin(long date, BytesRef tenant) {
    static final Origin NONE = new Origin(0, null);
  }

  boolean isCompared(Origin a, Origin b) {
    return (tenantField == null || a.tenant.equals(b.tenant))
        && (dateField == null || (a.date >= start(b) && a.date <= end(b)));
  }

  private long start(Origin origin) {
    long start = origin.date - windowMillis;
    return start > origin.date ? Long.MIN_VALUE : start; // overflow: no date is too early
  }

  private long end(Origin origin) {
    long end = origin.date + windowMillis;
    return end < origin.date ? Long.MAX_VALUE : end;
  }

  Origin origin(Document document) {
    long date = 0;
    BytesRef tenant = null;
    if (dateField != null) {
      IndexableField field = docValue(document, dateField, DATE);
      boolean fits =
          isDate(field.fieldType().docValuesType()) && field.numericValue() instanceof Long;
      check(fits, "has '" + value(field) + "' in field", dateField, DATE);
      date = field.numericValue().longValue();
    }
    if (tenantField != null) {
      IndexableField field = docValue(document, tenantField, TENANT);
      boolean fits = isSorted(field.fieldType().docValuesType()) && field.binaryValue() != null;
      check(fits, "has '" + value(field) + "' in field", tenantField, TENANT);
      tenant = BytesRef.deepCopyOf(field.binaryValue());
      int most = IndexWriter.MAX_TERM_LENGTH;
      String problem = "has " + tenant.length + " bytes in field";
      check(tenant.length <= most, problem, tenantField, "at most " + most);
    }
    return new Origin(date, tenant);
  }

  private static IndexableField docValue(Document document, String name, String expected) {
    IndexableField only = null;
    for (IndexableField field : document.getFields(name)) {
      if (field.fieldType().docValuesType() != DocValuesType.NONE) {
        check(only == null, "has several values in field", name, "one");
        only = field;
      }
    }
    check(only != null, "has no doc value in field", name, expected);
    return only;
  }

  private static Object value(IndexableField field) {
    return field.stringValue() == null ? field.binaryValue() : field.stringValue();
  }

  private static boolean isDate(DocValuesType type) {
    return type == DocValuesType.NUMERIC || type == DocValuesType.SORTED_NUMERIC;
  }

  /** Throws an exception unless the fields of an index hold dates and tenants. */
  void checkIndexed(FieldInfos infos) {
    if (dateField != null) {
      boolean fits = isDate(DocumentReader.docValues(infos.fieldInfo(dateField)));
      Settings.check(fits, "the index has no dates in field '" + dateField + "'", DATE);
    }
    if (tenantField != null) {
      boolean fits = isSorted(DocumentReader.docValues(infos.fieldInfo(tenantField)));
      Settings.check(fits, "the index has no tenants in field '" + tenantField + "'", TENANT);
    }
  }

  /** Returns filters for the documents that a document of this origin is compared with. */
  BooleanQuery.Builder filters(Origin origin, IndexReader reader) {
    BooleanQuery.Builder filters = new BooleanQuery.Builder();
    if (dateField != null) {
      filters.add(dates(start(origin), end(origin), reader), Occur.FILTER);
    }
    if (tenantField != null) {
      Query tenant = SortedSetDocValuesField.newSlowExactQuery(tenantField, origin.tenant);
      filters.add(tenant, Occur.FILTER);
    }
    return filters;
  }

  /**
   * Returns a query for dates. It also uses the points of the field, if any, to skip segments of
   * other times.
   */
  Query dates(long from, long to, IndexReader reader) {
    Query values = SortedNumericDocValuesField.newSlowRangeQuery(dateField, from, to);
    for (LeafReaderContext leaf : reader.leaves()) { // a field has the same kind in all segments
      FieldInfo info = leaf.reader().getFieldInfos().fieldInfo(dateField);
      if (info != null) {
        return info.getPointDimensionCount() == 1 && info.getPointNumBytes() == Long.BYTES
            ? new IndexOrDocValuesQuery(LongPoint.newRangeQuery(dateField, from, to), values)
            : values;
      }
    }
    return values;
  }
}
