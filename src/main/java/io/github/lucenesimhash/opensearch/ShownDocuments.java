package io.github.lucenesimhash.opensearch;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.opensearch.common.lucene.search.Queries;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.index.query.Rewriteable;
import org.opensearch.index.shard.SearchOperationListener;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.internal.SearchContext;

/**
 * The documents of a shard that a search may show, for queries that choose among documents before
 * OpenSearch filters them.
 *
 * <pre>
 * Alias    The filter of the alias that the search goes through.
 * Security A security plugin hides documents from a user by a clause of its own beside the search's query, which it
 *          adds when the search begins. What is in the query beside the one that was asked for is that clause.
 *          (What it hides in the reader is not seen in the first place.)
 * </pre>
 */
final class ShownDocuments implements SearchOperationListener {

  private static final Map<IndexSearcher, WeakReference<SearchContext>> SEARCHES =
      Collections.synchronizedMap(new WeakHashMap<>());

  @Override
  public void onPreQueryPhase(SearchContext context) {
    SEARCHES.put(context.searcher(), new WeakReference<>(context));
  }

  @Override
  public void onPreFetchPhase(SearchContext context) {
    onPreQueryPhase(context);
  }

  /** What documents must match besides the query of a search under way; null if there is none. */
  static Query filter(IndexSearcher searcher) throws IOException {
    WeakReference<SearchContext> search = SEARCHES.get(searcher);
    SearchContext context = search == null ? null : search.get();
    if (context == null) {
      return null;
    }
    Query added = null;
    if (context.parsedQuery() != null
        && withoutBoost(context.parsedQuery().query()) instanceof BooleanQuery query) {
      Query asked = withoutBoost(asked(context));
      added = query.equals(asked) ? null : without(query, asked);
    }
    return added == null ? context.aliasFilter() : Queries.filtered(added, context.aliasFilter());
  }

  /** The query as the search has it, made again. */
  private static Query asked(SearchContext context) throws IOException {
    SearchSourceBuilder source = context.request().source();
    if (source == null || source.query() == null) {
      return Queries.newMatchAllQuery();
    }
    QueryShardContext shard = context.getQueryShardContext();
    return Rewriteable.rewrite(source.query(), shard, true).toQuery(shard);
  }

  /** A search of several indexes may boost some. */
  private static Query withoutBoost(Query query) {
    return query instanceof BoostQuery boost ? withoutBoost(boost.getQuery()) : query;
  }

  /** A query with all documents in place of one of its required parts; null if it has none such. */
  private static Query without(BooleanQuery query, Query part) {
    BooleanQuery.Builder others =
        new BooleanQuery.Builder().setMinimumNumberShouldMatch(query.getMinimumNumberShouldMatch());
    boolean isFound = false;
    for (BooleanClause clause : query) {
      Query inner = withoutBoost(clause.query());
      if (!isFound && clause.isRequired()) {
        Query rest =
            inner.equals(part)
                ? MatchAllDocsQuery.INSTANCE
                : inner instanceof BooleanQuery deeper ? without(deeper, part) : null;
        isFound = rest != null;
        inner = isFound ? rest : inner;
      }
      others.add(inner, clause.occur());
    }
    return isFound ? others.build() : null;
  }
}
