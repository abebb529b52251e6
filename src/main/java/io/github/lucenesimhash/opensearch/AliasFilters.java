package io.github.lucenesimhash.opensearch;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.opensearch.index.shard.SearchOperationListener;
import org.opensearch.search.internal.SearchContext;

/**
 * The filter of the alias that a search goes through, for queries that choose among documents
 * before OpenSearch applies it: known by the searcher, while a shard runs the search's query or
 * fetch phase.
 */
final class AliasFilters implements SearchOperationListener {

  private static final Map<IndexSearcher, Query> FILTERS = new ConcurrentHashMap<>();

  /** The filter that hits of this searcher must match besides, or null. */
  static Query of(IndexSearcher searcher) {
    return FILTERS.get(searcher);
  }

  private static void begin(SearchContext context) {
    if (context.aliasFilter() != null) {
      FILTERS.put(context.searcher(), context.aliasFilter());
    }
  }

  private static void end(SearchContext context) {
    FILTERS.remove(context.searcher());
  }

  @Override
  public void onPreQueryPhase(SearchContext context) {
    begin(context);
  }

  @Override
  public void onQueryPhase(SearchContext context, long tookInNanos) {
    end(context);
  }

  @Override
  public void onFailedQueryPhase(SearchContext context) {
    end(context);
  }

  @Override
  public void onPreFetchPhase(SearchContext context) {
    begin(context);
  }

  @Override
  public void onFetchPhase(SearchContext context, long tookInNanos) {
    end(context);
  }

  @Override
  public void onFailedFetchPhase(SearchContext context) {
    end(context);
  }
}
