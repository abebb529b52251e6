package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.opensearch.Target.Fingerprint;
import io.github.lucenesimhash.simhash.SimHash;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.action.search.MultiSearchRequest;
import org.opensearch.action.search.MultiSearchResponse;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.fetch.subphase.FetchSourceContext;
import org.opensearch.transport.client.Client;

/**
 * Looks in all shards for the nearest neighbour of each of many documents, after a refresh: all
 * that was acknowledged before is seen. A shard that does not answer is a failure, not a "none".
 */
final class NeighbourLookup {

  private static final int BATCH = 500;

  /**
   * A document of the index that is near.
   *
   * @param group what its mark says, or its id
   */
  record Neighbour(String id, int distance, String group) {}

  private final Client client;
  private final String index;
  private final String field;
  private final DedupBulkRequest request;
  private final List<Integer> places = new ArrayList<>();
  private final List<SearchRequest> searches = new ArrayList<>();
  private final Map<Integer, Neighbour> neighbours = new HashMap<>();
  private final Map<Integer, String> failures = new HashMap<>();

  NeighbourLookup(Client client, String index, String field, DedupBulkRequest request) {
    this.client = client;
    this.index = index;
    this.field = field;
    this.request = request;
  }

  /** Adds a question; a document of this id is no neighbour. */
  void ask(int place, String id, long fingerprint) {
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .query(
                QueryBuilders.boolQuery()
                    .must(
                        new SimHashQueryBuilder(
                            field,
                            new Fingerprint(fingerprint),
                            request.maxDistance(),
                            0,
                            false,
                            null))
                    .mustNot(QueryBuilders.idsQuery().addIds(id)))
            .size(1)
            .trackTotalHits(false)
            .fetchSource(
                request.mark() == null
                    ? FetchSourceContext.DO_NOT_FETCH_SOURCE
                    : new FetchSourceContext(true, new String[] {request.mark()}, null));
    places.add(place);
    searches.add(new SearchRequest(index).source(source).allowPartialSearchResults(false));
  }

  void run() {
    if (places.isEmpty()) {
      return;
    }
    client.admin().indices().prepareRefresh(index).get();
    for (int from = 0; from < searches.size(); from += BATCH) {
      MultiSearchRequest batch = new MultiSearchRequest();
      searches.subList(from, Math.min(from + BATCH, searches.size())).forEach(batch::add);
      MultiSearchResponse.Item[] items = client.multiSearch(batch).actionGet().getResponses();
      for (int i = 0; i < items.length; i++) {
        if (items[i].isFailure()) {
          failures.put(places.get(from + i), "not looked for: " + items[i].getFailureMessage());
        } else if (items[i].getResponse().getHits().getHits().length > 0) {
          neighbours.put(
              places.get(from + i), neighbour(items[i].getResponse().getHits().getAt(0)));
        }
      }
    }
  }

  private Neighbour neighbour(SearchHit hit) {
    Object group =
        request.mark() == null || hit.getSourceAsMap() == null
            ? null
            : hit.getSourceAsMap().get(request.mark());
    int distance = Math.round((1 - hit.getScore()) * SimHash.BITS);
    return new Neighbour(hit.getId(), distance, group == null ? hit.getId() : group.toString());
  }

  /** The nearest, or null. */
  Neighbour neighbour(int place) {
    return neighbours.get(place);
  }

  /** Why it is not known, or null. */
  String failure(int place) {
    return failures.get(place);
  }
}
