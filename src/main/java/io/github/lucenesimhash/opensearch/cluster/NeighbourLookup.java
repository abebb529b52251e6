package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.opensearch.SimHashQueryBuilder;
import io.github.lucenesimhash.opensearch.cluster.NearDuplicateTask.Work;
import io.github.lucenesimhash.opensearch.cluster.NeighbourLookup.Neighbour;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import org.opensearch.ExceptionsHelper;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.admin.indices.refresh.RefreshResponse;
import org.opensearch.action.search.MultiSearchRequest;
import org.opensearch.action.search.MultiSearchResponse;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.routing.Preference;
import org.opensearch.common.UUIDs;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.index.IndexSettings;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.indices.replication.common.ReplicationType;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.fetch.subphase.FetchSourceContext;

/**
 * Looks in all shards for the neighbours of many documents, after a refresh: all that was
 * acknowledged before is seen. What the index or alias of the request does not show is not found. A
 * shard that does not answer fails the item, and is not a "none". The nearest come first, in pages
 * that grow, up to the index's result window.
 *
 * @param source what is read of a neighbour
 * @param isLast takes the neighbours of an item, the nearest first and some twice, until it is true
 */
record NeighbourLookup(
    Work work,
    DedupBulkAction.Request request,
    IndexMetadata index,
    FetchSourceContext source,
    BiPredicate<BulkItem, Neighbour> isLast) {

  private static final int FIRST_PAGE = 3;
  private static final int MAX_PAGE = 1_000;

  /** A document that is near, with the part of its source that was asked for, or null. */
  record Neighbour(String id, int distance, Map<String, Object> source) {}

  private final class Question {

    final BulkItem item;

    /**
     * All pages come from the same copies of shards, which have one order; from primaries where a
     * refresh does not bring replicas up to date, since they copy segments.
     */
    final String preference =
        IndexMetadata.INDEX_REPLICATION_TYPE_SETTING.get(index.getSettings())
                == ReplicationType.SEGMENT
            ? Preference.PRIMARY.type()
            : "random" + UUIDs.randomBase64UUID();

    final int window = IndexSettings.MAX_RESULT_WINDOW_SETTING.get(index.getSettings());
    int from;
    int size = FIRST_PAGE;

    Question(BulkItem item) {
      this.item = item;
    }

    SearchRequest search() {
      SearchSourceBuilder page =
          new SearchSourceBuilder()
              .query(
                  QueryBuilders.boolQuery()
                      .must(
                          SimHashQueryBuilder.within(
                              request.field, item.fingerprint.getAsLong(), request.maxDistance))
                      .mustNot(QueryBuilders.idsQuery().addIds(item.id())))
              .from(from)
              .size(Math.min(size, window - from))
              .trackTotalHits(false)
              .docValueField(request.field)
              .fetchSource(source);
      SearchRequest search =
          new SearchRequest(request.index)
              .source(page)
              .preference(preference)
              .allowPartialSearchResults(false);
      search.setCancelAfterTimeInterval(work.task().timeLeft());
      return search;
    }

    /** True if there may be more to see. */
    boolean take(MultiSearchResponse.Item answer) {
      if (answer.isFailure()) {
        item.fail(unseen(answer.getFailure()));
        return false;
      }
      SearchHit[] hits = answer.getResponse().getHits().getHits();
      for (SearchHit hit : hits) {
        // not by the score, which a security plugin's clause may add to
        long found = Fingerprint.parseHex(hit.field(request.field).getValue());
        int distance = Fingerprint.distance(found, item.fingerprint.getAsLong());
        if (isLast.test(item, new Neighbour(hit.getId(), distance, hit.getSourceAsMap()))) {
          return false;
        }
      }
      boolean isFull = hits.length == size;
      from = size == FIRST_PAGE ? 0 : from + size; // what follows a small page may have moved
      size = Math.min(10 * size, MAX_PAGE);
      return isFull && from < window;
    }
  }

  void run(List<BulkItem> items) {
    Deque<Question> open = new ArrayDeque<>();
    items.stream()
        .filter(item -> item.fingerprint.isPresent())
        .forEach(item -> open.add(new Question(item)));
    if (open.isEmpty()) {
      return;
    }
    try {
      work.persistently(this::refresh);
      while (!open.isEmpty()) {
        search(open);
      }
    } catch (IOException | RuntimeException e) {
      throw unseen(e);
    }
  }

  private RefreshResponse refresh() {
    RefreshResponse refreshed = work.refresh(request.index);
    if (refreshed.getFailedShards() > 0) {
      throw new OpenSearchStatusException(
          "{} copies of shards cannot be refreshed: {}",
          RestStatus.SERVICE_UNAVAILABLE,
          refreshed.getFailedShards(),
          refreshed.getShardFailures()[0].reason());
    }
    return refreshed;
  }

  /** The next page of as many as fit into one request; those that go on are last then. */
  private void search(Deque<Question> open) throws IOException {
    List<Question> batch = new ArrayList<>();
    MultiSearchRequest searches = new MultiSearchRequest();
    for (int hits = 0; !open.isEmpty() && hits < MAX_PAGE; hits += batch.getLast().size) {
      batch.add(open.remove());
      searches.add(batch.getLast().search());
    }
    MultiSearchResponse found = work.persistently(() -> answers(searches));
    for (int i = 0; i < batch.size(); i++) {
      if (batch.get(i).take(found.getResponses()[i])) {
        open.add(batch.get(i));
      }
    }
  }

  /** Fails with the first shard that has gone. */
  private MultiSearchResponse answers(MultiSearchRequest searches) {
    MultiSearchResponse found = work.await(client -> client.multiSearch(searches));
    for (MultiSearchResponse.Item answer : found) {
      if (answer.isFailure() && ExceptionsHelper.status(answer.getFailure()).getStatus() >= 500) {
        throw unseen(answer.getFailure());
      }
    }
    return found;
  }

  /** What the shards' side cannot do now is to be asked again. */
  private static OpenSearchStatusException unseen(Exception reason) {
    RestStatus status = ExceptionsHelper.status(reason);
    return new OpenSearchStatusException(
        "not looked for: {}",
        status.getStatus() < 500 ? status : RestStatus.SERVICE_UNAVAILABLE,
        reason,
        ExceptionsHelper.summaryMessage(reason));
  }
}
