package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.Objects;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;

/**
 * The n nearest documents of a shard, of those that the search's alias shows. They are looked for
 * when the first segment is searched, and not when the query is rewritten: only then are the
 * alias's filter and the request's timeout known. Where the alias's filter asks for the nearest
 * itself, they are those of the whole shard, and the filter leaves some of them.
 */
final class NearestInShard extends Query {

  private final String field;
  private final long fingerprint;
  private final int n;
  private final Query filter;
  private final String schemeId;

  /**
   * What was found last, for the searches of one searcher: an explanation of each hit asks again.
   */
  private Found found;

  private record Found(WeakReference<IndexSearcher> searcher, Query hits) {}

  /**
   * @param filter or null
   */
  NearestInShard(String field, long fingerprint, int n, Query filter, String schemeId) {
    this.field = field;
    this.fingerprint = fingerprint;
    this.n = n;
    this.filter = filter;
    this.schemeId = schemeId;
  }

  @Override
  public Query rewrite(IndexSearcher searcher) {
    return UnguardedQuery.isText(field, searcher.getIndexReader())
        ? new MatchNoDocsQuery("field '" + field + "' shows a text here")
        : this;
  }

  /** The documents found; null if the time is over. */
  private synchronized Query hits(IndexSearcher searcher) throws IOException {
    if (found != null && found.searcher().refersTo(searcher)) {
      return found.hits();
    }
    if (UnguardedQuery.isTimedOut(searcher)) {
      return null;
    }
    Query shown = AliasFilters.of(searcher);
    if (shown != null && isIn(shown)) {
      shown = null; // it would ask for itself
    }
    Query nearest =
        SimHashField.requireScheme(
            SimHashField.newNearestQuery(field, fingerprint, n, both(filter, shown)),
            field,
            schemeId);
    Query hits = new UnguardedQuery(field, nearest).rewrite(searcher);
    if (UnguardedQuery.isTimedOut(searcher)) {
      return null;
    }
    found = new Found(new WeakReference<>(searcher), hits);
    return hits;
  }

  /** Whether a query has a part of this kind. */
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

  private static Query both(Query one, Query other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return new BooleanQuery.Builder().add(one, Occur.FILTER).add(other, Occur.FILTER).build();
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
    if (visitor.acceptField(field)) {
      visitor.visitLeaf(this);
    }
  }

  @Override
  public boolean equals(Object other) {
    return sameClassAs(other) && equalsTo((NearestInShard) other);
  }

  private boolean equalsTo(NearestInShard that) {
    return field.equals(that.field)
        && fingerprint == that.fingerprint
        && n == that.n
        && Objects.equals(filter, that.filter)
        && schemeId.equals(that.schemeId);
  }

  @Override
  public int hashCode() {
    return 31 * classHash() + Objects.hash(field, fingerprint, n, filter, schemeId);
  }

  @Override
  public String toString(String defaultField) {
    return field + ":nearest(" + n + " to " + Fingerprint.toHex(fingerprint) + ")";
  }
}
