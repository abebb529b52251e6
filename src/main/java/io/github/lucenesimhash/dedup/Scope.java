package io.github.lucenesimhash.dedup;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.IndexableFieldType;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PointValues;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.search.CollectionTerminatedException;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.FilterCollector;
import org.apache.lucene.search.FilterLeafCollector;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.search.TotalHits.Relation;
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

  /** With a part of the window. */
  Scope part(int share) {
    return new Scope(dateField, windowMillis / share, tenantField);
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

  private static Object value(IndexableField field) {
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
      FieldInfo info = leaf.reader().getFieldInfos().fieldInfo(dateField);
      boolean fits =
          info != null
              && isDate(info.getDocValuesType())
              && DocValues.getSortedNumeric(leaf.reader(), dateField).advanceExact(doc);
      Settings.check(fits, document + " no date in field '" + dateField + "'", DATE);
    }
    if (tenantField != null) {
      FieldInfo info = leaf.reader().getFieldInfos().fieldInfo(tenantField);
      boolean fits =
          info != null
              && isTenant(info.getDocValuesType())
              && DocValues.getSortedSet(leaf.reader(), tenantField).advanceExact(doc);
      Settings.check(fits, document + " no tenant in field '" + tenantField + "'", TENANT);
    }
  }

  /**
   * Documents with a date before another.
   *
   * @param info of the dates, null if no document has one
   */
  Query before(long date, FieldInfo info) {
    if (info == null || date == Long.MIN_VALUE) {
      return new MatchNoDocsQuery("no date is before");
    }
    boolean isPoint = info.getPointDimensionCount() == 1 && info.getPointNumBytes() == Long.BYTES;
    return isPoint
        ? LongPoint.newRangeQuery(dateField, Long.MIN_VALUE, date - 1)
        : SortedNumericDocValuesField.newSlowRangeQuery(dateField, Long.MIN_VALUE, date - 1);
  }

  /** The date of a document of an index, 0 where dates do not matter. */
  long date(LeafReaderContext leaf, int doc) throws IOException {
    return dateField == null
        ? 0
        : date(DocValues.getSortedNumeric(leaf.reader(), dateField), leaf, doc);
  }

  private long date(SortedNumericDocValues dates, LeafReaderContext leaf, int doc)
      throws IOException {
    checkOne(dates.advanceExact(doc) && dates.docValueCount() == 1, leaf, doc, dateField);
    return dates.nextValue();
  }

  private static void checkOne(boolean isOne, LeafReaderContext leaf, int doc, String field) {
    if (!isOne) {
      String document = "document " + (leaf.docBase + doc) + " of the index";
      throw new IllegalStateException(
          document + " has not one value in field '" + field + "', expected one");
    }
  }

  /** Collects what a document is compared with, of all that is collected. */
  <C extends Collector, T> CollectorManager<?, T> of(Origin origin, CollectorManager<C, T> all) {
    return isAll() ? all : new ScopedManager<>(origin, all);
  }

  private final class ScopedManager<C extends Collector, T>
      implements CollectorManager<ScopedCollector<C>, T> {

    private final Origin origin;
    private final CollectorManager<C, T> all;

    ScopedManager(Origin origin, CollectorManager<C, T> all) {
      this.origin = origin;
      this.all = all;
    }

    @Override
    public ScopedCollector<C> newCollector() throws IOException {
      return new ScopedCollector<>(origin, all.newCollector());
    }

    @Override
    public T reduce(Collection<ScopedCollector<C>> collectors) throws IOException {
      return all.reduce(collectors.stream().map(collector -> collector.all).toList());
    }
  }

  /** What a document is compared with, of all hits, in their order. */
  TopDocs of(Origin origin, IndexReader reader, ScoreDoc[] hits) throws IOException {
    ScoreDoc[] byDoc = hits.clone();
    Arrays.sort(byDoc, Comparator.comparingInt(hit -> hit.doc));
    Set<ScoreDoc> compared = new HashSet<>();
    Segment segment = null;
    for (ScoreDoc hit : byDoc) {
      LeafReaderContext leaf = reader.leaves().get(ReaderUtil.subIndex(hit.doc, reader.leaves()));
      if (segment == null || !segment.leaf.equals(leaf)) {
        segment = new Segment(origin, leaf);
      }
      if (segment.isCompared(hit.doc - leaf.docBase)) {
        compared.add(hit);
      }
    }
    ScoreDoc[] inOrder = Arrays.stream(hits).filter(compared::contains).toArray(ScoreDoc[]::new);
    return new TopDocs(new TotalHits(inOrder.length, Relation.EQUAL_TO), inOrder);
  }

  /** Looks at documents in order; opens no doc values before the first. */
  private final class Segment {

    private static final long UNKNOWN = Long.MIN_VALUE;

    private final Origin origin;
    private final LeafReaderContext leaf;
    private SortedNumericDocValues dates;
    private SortedSetDocValues tenants;
    private long tenant = UNKNOWN;

    Segment(Origin origin, LeafReaderContext leaf) {
      this.origin = origin;
      this.leaf = leaf;
    }

    boolean isCompared(int doc) throws IOException {
      return isInWindow(doc) && isOfTenant(doc);
    }

    private boolean isInWindow(int doc) throws IOException {
      if (dateField == null) {
        return true;
      }
      if (dates == null) {
        dates = DocValues.getSortedNumeric(leaf.reader(), dateField);
      }
      long date = date(dates, leaf, doc);
      return date >= start(origin) && date <= end(origin);
    }

    private boolean isOfTenant(int doc) throws IOException {
      if (tenantField == null) {
        return true;
      }
      boolean isFirst = tenants == null;
      if (isFirst) {
        tenants = DocValues.getSortedSet(leaf.reader(), tenantField);
      }
      boolean isOne = tenants.advanceExact(doc) && tenants.docValueCount() == 1;
      checkOne(isOne, leaf, doc, tenantField);
      long ord = tenants.nextOrd();
      if (isFirst) { // to read one document's tenant costs less than to find one among all
        boolean isSame = tenants.lookupOrd(ord).equals(origin.tenant);
        tenant = isSame ? ord : UNKNOWN;
        return isSame;
      }
      if (tenant == UNKNOWN) {
        tenant = tenants.lookupTerm(origin.tenant);
      }
      return ord == tenant;
    }
  }

  /** Leaves out segments of other times. */
  private final class ScopedCollector<C extends Collector> extends FilterCollector {

    private final Origin origin;
    private final C all;

    ScopedCollector(Origin origin, C all) {
      super(all);
      this.origin = origin;
      this.all = all;
    }

    @Override
    public LeafCollector getLeafCollector(LeafReaderContext leaf) throws IOException {
      if (isOutside(leaf.reader())) {
        throw new CollectionTerminatedException();
      }
      Segment segment = new Segment(origin, leaf);
      return new FilterLeafCollector(super.getLeafCollector(leaf)) {
        @Override
        public void collect(int doc) throws IOException {
          if (segment.isCompared(doc)) {
            in.collect(doc);
          }
        }
      };
    }

    /** Where dates are points too, their bounds are at hand. */
    private boolean isOutside(LeafReader reader) throws IOException {
      PointValues points = dateField == null ? null : reader.getPointValues(dateField);
      if (points == null
          || points.getNumDimensions() != 1
          || points.getBytesPerDimension() != Long.BYTES) {
        return false;
      }
      return LongPoint.decodeDimension(points.getMinPackedValue(), 0) > end(origin)
          || LongPoint.decodeDimension(points.getMaxPackedValue(), 0) < start(origin);
    }
  }
}
