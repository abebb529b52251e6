package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.opensearch.SimHashQueryBuilder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
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
  private static final int SECOND_PAGE = 30;
  private static final int MAX_PAGE = 1_000;

  /**
   * A document that is near.
   *
   * @param source the part that was asked for, or null
   */
  record Neighbour(String id, int distance, Map<String, Object> source) {}

  /** What is looked for, and how far. */
  private final class Question {

    final String id;
    final long fingerprint;
    final Predicate<Neighbour> isLast;
    final Consumer<Exception> onFailure;
    int from;
    int size = FIRST_PAGE;

    /** All pages but the first come from the same copies of shards, which have one order. */
    String preference = copies;

    Question(
        String id, long fingerprint, Predicate<Neighbour> isLast, Consumer<Exception> onFailure) {
      this.id = id;
      this.fingerprint = fingerprint;
      this.isLast = isLast;
      this.onFailure = onFailure;
    }

    SearchRequest search() {
      SearchSourceBuilder page =
          new SearchSourceBuilder()
              .query(
                  QueryBuilders.boolQuery()
                      .must(SimHashQueryBuilder.within(field, fingerprint, maxDistance))
                      .mustNot(QueryBuilders.idsQuery().addIds(id)))
              .from(from)
              .size(Math.min(size, window - from))
              .trackTotalHits(false)
              .fetchSource(source);
      return new SearchRequest(index)
          .source(page)
          .preference(preference)
          .allowPartialSearchResults(false);
    }

    /** True if there may be more to see. */
    boolean take(SearchHit[] hits) {
      for (SearchHit hit : hits) {
        int distance = Math.round((1 - hit.getScore()) * Fingerprint.BITS);
        if (isLast.test(new Neighbour(hit.getId(), distance, hit.getSourceAsMap()))) {
          return false;
        }
      }
      boolean isFull = hits.length == size;
      if (size == FIRST_PAGE) {
        preference = copies == null ? UUIDs.randomBase64UUID() : copies;
        size = SECOND_PAGE;
      } else {
        from += size;
        size = Math.min(10 * size, MAX_PAGE);
      }
      return isFull && from < window;
    }
  }

  private final DedupBulkTask.Work work;
  private final String index;
  private final String field;
  private final int maxDistance;
  private final int window;
  private final FetchSourceContext source;

  /** Primaries where a refresh does not bring the replicas up to date; null for any. */
  private final String copies;

  private final Deque<Question> open = new ArrayDeque<>();

  /**
   * @param request names an index or an alias: what that does not show is not found
   * @param source of a neighbour
   */
  NeighbourLookup(
      DedupBulkTask.Work work,
      DedupBulkRequest request,
      String field,
      IndexMetadata metadata,
      FetchSourceContext source) {
    this.work = work;
    index = request.index;
    this.field = field;
    maxDistance = request.maxDistance;
    window = IndexSettings.MAX_RESULT_WINDOW_SETTING.get(metadata.getSettings());
    this.source = source;
    copies =
        IndexMetadata.INDEX_REPLICATION_TYPE_SETTING.get(metadata.getSettings())
                == ReplicationType.SEGMENT
            ? Preference.PRIMARY.type()
            : null;
  }

  /**
   * Adds a question.
   *
   * @param id no neighbour
   * @param isLast takes the neighbours, the nearest first and some of them twice, until it is true
   * @param onFailure called if not all of them could be found
   */
  void ask(
      String id, long fingerprint, Predicate<Neighbour> isLast, Consumer<Exception> onFailure) {
    open.add(new Question(id, fingerprint, isLast, onFailure));
  }

  /** Answers all questions, then the listener. */
  void run(ActionListener<Void> listener) {
    if (open.isEmpty()) {
      listener.onResponse(null);
    } else {
      work.refresh(
          index,
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
        question.onFailure.accept(unseen(found[i].getFailure()));
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
