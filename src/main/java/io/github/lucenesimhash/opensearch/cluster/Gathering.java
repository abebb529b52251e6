package io.github.lucenesimhash.opensearch.cluster;

import java.util.function.LongConsumer;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.search.ClearScrollRequest;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.search.SearchScrollRequest;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.sort.SortOrder;
import org.opensearch.transport.client.Client;

/**
 * Reads all fingerprints of an index, or those that an alias of it shows, over all shards by a
 * scroll, which sees each shard as it was at the first page. An answer that misses a shard ends it.
 */
final class Gathering {

  private static final TimeValue KEEP_ALIVE = TimeValue.timeValueMinutes(1);

  private final Client client;
  private final GroupsTask task;
  private final LongConsumer bytes;

  /**
   * @param bytes hears of memory before it is taken, and may refuse
   */
  Gathering(Client client, GroupsTask task, LongConsumer bytes) {
    this.client = client;
    this.task = task;
    this.bytes = bytes;
  }

  /**
   * @param index the one that the request's name stands for
   */
  Fingerprints run(String index, GroupsRequest request, int pageSize) {
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .query(QueryBuilders.existsQuery(request.field()))
            .size(pageSize)
            .fetchSource(false)
            .docValueField(request.field())
            .seqNoAndPrimaryTerm(true)
            .trackTotalHits(true);
    if (request.keepBy() == null) {
      source.sort("_doc", SortOrder.ASC);
    } else {
      source.sort(request.keepBy(), request.order());
    }
    SearchRequest search =
        new SearchRequest(request.indices())
            .source(source)
            .scroll(KEEP_ALIVE)
            .allowPartialSearchResults(false);
    SearchResponse page = task.await(client.search(search));
    try {
      Fingerprints found = new Fingerprints(request.field(), request.keepBy() != null);
      long total = page.getHits().getTotalHits().value();
      while (page.getHits().getHits().length > 0) {
        check(page);
        for (SearchHit hit : page.getHits().getHits()) {
          if (!hit.getIndex().equals(index)) {
            throw unavailable("[" + request.indices()[0] + "] has become [" + hit.getIndex() + "]");
          }
          bytes.accept(hit.getId().length());
          found.add(hit);
        }
        task.advance("reading", found.size(), total);
        page =
            task.await(
                client.searchScroll(
                    new SearchScrollRequest(page.getScrollId()).scroll(KEEP_ALIVE)));
      }
      check(page);
      if (found.size() != total) {
        throw unavailable("read " + found.size() + " fingerprints of " + total);
      }
      return found;
    } finally {
      clear(page.getScrollId());
    }
  }

  private static void check(SearchResponse page) {
    if (page.getFailedShards() > 0 || page.getSuccessfulShards() < page.getTotalShards()) {
      throw unavailable(
          page.getSuccessfulShards() + " of " + page.getTotalShards() + " shards answered");
    }
  }

  private static OpenSearchStatusException unavailable(String what) {
    return new OpenSearchStatusException(
        "{}: nothing was changed, ask again", RestStatus.SERVICE_UNAVAILABLE, what);
  }

  private void clear(String scrollId) {
    ClearScrollRequest clear = new ClearScrollRequest();
    clear.addScrollId(scrollId);
    NearDuplicateSearch.unparented(client).clearScroll(clear, ActionListener.wrap(() -> {}));
  }
}
