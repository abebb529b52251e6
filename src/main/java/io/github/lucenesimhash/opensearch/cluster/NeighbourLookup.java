package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.opensearch.SimHashQueryBuilder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import org.opensearch.ExceptionsHelper;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.search.MultiSearchRequest;
import org.opensearch.action.search.MultiSearchResponse;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.routing.Preference;
import org.opensearch.common.UUIDs;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.index.IndexSettings;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.indices.replication.common.ReplicationType;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.fetch.subphase.FetchSourceContext;

/**
 * Looks in all shards for the neighbours of many documents, after a refresh: all that was
 * acknowledged before is seen. A shard that does not answer is a failure, not a "none". The nearest
 * come first, in pages that grow, up to the index's result window.
 */
final class NeighbourLookup {

  private static final int FIRST_PAGE = 3;
  private static final int MAX_PAGE = 1_000;

  /** A document that is near, with the part of its source that was asked for, or null. */
  record Neighbour(String id, int distance, Map<String, Object> source) {}

  /** The search for one item's neighbours, and the page it is at. */
  private final class Question {

    final BulkItem item;

    /** All pages come from the same copies of shards, which have one order. */
    final String preference = copies == null ? "random" + UUIDs.randomBase64UUID() : copies;

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
                              field, item.fingerprint.getAsLong(), request.maxDistance))
                      .mustNot(QueryBuilders.idsQuery().addIds(item.id())))
              .from(from)
              .size(Math.min(size, window - from))
              .trackTotalHits(false)
              .fetchSource(source);
      return new SearchRequest(request.index)
          .source(page)
          .preference(preference)
          .allowPartialSearchResults(false);
    }

    /** True if there may be more to see. */
    boolean take(SearchHit[] hits) {
      for (SearchHit hit : hits) {
        int distance = Math.round((1 - hit.getScore()) * Fingerprint.BITS);
        if (isLast.test(item, new Neighbour(hit.getId(), distance, hit.getSourceAsMap()))) {
          return false;
        }
      }
      boolean isFull = hits.length == size;
      from += size;
      size = Math.min(10 * size, MAX_PAGE);
      return isFull && from < window;
    }
  }

  private final DedupBulkTask.Work work;
  private final DedupBulkAction.Request request;
  private final String field;
  private final int window;
  private final FetchSourceContext source;
  private final BiPredicate<BulkItem, Neighbour> isLast;
  private final BiConsumer<BulkItem, Exception> onFailure;

  /** Primaries where a refresh does not bring the replicas up to date; null for any. */
  private final String copies;

  private final Deque<Question> open = new ArrayDeque<>();

  /**
   * What the index or alias of the request does not show is not found.
   *
   * @param isLast takes the neighbours of an item, the nearest first, until it is true
   * @param onFailure called if not all neighbours of an item could be found
   */
  NeighbourLookup(
      DedupBulkTask.Work work,
      DedupBulkAction.Request request,
      String field,
      IndexMetadata index,
      FetchSourceContext source,
      BiPredicate<BulkItem, Neighbour> isLast,
      BiConsumer<BulkItem, Exception> onFailure) {
    this.work = work;
    this.request = request;
    this.field = field;
    this.source = source;
    this.isLast = isLast;
    this.onFailure = onFailure;
    window = IndexSettings.MAX_RESULT_WINDOW_SETTING.get(index.getSettings());
    ReplicationType replication =
        IndexMetadata.INDEX_REPLICATION_TYPE_SETTING.get(index.getSettings());
    copies = replication == ReplicationType.SEGMENT ? Preference.PRIMARY.type() : null;
  }

  /** Looks for the neighbours of these items, then answers. */
  void run(List<BulkItem> items, ActionListener<Void> listener) {
    items.stream()
        .filter(item -> item.fingerprint.isPresent())
        .map(Question::new)
        .forEach(open::add);
    if (open.isEmpty()) {
      listener.onResponse(null);
    } else {
      work.refresh(
          request.index,
          ActionListener.wrap(refreshed -> next(listener), e -> listener.onFailure(unseen(e))));
    }
  }

  private void next(ActionListener<Void> listener) {
    if (open.isEmpty()) {
      listener.onResponse(null);
      return;
    }
    List<Question> batch = new ArrayList<>();
    MultiSearchRequest searches = new MultiSearchRequest();
    for (int hits = 0; !open.isEmpty() && hits < MAX_PAGE; hits += batch.getLast().size) {
      batch.add(open.remove());
      searches.add(batch.getLast().search());
    }
    work.search(
        searches,
        ActionListener.wrap(
            found -> {
              take(batch, found.getResponses());
              next(listener);
            },
            e -> listener.onFailure(unseen(e))));
  }

  private void take(List<Question> batch, MultiSearchResponse.Item[] found) {
    for (int i = 0; i < found.length; i++) {
      Question question = batch.get(i);
      if (found[i].isFailure()) {
        onFailure.accept(question.item, unseen(found[i].getFailure()));
      } else if (question.take(found[i].getResponse().getHits().getHits())) {
        open.add(question);
      }
    }
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
