package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.QueryTimeout;
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

  /** A query that fails if a segment's fingerprints are of another scheme. */
  static UnguardedQuery of(String field, String schemeId, Query in) {
    return new UnguardedQuery(field, SimHashField.requireScheme(in, field, schemeId));
  }

  private static IndexSearcher unguarded(IndexSearcher searcher) {
    if (!(searcher instanceof ContextIndexSearcher)
        || !(searcher.getIndexReader() instanceof FilterDirectoryReader reader)
        || !isGuard(reader)) {
      return searcher;
    }
    IndexSearcher below = new IndexSearcher(reader.getDelegate());
    below.setQueryCache(null);
    below.setTimeout(searcher.getTimeout());
    return below;
  }

  /** The guard is the one reader in the searcher's own package, and no public class. */
  private static boolean isGuard(FilterDirectoryReader reader) {
    return reader.getClass().getPackage().equals(ContextIndexSearcher.class.getPackage());
  }

  static boolean isTimedOut(IndexSearcher searcher) {
    QueryTimeout timeout = searcher.getTimeout();
    return timeout != null && timeout.shouldExit();
  }

  /** No hit, but a scorer: OpenSearch looks at the time before it runs one, and ends the search. */
  static ScorerSupplier nothing(ScoreMode scoreMode) {
    return ConstantScoreScorerSupplier.fromIterator(DocIdSetIterator.empty(), 0, scoreMode, 0);
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // the same object means: nothing changed
  public Query rewrite(IndexSearcher searcher) throws IOException {
    List<DocValuesType> types =
        searcher.getIndexReader().leaves().stream()
            .map(leaf -> leaf.reader().getFieldInfos().fieldInfo(field))
            .filter(Objects::nonNull)
            .map(FieldInfo::getDocValuesType)
            .toList();
    // a highlighter shows the text that it works on under every field's name
    if (types.contains(DocValuesType.NONE)) {
      return new MatchNoDocsQuery("field '" + field + "' shows a text here");
    }
    if (types.isEmpty()) { // in this shard
      return new MatchNoDocsQuery("no document of the shard has field '" + field + "'");
    }
    Query rewritten = in.rewrite(unguarded(searcher));
    if (rewritten instanceof MatchNoDocsQuery) {
      return rewritten;
    }
    return rewritten == in ? this : new UnguardedQuery(field, rewritten);
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // the same object means: nothing changed
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost)
      throws IOException {
    IndexSearcher below = unguarded(searcher);
    Weight weight = in.createWeight(below, scoreMode, boost);
    return below == searcher
        ? weight
        : new Weight(this) {

          private LeafReaderContext below(LeafReaderContext context) {
            return below.getIndexReader().leaves().get(context.ord);
          }

          @Override
          public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
            return isTimedOut(below) ? nothing(scoreMode) : weight.scorerSupplier(below(context));
          }

          @Override
          public int count(LeafReaderContext context) throws IOException {
            return weight.count(below(context));
          }

          @Override
          public Explanation explain(LeafReaderContext context, int doc) throws IOException {
            return weight.explain(below(context), doc);
          }

          @Override
          public boolean isCacheable(LeafReaderContext context) {
            return weight.isCacheable(below(context));
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
