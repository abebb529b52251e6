package io.github.lucenesimhash.opensearch.cluster;

import static java.util.stream.Collectors.toMap;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.opensearch.cluster.NearDuplicateTask.Work;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.get.GetResponse;
import org.opensearch.action.get.MultiGetItemResponse;
import org.opensearch.action.get.MultiGetRequest;
import org.opensearch.action.search.ClearScrollRequest;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.search.SearchScrollRequest;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.fetch.subphase.FetchSourceContext;

/**
 * A document that has a fingerprint, as it was read.
 *
 * @param rank the lower, the sooner it is kept; of equal ones, the one of the lowest id
 * @param index not an alias
 * @param routing or null; without it, the document cannot be found by its id
 */
record GatheredDocument(
    int rank,
    String index,
    String id,
    String routing,
    long fingerprint,
    long seqNo,
    long primaryTerm) {

  /** What a document takes at most, besides its id: gathered, joined and grouped. */
  private static final int BYTES_PER_DOCUMENT = 200;

  private static final TimeValue KEEP_ALIVE = TimeValue.timeValueMinutes(1);

  private GatheredDocument(SearchHit hit, int rank, String index, String field) {
    this(
        rank,
        index,
        hit.getId(),
        hit.field("_routing") == null ? null : hit.field("_routing").getValue(),
        Fingerprint.parseHex(hit.field(field).getValue()),
        hit.getSeqNo(),
        hit.getPrimaryTerm());
  }

  boolean isUnchanged(GetResponse now) {
    return now.isExists() && now.getSeqNo() == seqNo && now.getPrimaryTerm() == primaryTerm;
  }

  /** Id, index and routing under these names, in a new map. */
  Map<String, Object> shown(String idName, String indexName, String routingName) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put(idName, id);
    shown.put(indexName, index);
    if (routing != null) {
      shown.put(routingName, routing);
    }
    return shown;
  }

  /**
   * The documents of indexes, or those of them that aliases show, in the order in which they are
   * kept. Reads all shards by a scroll, which sees each shard as it was at the first page. An
   * answer that misses a shard ends it. Memory is announced before it is taken.
   */
  static List<GatheredDocument> read(
      Work work,
      GroupsAction.Request request,
      Set<String> indices,
      int pageSize,
      NodeServices.Memory memory) {
    Map<String, String> names = indices.stream().collect(toMap(name -> name, name -> name));
    List<GatheredDocument> documents = new ArrayList<>();
    int rank = 0;
    Object lastSortValue = null;
    SearchResponse page = work.await(client -> client.search(firstPage(request, pageSize)));
    try {
      long total = page.getHits().getTotalHits().value();
      while (page.getHits().getHits().length > 0) {
        check(page);
        for (SearchHit hit : page.getHits().getHits()) {
          String index = names.get(hit.getIndex()); // one string for all
          if (index == null) {
            throw NearDuplicateTask.unavailable(
                "[{}] shows [{}] now too", request.index, hit.getIndex());
          }
          memory.add(BYTES_PER_DOCUMENT + 2L * hit.getId().length());
          Object sortValue = request.keepBy == null ? null : hit.getSortValues()[0];
          rank += Objects.equals(sortValue, lastSortValue) ? 0 : 1;
          lastSortValue = sortValue;
          documents.add(new GatheredDocument(hit, rank, index, request.field));
        }
        work.task().advance("reading", documents.size(), total);
        SearchScrollRequest next = new SearchScrollRequest(page.getScrollId()).scroll(KEEP_ALIVE);
        page = work.await(client -> client.searchScroll(next));
      }
      check(page);
      if (documents.size() != total) {
        throw NearDuplicateTask.unavailable("read {} fingerprints of {}", documents.size(), total);
      }
      documents.sort(
          Comparator.comparingInt(GatheredDocument::rank)
              .thenComparing(GatheredDocument::id)
              .thenComparing(GatheredDocument::index));
      return documents;
    } finally {
      ClearScrollRequest clear = new ClearScrollRequest();
      clear.addScrollId(page.getScrollId());
      work.node().client().clearScroll(clear, ActionListener.noOp());
    }
  }

  private static SearchRequest firstPage(GroupsAction.Request request, int pageSize) {
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .query(QueryBuilders.existsQuery(request.field))
            .size(pageSize)
            .fetchSource(false)
            .docValueField(request.field)
            .seqNoAndPrimaryTerm(true)
            .trackTotalHits(true)
            .sort(request.keepBy == null ? "_doc" : request.keepBy, request.order);
    return new SearchRequest(request.indices())
        .indicesOptions(request.indicesOptions())
        .source(source)
        .scroll(KEEP_ALIVE)
        .allowPartialSearchResults(false);
  }

  private static void check(SearchResponse page) {
    if (page.getFailedShards() > 0 || page.getSuccessfulShards() < page.getTotalShards()) {
      throw NearDuplicateTask.unavailable(
          "{} of {} shards answered", page.getSuccessfulShards(), page.getTotalShards());
    }
  }

  static MultiGetItemResponse[] now(
      Work work,
      List<GatheredDocument> documents,
      Function<GatheredDocument, FetchSourceContext> source) {
    MultiGetRequest request = new MultiGetRequest();
    for (GatheredDocument document : documents) {
      request.add(
          new MultiGetRequest.Item(document.index, document.id)
              .routing(document.routing)
              .fetchSourceContext(source.apply(document)));
    }
    return work.await(client -> client.multiGet(request)).getResponses();
  }

  /** Deletes the document if it is still the one that was read. */
  DeleteRequest delete() {
    return new DeleteRequest(index, id)
        .routing(routing)
        .setIfSeqNo(seqNo)
        .setIfPrimaryTerm(primaryTerm);
  }
}
