package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.Scope.Origin;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PointValues;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.search.CollectionTerminatedException;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.FilterCollector;
import org.apache.lucene.search.FilterLeafCollector;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollector;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.search.TotalHits.Relation;

/** The hits of a search that a document of this origin is compared with. */
record ComparedHits(Scope scope, Origin origin) {

  /** The nearest of a query. */
  TopDocs nearest(Query query, IndexSearcher searcher, int most) throws IOException {
    var all = new TopScoreDocCollectorManager(most, null, Integer.MAX_VALUE);
    if (scope.isAll()) {
      return searcher.search(query, all);
    }
    return searcher.search(
        query,
        new CollectorManager<ComparedCollector, TopDocs>() {
          @Override
          public ComparedCollector newCollector() throws IOException {
            return new ComparedCollector(all.newCollector());
          }

          @Override
          public TopDocs reduce(Collection<ComparedCollector> collectors) throws IOException {
            return all.reduce(collectors.stream().map(collector -> collector.nearest).toList());
          }
        });
  }

  /** The hits of a list that are compared, in their order. */
  TopDocs of(IndexReader reader, ScoreDoc[] hits) throws IOException {
    ScoreDoc[] byDoc = hits.clone();
    Arrays.sort(byDoc, Comparator.comparingInt(hit -> hit.doc));
    Set<ScoreDoc> compared = new HashSet<>();
    Segment segment = null;
    for (ScoreDoc hit : byDoc) {
      LeafReaderContext leaf = reader.leaves().get(ReaderUtil.subIndex(hit.doc, reader.leaves()));
      if (segment == null || !segment.leaf.equals(leaf)) {
        segment = new Segment(leaf);
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

    private final LeafReaderContext leaf;
    private SortedNumericDocValues dates;
    private SortedSetDocValues tenants;
    private long tenant = UNKNOWN;

    Segment(LeafReaderContext leaf) {
      this.leaf = leaf;
    }

    boolean isCompared(int doc) throws IOException {
      return isInWindow(doc) && isOfTenant(doc);
    }

    private boolean isInWindow(int doc) throws IOException {
      if (scope.dateField() == null) {
        return true;
      }
      if (dates == null) {
        dates = DocValues.getSortedNumeric(leaf.reader(), scope.dateField());
      }
      long date = scope.date(dates, leaf, doc);
      return date >= scope.start(origin) && date <= scope.end(origin);
    }

    private boolean isOfTenant(int doc) throws IOException {
      if (scope.tenantField() == null) {
        return true;
      }
      boolean isFirst = tenants == null;
      if (isFirst) {
        tenants = DocValues.getSortedSet(leaf.reader(), scope.tenantField());
      }
      boolean isOne = tenants.advanceExact(doc) && tenants.docValueCount() == 1;
      Scope.checkOne(isOne, leaf, doc, scope.tenantField());
      long ord = tenants.nextOrd();
      if (isFirst) { // to read one document's tenant costs less than to find one among all
        boolean isSame = tenants.lookupOrd(ord).equals(origin.tenant());
        tenant = isSame ? ord : UNKNOWN;
        return isSame;
      }
      if (tenant == UNKNOWN) {
        tenant = tenants.lookupTerm(origin.tenant());
      }
      return ord == tenant;
    }
  }

  /** Leaves out segments of other times. */
  private final class ComparedCollector extends FilterCollector {

    private final TopScoreDocCollector nearest;

    ComparedCollector(TopScoreDocCollector nearest) {
      super(nearest);
      this.nearest = nearest;
    }

    @Override
    public LeafCollector getLeafCollector(LeafReaderContext leaf) throws IOException {
      if (isOutside(leaf.reader())) {
        throw new CollectionTerminatedException();
      }
      Segment segment = new Segment(leaf);
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
      String field = scope.dateField();
      PointValues points = field == null ? null : reader.getPointValues(field);
      if (points == null
          || points.getNumDimensions() != 1
          || points.getBytesPerDimension() != Long.BYTES) {
        return false;
      }
      return LongPoint.decodeDimension(points.getMinPackedValue(), 0) > scope.end(origin)
          || LongPoint.decodeDimension(points.getMaxPackedValue(), 0) < scope.start(origin);
    }
  }
}
