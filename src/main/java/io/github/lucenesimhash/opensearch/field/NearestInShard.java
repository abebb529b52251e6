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
 * Finds the n nearest documents of a shard among the documents that match a filter. The documents
 * are looked for when the first segment is searched, because the timeout of the request is not yet
 * known when the query is rewritten.
 */
final class NearestInShard extends Query {

  /** The request for the n nearest documents that match a filter, which may be null. */
  private record Wanted(String field, Fingerprint fingerprint, int n, Query filter) {}

  private final Wanted wanted;

  /** The nearest documents by searcher, because the explanation of each hit needs them again. */
  private final Map<IndexSearcher, Query> found = new WeakHashMap<>();

  NearestInShard(String field, Fingerprint fingerprint, int n, Query filter) {
    wanted = new Wanted(field, fingerprint, n, filter);
  }

  /**
   * Returns the nearest documents. If the time is over, they are the nearest of the documents seen
   * until then.
   */
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
        return false; // hits depend on the other segments, too
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
