package io.github.lucenesimhash.opensearch.groups;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.opensearch.field.BadRequest;
import io.github.lucenesimhash.opensearch.groups.NearDuplicateTask.Work;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.apache.lucene.util.ArrayUtil;
import org.opensearch.action.search.ClearScrollRequest;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.search.SearchScrollRequest;
import org.opensearch.cluster.routing.Preference;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.pipeline.SearchPipelineService;

/**
 * Reads the fingerprints of all documents of indexes, or of the documents that aliases show. Every
 * page shows each shard as it was at the first page. An answer that misses a shard ends the scroll.
 *
 * @param work the task that reads
 * @param request the request
 * @param indices the names of the indexes that the request compares
 * @param pageSize the number of documents in a page, which all indexes allow
 */
record Scroll(Work work, GroupsRequest request, Set<String> indices, int pageSize) {

  private static final TimeValue KEEP_ALIVE = TimeValue.timeValueMinutes(1);

  /**
   * Reads the fingerprints and versions of the documents, in the order of the request.
   *
   * @param expected the receiver of the number of documents, called before the first document
   * @param each the receiver of the documents
   */
  void read(IntConsumer expected, Consumer<SearchHit> each) {
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .query(QueryBuilders.existsQuery(request.field))
            .size(pageSize)
            .fetchSource(false)
            .docValueField(request.field)
            .seqNoAndPrimaryTerm(true)
            .sort(request.keepBy == null ? "_doc" : request.keepBy, request.order())
            .trackTotalHits(true);
    SearchRequest first =
        new SearchRequest(request.indices())
            .indicesOptions(request.indicesOptions())
            .source(source)
            .scroll(KEEP_ALIVE)
            .preference(Preference.PRIMARY_FIRST.type()) // replicas may show a refresh later
            .pipeline(SearchPipelineService.NOOP_PIPELINE_ID)
            .allowPartialSearchResults(false);
    SearchResponse page = work.await(client -> client.search(first));
    try {
      long all = page.getHits().getTotalHits().value();
      if (all > ArrayUtil.MAX_ARRAY_LENGTH) {
        throw BadRequest.of(
            "[{}] has [{}] fingerprints, expected at most 2^31", request.index, all);
      }
      int total = (int) all;
      expected.accept(total);
      int done = 0;
      while (page.getHits().getHits().length > 0) {
        check(page);
        for (SearchHit hit : page.getHits().getHits()) {
          if (!indices.contains(hit.getIndex())) {
            throw NearDuplicateTask.unavailable(
                "[{}] now includes index [{}] too", request.index, hit.getIndex());
          }
          each.accept(hit);
        }
        done += page.getHits().getHits().length;
        work.task().advance("reading", done, total);
        SearchScrollRequest next = new SearchScrollRequest(page.getScrollId()).scroll(KEEP_ALIVE);
        page = work.await(client -> client.searchScroll(next));
      }
      check(page);
      if (done != total) {
        throw NearDuplicateTask.unavailable("read {} fingerprints of {}", done, total);
      }
    } finally {
      ClearScrollRequest clear = new ClearScrollRequest();
      clear.addScrollId(page.getScrollId());
      work.node().client().clearScroll(clear, ActionListener.noOp());
    }
  }

  /** {@return the fingerprint of a document that was read} */
  Fingerprint fingerprint(SearchHit hit) {
    return Fingerprint.parse("0x" + hit.field(request.field).getValue());
  }

  private static void check(SearchResponse page) {
    if (page.getFailedShards() > 0 || page.getSuccessfulShards() < page.getTotalShards()) {
      throw NearDuplicateTask.unavailable(
          "{} of {} shards answered", page.getSuccessfulShards(), page.getTotalShards());
    }
  }
}
