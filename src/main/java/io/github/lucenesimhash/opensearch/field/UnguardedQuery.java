package io.github.lucenesimhash.opensearch.field;

import java.io.IOException;
import java.util.Objects;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.ConstantScoreScorerSupplier;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.opensearch.search.internal.ContextIndexSearcher;

/**
 * A query that sees the reader below OpenSearch's cancellation guard. The guard is a reader that
 * wraps the terms of every field, and so hides the tables of the fast format. Only the guard is
 * taken off: readers of other plugins that hide fields or documents stay. Cancellation and timeout
 * still take effect before each clause in each segment and while hits are collected.
 */
final class UnguardedQuery extends Query {

  private final String field;
  private final Query in;

  UnguardedQuery(String field, Query in) {
    this.field = field;
    this.in = in;
  }

  private IndexSearcher unguarded(IndexSearcher searcher) {
    // the class of the guard is not public, but is the only reader in the searcher's package
    if (!(searcher.getIndexReader() instanceof FilterDirectoryReader reader)
        || !reader.getClass().getPackage().equals(ContextIndexSearcher.class.getPackage())) {
      return searcher;
    }
    IndexSearcher below = new IndexSearcher(reader.getDelegate());
    below.setQueryCache(null);
    below.setTimeout(SearchTime.of(searcher, field));
    return below;
  }

  @Override
  public Query rewrite(IndexSearcher searcher) throws IOException {
    // a shard may not have the field; the reader of a highlighter has its text under the name of
    // every field, but no doc values
    boolean isThere = false;
    for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
      isThere |=
          leaf.reader().getNumericDocValues(field) != null
              || leaf.reader().getBinaryDocValues(field) != null;
    }
    if (!isThere) {
      return new MatchNoDocsQuery("nothing in field '" + field + "'");
    }
    Query rewritten = in.rewrite(unguarded(searcher));
    return rewritten.equals(in) ? this : new UnguardedQuery(field, rewritten);
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost)
      throws IOException {
    IndexSearcher below = unguarded(searcher);
    Weight weight = in.createWeight(below, scoreMode, boost);
    return new Weight(this) {

      private LeafReaderContext below(LeafReaderContext context) {
        return below.getIndexReader().leaves().get(context.ord);
      }

      @Override
      public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
        // no hits if the time is over: OpenSearch checks the time before it runs a scorer
        return SearchTime.isOver(below, field)
            ? ConstantScoreScorerSupplier.fromIterator(DocIdSetIterator.empty(), 0, scoreMode, 0)
            : weight.scorerSupplier(below(context));
      }

      @Override
      public Explanation explain(LeafReaderContext context, int doc) throws IOException {
        return weight.explain(below(context), doc);
      }

      @Override
      public boolean isCacheable(LeafReaderContext context) {
        return false; // a cache would keep hits that the timeout has cut off
      }
    };
  }

  @Override
  public void visit(QueryVisitor visitor) {
    in.visit(visitor);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof UnguardedQuery that && field.equals(that.field) && in.equals(that.in);
  }

  @Override
  public int hashCode() {
    return Objects.hash(classHash(), field, in);
  }

  @Override
  public String toString(String defaultField) {
    return in.toString(defaultField);
  }
}
