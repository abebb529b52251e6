package io.github.lucenesimhash.dedup;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.IndexableFieldType;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexOrDocValuesQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;

/**
 * Which documents are compared with each other: those of one tenant whose dates are no farther
 * apart than a window. Without either field, all.
 *
 * @param dateField of milliseconds since 1970, one doc value; null if dates do not matter
 * @param windowMillis most that two dates are apart
 * @param tenantField one doc value; null if tenants do not matter
 */
record Scope(String dateField, long windowMillis, String tenantField) {

  private static final String DATE = "a date in milliseconds, as a LongField has it";
  private static final String TENANT = "a tenant, as a KeywordField has it";

  /** When and for whom a document is; 0 and null where that does not matter. */
  record Origin(long date, BytesRef tenant) {
    static final Origin NONE = new Origin(0, null);
  }

  boolean isAll() {
    return dateField == null && tenantField == null;
  }

  boolean hasWindow() {
    return dateField != null;
  }

  boolean hasTenants() {
    return tenantField != null;
  }

  boolean isCompared(Origin a, Origin b) {
    return (tenantField == null || a.tenant.equals(b.tenant))
        && (dateField == null || (a.date >= start(b) && a.date <= end(b)));
  }

  /* A sum that is too large or too small for a date leaves none out. */

  private long start(Origin origin) {
    long start = origin.date - windowMillis;
    return start > origin.date ? Long.MIN_VALUE : start;
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
      IndexableFieldType type = field.fieldType();
      boolean isLong = type.pointDimensionCount() == 0 || type.pointNumBytes() == Long.BYTES;
      boolean fits = isDate(type.docValuesType()) && isLong && field.numericValue() instanceof Long;
      if (!fits) {
        check(false, "has '" + value(field) + "' in field", dateField, DATE);
      }
      date = field.numericValue().longValue();
    }
    if (tenantField != null) {
      IndexableField field = docValue(document, tenantField, TENANT);
      boolean fits = isTenant(field.fieldType().docValuesType()) && field.binaryValue() != null;
      if (!fits) {
        check(false, "has '" + value(field) + "' in field", tenantField, TENANT);
      }
      tenant = BytesRef.deepCopyOf(field.binaryValue());
      int most = IndexWriter.MAX_TERM_LENGTH;
      if (tenant.length > most) {
        check(false, "has " + tenant.length + " bytes in field", tenantField, "at most " + most);
      }
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

  static Object value(IndexableField field) {
    String string = field.stringValue();
    Object number = field.numericValue();
    return string != null ? string : number != null ? number : field.binaryValue();
  }

  private static void check(boolean fits, String problem, String field, String expected) {
    if (!fits) {
      Settings.check(false, "the document " + problem + " '" + field + "'", expected);
    }
  }

  private static boolean isDate(DocValuesType type) {
    return type == DocValuesType.NUMERIC || type == DocValuesType.SORTED_NUMERIC;
  }

  private static boolean isTenant(DocValuesType type) {
    return type == DocValuesType.SORTED || type == DocValuesType.SORTED_SET;
  }

  /** Refuses a segment whose document cannot be compared. */
  void check(LeafReaderContext leaf, int doc) throws IOException {
    String document = "document " + (leaf.docBase + doc) + " of the index has";
    if (dateField != null) {
      boolean fits =
          isDate(type(leaf, dateField))
              && DocValues.getSortedNumeric(leaf.reader(), dateField).advanceExact(doc);
      Settings.check(fits, document + " no date in field '" + dateField + "'", DATE);
    }
    if (tenantField != null) {
      boolean fits =
          isTenant(type(leaf, tenantField))
              && DocValues.getSortedSet(leaf.reader(), tenantField).advanceExact(doc);
      Settings.check(fits, document + " no tenant in field '" + tenantField + "'", TENANT);
    }
  }

  private static DocValuesType type(LeafReaderContext leaf, String field) {
    FieldInfo info = leaf.reader().getFieldInfos().fieldInfo(field);
    return info == null ? DocValuesType.NONE : info.getDocValuesType();
  }

  /** Returns filters of the documents that one of this origin is compared with. */
  List<Query> filters(Origin origin, IndexReader reader) {
    List<Query> filters = new ArrayList<>();
    if (dateField != null) {
      filters.add(dates(start(origin), end(origin), reader));
    }
    if (tenantField != null) {
      filters.add(SortedSetDocValuesField.newSlowExactQuery(tenantField, origin.tenant));
    }
    return filters;
  }

  /** Returns a query for documents with a date before a time. */
  Query before(Instant time, IndexReader reader) {
    if (time.isBefore(Instant.ofEpochMilli(Long.MIN_VALUE + 1))) {
      return new MatchNoDocsQuery("no date is before");
    }
    boolean isAfterAll = !time.isBefore(Instant.ofEpochMilli(Long.MAX_VALUE).plusMillis(1));
    return dates(Long.MIN_VALUE, isAfterAll ? Long.MAX_VALUE : time.toEpochMilli() - 1, reader);
  }

  /** Searches points where there are some: they leave out segments of other times. */
  private Query dates(long from, long to, IndexReader reader) {
    Query values = SortedNumericDocValuesField.newSlowRangeQuery(dateField, from, to);
    return arePoints(reader)
        ? new IndexOrDocValuesQuery(LongPoint.newRangeQuery(dateField, from, to), values)
        : values;
  }

  /** Lucene has a field in the same structures in all segments of an index. */
  private boolean arePoints(IndexReader reader) {
    for (LeafReaderContext leaf : reader.leaves()) {
      FieldInfo info = leaf.reader().getFieldInfos().fieldInfo(dateField);
      if (info != null) {
        return info.getPointDimensionCount() == 1 && info.getPointNumBytes() == Long.BYTES;
      }
    }
    return false;
  }

  /** Returns the tenant of the document that has a term; null if there is none. */
  BytesRef tenant(IndexReader reader, Term term) throws IOException {
    for (LeafReaderContext leaf : reader.leaves()) {
      PostingsEnum documents = leaf.reader().postings(term, PostingsEnum.NONE);
      Bits live = leaf.reader().getLiveDocs();
      int doc = documents == null ? DocIdSetIterator.NO_MORE_DOCS : documents.nextDoc();
      for (; doc != DocIdSetIterator.NO_MORE_DOCS; doc = documents.nextDoc()) {
        if (live == null || live.get(doc)) {
          SortedSetDocValues tenants = DocValues.getSortedSet(leaf.reader(), tenantField);
          boolean has = tenants.advanceExact(doc);
          return has ? BytesRef.deepCopyOf(tenants.lookupOrd(tenants.nextOrd())) : null;
        }
      }
    }
    return null;
  }
}
