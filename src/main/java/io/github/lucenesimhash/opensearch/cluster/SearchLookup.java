package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.opensearch.SimHashQueryBuilder;
import io.github.lucenesimhash.opensearch.cluster.NearDuplicateTask.Work;
import io.github.lucenesimhash.opensearch.cluster.NearestHits.Place;
import io.github.lucenesimhash.opensearch.cluster.ShardQuestions.Answers;
import io.github.lucenesimhash.opensearch.cluster.ShardQuestions.Hit;
import io.github.lucenesimhash.opensearch.cluster.ShardQuestions.Page;
import io.github.lucenesimhash.opensearch.cluster.ShardQuestions.Question;
import io.github.lucenesimhash.opensearch.cluster.ShardQuestions.Terms;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.admin.indices.refresh.RefreshResponse;
import org.opensearch.action.search.MultiSearchRequest;
import org.opensearch.action.search.MultiSearchResponse;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.cluster.routing.Preference;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.index.seqno.SequenceNumbers;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.pipeline.SearchPipelineService;

/**
 * Asks a shard by a search for each question, while an upgrade is under way: its node's plugin is
 * older, and does not know {@link ShardLookup}.
 */
record SearchLookup(Work work, String index, int window) {

  private static final int MAX_HITS = 1_000; // of one request

  Answers ask(ShardQuestions asked) {
    if (asked.harmless != null) {
      RefreshResponse refreshed = work.refresh(index);
      if (refreshed.getFailedShards() > 0) {
        throw new OpenSearchStatusException(
            "{} copies of shards cannot be refreshed: {}",
            RestStatus.SERVICE_UNAVAILABLE,
            refreshed.getFailedShards(),
            refreshed.getShardFailures()[0].reason());
      }
    }
    int together = Math.max(1, MAX_HITS / asked.terms.pageSize());
    List<Page> pages = new ArrayList<>();
    while (pages.size() < asked.questions.size()) {
      MultiSearchRequest searches = new MultiSearchRequest();
      int end = Math.min(pages.size() + together, asked.questions.size());
      asked.questions.subList(pages.size(), end).stream()
          .map(question -> search(asked, question))
          .forEach(searches::add);
      for (MultiSearchResponse.Item item : work.await(client -> client.multiSearch(searches))) {
        pages.add(page(item, asked.questions.get(pages.size()), asked.terms));
      }
    }
    return new Answers(SequenceNumbers.NO_OPS_PERFORMED, pages);
  }

  private SearchRequest search(ShardQuestions asked, Question question) {
    Terms terms = asked.terms;
    SearchSourceBuilder page =
        new SearchSourceBuilder()
            .query(
                SimHashQueryBuilder.within(
                    terms.field(), question.fingerprint(), terms.maxDistance()))
            .size(size(question, terms))
            .trackTotalHits(false)
            .seqNoAndPrimaryTerm(true)
            .docValueField(terms.field())
            .fetchSource(terms.source());
    SearchRequest search =
        new SearchRequest(index)
            .source(page)
            .preference("_shards:" + asked.shard.id() + "|" + Preference.PRIMARY.type())
            .pipeline(SearchPipelineService.NOOP_PIPELINE_ID)
            .allowPartialSearchResults(false);
    search.setCancelAfterTimeInterval(work.task().timeLeft());
    return search;
  }

  private static boolean isFirst(Question question) {
    return question.after().equals(Place.START);
  }

  /** After the first page all are asked for at once, since hits may not come by their places. */
  private int size(Question question, Terms terms) {
    return isFirst(question) ? Math.min(window, terms.pageSize()) : window;
  }

  private Page page(MultiSearchResponse.Item item, Question question, Terms terms) {
    if (item.isFailure()) {
      throw new OpenSearchStatusException(
          "a shard cannot be searched", RestStatus.SERVICE_UNAVAILABLE, item.getFailure());
    }
    SearchHit[] found = item.getResponse().getHits().getHits();
    List<Hit> hits = new ArrayList<>();
    for (SearchHit hit : found) {
      // not by the score, which a security plugin's clause may add to
      long near = Fingerprint.parseHex(hit.field(terms.field()).getValue());
      int distance = Fingerprint.distance(near, question.fingerprint());
      hits.add(new Hit(hit.getId(), new Place(distance, hit.getSeqNo()), hit.getSourceRef()));
    }
    hits.sort(Comparator.comparing(Hit::place));
    return new Page(hits, isFirst(question) && found.length == size(question, terms));
  }
}
