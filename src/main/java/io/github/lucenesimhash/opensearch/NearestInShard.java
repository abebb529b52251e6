package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.opensearch.common.lucene.search.Queries;

/**
 * The n nearest documents of a shard, of those that the search shows: its alias has a filter, and a
 * security plugin may have put another one around the query. They are looked for when the first
 * segment is searched, and not when the query is rewritten or its weight is made: only then are the
 * filters and the request's timeout known. Where a filter asks for the nearest itself, they are
 * those of the whole shard, and the filter leaves some of them.
 */
final class NearestInShard extends Query {

  /** The nearest of the documents that match a filter, or of all if it is null. */
  private record Wanted(String field, Fingerprint fingerprint, int n, Query filter) {}

  private final Wanted wanted;

  /** What was found: an explanation of each hit asks again. */
  private final Map<IndexSearcher, Query> found = new WeakHashMap<>();

  NearestInShard(String field, Fingerprint fingerprint, int n, Query filter) {
    wanted = new Wanted(field, fingerprint, n, filter);
  }

  /** The nearest documents; if the time is over, of those seen until then. */
  private synchronized Query hits(IndexSearcher searcher) throws IOException {
    Query known = found.get(searcher);
    if (known != null) {
      return known;
    }
    Query shown = ShownDocuments.filter(searcher);
    Query filter =
        shown == null || isIn(shown) // else it would ask for itself
            ? wanted.filter
            : Queries.filtered(shown, wanted.filter);
    Query nearest =
        SimHashField.newNearestQuery(wanted.field, wanted.fingerprint, wanted.n, filter);
    Query hits = new UnguardedQuery(wanted.field, nearest).rewrite(searcher);
    if (!SearchTime.isOver(searcher, wanted.field)) {
      found.put(searcher, hits);
    }
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

      private Weight weight() throws IOException {
        return hits(searcher).createWeight(searcher, scoreMode, boost);
      }

      @Override
      public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
        return weight().scorerSupplier(context);
      }

      @Override
      public Explanation explain(LeafReaderContext context, int doc) throws IOException {
        return weight().explain(context, doc);
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
    return wanted.field + ":nearest(" + wanted.n + " to " + wanted.fingerprint + ")";
  }
}
