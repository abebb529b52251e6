package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.opensearch.index.shard.SearchOperationListener;
import org.opensearch.search.internal.SearchContext;

/**
 * The n nearest documents of a shard, of those that the search's alias shows. They are looked for
 * when the first segment is searched, and not when the query is rewritten: only then are the
 * alias's filter and the request's timeout known. Where the alias's filter asks for the nearest
 * itself, they are those of the whole shard, and the filter leaves some of them.
 */
final class NearestInShard extends Query {

  /** The nearest of the documents that match a filter, or of all if it is null. */
  private record Wanted(String field, long fingerprint, int n, Query filter, String schemeId) {}

  private final Wanted wanted;

  /** What was found last, for one searcher: an explanation of each hit asks again. */
  private Found found;

  private record Found(WeakReference<IndexSearcher> searcher, Query hits) {}

  NearestInShard(String field, long fingerprint, int n, Query filter, String schemeId) {
    wanted = new Wanted(field, fingerprint, n, filter, schemeId);
  }

  /** The documents found; null if the time is over. */
  private synchronized Query hits(IndexSearcher searcher) throws IOException {
    if (found != null && found.searcher().refersTo(searcher)) {
      return found.hits();
    }
    if (UnguardedQuery.isTimedOut(searcher)) {
      return null;
    }
    Query filter = wanted.filter;
    Query shown = AliasFilters.of(searcher);
    if (shown != null && !isIn(shown)) { // else it would ask for itself
      filter =
          filter == null
              ? shown
              : new BooleanQuery.Builder()
                  .add(filter, Occur.FILTER)
                  .add(shown, Occur.FILTER)
                  .build();
    }
    Query nearest =
        SimHashField.newNearestQuery(wanted.field, wanted.fingerprint, wanted.n, filter);
    Query hits = UnguardedQuery.of(wanted.field, wanted.schemeId, nearest).rewrite(searcher);
    if (UnguardedQuery.isTimedOut(searcher)) {
      return null;
    }
    found = new Found(new WeakReference<>(searcher), hits);
    return hits;
  }

  private static boolean isIn(Query query) {
    boolean[] found = {false};
    query.visit(
        new QueryVisitor() {
          @Override
          public QueryVisitor getSubVisitor(Occur occur, Query parent) {
            return this;
          }

          @Override
          public void visitLeaf(Query leaf) {
            found[0] |= leaf instanceof NearestInShard;
          }
        });
    return found[0];
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
    return new Weight(this) {

      @Override
      public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
        Query hits = hits(searcher);
        return hits == null
            ? UnguardedQuery.nothing(scoreMode)
            : hits.createWeight(searcher, scoreMode, boost).scorerSupplier(context);
      }

      @Override
      public Explanation explain(LeafReaderContext context, int doc) throws IOException {
        Query hits = hits(searcher);
        return hits == null
            ? Explanation.noMatch("the time is over")
            : hits.createWeight(searcher, scoreMode, boost).explain(context, doc);
      }

      @Override
      public boolean isCacheable(LeafReaderContext context) {
        return false; // the alias's filter and the other segments decide too
      }
    };
  }

  @Override
  public void visit(QueryVisitor visitor) {
    if (visitor.acceptField(wanted.field)) {
      visitor.visitLeaf(this);
    }
  }

  @Override
  public boolean equals(Object other) {
    return sameClassAs(other) && wanted.equals(((NearestInShard) other).wanted);
  }

  @Override
  public int hashCode() {
    return 31 * classHash() + wanted.hashCode();
  }

  @Override
  public String toString(String defaultField) {
    String target = Fingerprint.toHex(wanted.fingerprint);
    return wanted.field + ":nearest(" + wanted.n + " to " + target + ")";
  }

  /**
   * The filter of the alias that a search goes through, for queries that choose among documents
   * before OpenSearch applies it. It is the search's: gone with it, like the searcher.
   */
  static final class AliasFilters implements SearchOperationListener {

    private static final Map<IndexSearcher, WeakReference<Query>> FILTERS =
        Collections.synchronizedMap(new WeakHashMap<>());

    /** Null if there is none. */
    static Query of(IndexSearcher searcher) {
      WeakReference<Query> filter = FILTERS.get(searcher);
      return filter == null ? null : filter.get();
    }

    @Override
    public void onPreQueryPhase(SearchContext context) {
      if (context.aliasFilter() != null) {
        FILTERS.put(context.searcher(), new WeakReference<>(context.aliasFilter()));
      }
    }

    @Override
    public void onPreFetchPhase(SearchContext context) {
      onPreQueryPhase(context);
    }
  }
}
