package io.github.lucenesimhash.opensearch.field;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;

/**
 * The n nearest documents of a shard, of those that match a filter. They are looked for when the
 * first segment is searched: when the query is rewritten, the request's timeout is not known yet.
 */
final class NearestInShard extends Query {

  /** The nearest of the documents that match a filter, or of all if the filter is null. */
  private record Wanted(String field, Fingerprint fingerprint, int n, Query filter) {}

  private final Wanted wanted;

  /** Queries that were already searched: an explanation of each hit asks again. */
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
    Query nearest =
        SimHashField.newNearestQuery(wanted.field, wanted.fingerprint, wanted.n, wanted.filter);
    Query hits = new UnguardedQuery(wanted.field, nearest).rewrite(searcher);
    if (!SearchTime.isOver(searcher, wanted.field)) {
      found.put(searcher, hits);
    }
    return hits;
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
        return false; // the other segments decide too
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
