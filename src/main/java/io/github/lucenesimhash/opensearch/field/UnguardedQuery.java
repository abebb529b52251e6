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
 * A query that sees the reader below OpenSearch's cancellation guard. The guard wraps every field's
 * terms, behind which the tables of the fast format do not show. Only the guard is taken off: what
 * other plugins wrap around a reader to hide fields or documents stays. Cancellation and timeout
 * still strike before each clause in each segment and while hits are collected.
 */
final class UnguardedQuery extends Query {

  private final String field;
  private final Query in;

  UnguardedQuery(String field, Query in) {
    this.field = field;
    this.in = in;
  }

  private IndexSearcher unguarded(IndexSearcher searcher) {
    // the guard is the one reader in the searcher's own package, and no public class
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
    // a shard may be without the field; a highlighter shows its text under every field's name
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
        // a scorer without hits: OpenSearch looks at the time before it runs one
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
        return false; // hits that the timeout has cut off would stay cut off
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
