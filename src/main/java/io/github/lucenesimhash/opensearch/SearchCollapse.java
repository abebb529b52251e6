package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.CollapsedHits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHits;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.search.SearchResponseSections;
import org.opensearch.common.document.DocumentField;
import org.opensearch.core.common.Strings;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.MediaTypeRegistry;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.ingest.ConfigurationUtils;
import org.opensearch.search.SearchExtBuilder;
import org.opensearch.search.SearchHit;
import org.opensearch.search.SearchHits;
import org.opensearch.search.SearchService;
import org.opensearch.search.aggregations.InternalAggregations;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.internal.InternalSearchResponse;
import org.opensearch.search.pipeline.AbstractProcessor;
import org.opensearch.search.pipeline.PipelineProcessingContext;
import org.opensearch.search.pipeline.Processor;
import org.opensearch.search.pipeline.SearchRequestProcessor;
import org.opensearch.search.pipeline.SearchResponseProcessor;
import org.opensearch.search.profile.SearchProfileShardResults;

/**
 * The search pipeline processors {@code simhash_collapse}: a search's hits without near-duplicates,
 * each of which is shown under the best-ranked hit that it is near to.
 *
 * <pre>
 * {"request_processors": [{"simhash_collapse": {"field": "near", "max_distance": 10, "window": 100}}],
 *  "response_processors": [{"simhash_collapse": {}}]}
 * </pre>
 *
 * <pre>
 * Rule    The first {@code window} hits of the search, over all shards and from rank 0 on, are folded as {@link
 *         CollapsedHits} says; {@code from} and {@code size} count kept hits.
 * Pages   All pages are parts of the one list that the window gives; a page beyond the window is refused.
 * Cost    The hits of the window are fetched, with a fingerprint each; n * n / 2 popcounts on one node.
 * </pre>
 */
final class SearchCollapse {

  static final String NAME = "simhash_collapse";

  /** What the hits folded under another one are shown as. */
  private static final String FOLDED = "near_duplicates";

  private static final int WINDOW = 100;
  private static final int INNER_HITS = 3;

  private SearchCollapse() {}

  /** What the pipeline says, and the page that the search asked for. */
  private record Page(
      String field, int maxDistance, int window, int innerHits, int from, int size) {}

  /** Asks for all hits of the window, and for their fingerprints. */
  static final class Widen extends AbstractProcessor implements SearchRequestProcessor {

    private final String field;
    private final int maxDistance;
    private final int window;
    private final int innerHits;

    Widen(
        Map<String, Processor.Factory<SearchRequestProcessor>> factories,
        String tag,
        String description,
        boolean ignoreFailure,
        Map<String, Object> config,
        Processor.PipelineContext pipeline) {
      super(tag, description, ignoreFailure);
      field = ConfigurationUtils.readStringProperty(NAME, tag, config, "field");
      maxDistance =
          option(config, "max_distance", FingerprintScheme.DEFAULT_DISTANCE, 0, Fingerprint.BITS);
      window = option(config, "window", WINDOW, 1, Integer.MAX_VALUE);
      innerHits = option(config, "inner_hits", INNER_HITS, 0, Integer.MAX_VALUE);
    }

    private int option(Map<String, Object> config, String name, int otherwise, int min, int max) {
      int value = ConfigurationUtils.readIntProperty(NAME, getTag(), config, name, otherwise);
      if (value < min || value > max) {
        String most = max == Integer.MAX_VALUE ? " or more" : " to " + max;
        throw BadRequest.of("[{}] has {} [{}], expected {}{}", NAME, name, value, min, most);
      }
      return value;
    }

    @Override
    public String getType() {
      return NAME;
    }

    @Override
    public SearchRequest processRequest(SearchRequest request) {
      throw new UnsupportedOperationException(NAME);
    }

    @Override
    public SearchRequest processRequest(SearchRequest request, PipelineProcessingContext context) {
      if (context.getAttribute(NAME) != null) {
        throw BadRequest.of("[{}] is twice among the request processors, expected one", NAME);
      }
      SearchSourceBuilder source =
          request.source() == null ? new SearchSourceBuilder() : request.source();
      if (request.scroll() != null || source.searchAfter() != null) {
        throw BadRequest.of(
            "[{}] folds hits under those before them, which [{}] does not have at hand: expected a"
                + " search with [from] and [size]; [search_pipeline] [_none] does not fold",
            NAME,
            request.scroll() != null ? "scroll" : "search_after");
      }
      int from = Math.max(0, source.from());
      int size = source.size() < 0 ? SearchService.DEFAULT_SIZE : source.size();
      if (size > 0 && (long) from + size > window) {
        throw BadRequest.of(
            "from + size is [{}], expected at most the window of [{}], which is [{}]",
            (long) from + size,
            NAME,
            window);
      }
      context.setAttribute(NAME, new Page(field, maxDistance, window, innerHits, from, size));
      if (size > 0) {
        request.source(source.from(0).size(window));
        source.docValueField(field, SimHashFieldType.STAMPED);
      }
      return request;
    }
  }

  /** Folds what was found, and leaves the page that was asked for. */
  static final class Fold extends AbstractProcessor implements SearchResponseProcessor {

    Fold(
        Map<String, Processor.Factory<SearchResponseProcessor>> factories,
        String tag,
        String description,
        boolean ignoreFailure,
        Map<String, Object> config,
        Processor.PipelineContext pipeline) {
      super(tag, description, ignoreFailure);
    }

    @Override
    public String getType() {
      return NAME;
    }

    @Override
    public SearchResponse processResponse(SearchRequest request, SearchResponse response) {
      throw new UnsupportedOperationException(NAME);
    }

    @Override
    public SearchResponse processResponse(
        SearchRequest request, SearchResponse response, PipelineProcessingContext context) {
      if (!(context.getAttribute(NAME) instanceof Page page)) {
        throw BadRequest.of(
            "[{}] is among the response processors only, expected it among the request processors"
                + " too",
            NAME);
      }
      return page.size() == 0 ? response : page(page, response);
    }
  }

  private static SearchResponse page(Page page, SearchResponse response) {
    SearchHits all = response.getHits();
    SearchHit[] hits = all.getHits();
    Map<Integer, Long> fingerprints = fingerprints(page.field(), hits);
    ScoreDoc[] ranked = new ScoreDoc[hits.length];
    for (int rank = 0; rank < hits.length; rank++) {
      ranked[rank] = new ScoreDoc(rank, hits[rank].getScore());
    }
    CollapsedHits collapsed =
        CollapsedHits.of(new TopDocs(all.getTotalHits(), ranked), fingerprints, page.maxDistance());
    int keptCount = collapsed.keptCount();
    List<CollapsedHits.Group> shown =
        collapsed
            .groups()
            .subList(
                Math.min(page.from(), keptCount), Math.min(page.from() + page.size(), keptCount));
    SearchHit[] kept = new SearchHit[shown.size()];
    Object[] collapseValues = all.getCollapseValues() == null ? null : new Object[kept.length];
    int foldedHere = 0;
    for (int i = 0; i < kept.length; i++) {
      CollapsedHits.Group group = shown.get(i);
      kept[i] = hits[group.kept().doc];
      if (collapseValues != null) {
        collapseValues[i] = all.getCollapseValues()[group.kept().doc];
      }
      foldedHere += group.folded().size();
      showFolded(page, group, hits, fingerprints);
    }
    SearchHits onPage =
        new SearchHits(
            kept,
            all.getTotalHits(),
            all.getMaxScore(),
            all.getSortFields(),
            all.getCollapseField(),
            collapseValues);
    boolean isFull =
        hits.length == page.window()
            && !(all.getTotalHits() != null
                && all.getTotalHits().relation() == TotalHits.Relation.EQUAL_TO
                && all.getTotalHits().value() <= hits.length);
    return with(
        response,
        onPage,
        new Report(
            page.field(),
            page.maxDistance(),
            hits.length,
            keptCount,
            collapsed.foldedCount(),
            foldedHere,
            hits.length - fingerprints.size(),
            isFull));
  }

  /** Takes from each hit the fingerprint that {@link Widen} asked for; some hits may have none. */
  private static Map<Integer, Long> fingerprints(String field, SearchHit[] hits) {
    Map<Integer, Long> fingerprints = new HashMap<>();
    String scheme = null;
    int first = 0;
    for (int rank = 0; rank < hits.length; rank++) {
      SearchHit hit = hits[rank];
      DocumentField values = hit.field(field);
      if (values == null || values.getValues().isEmpty()) {
        continue;
      }
      // it is behind what the search itself asked for under the field's name
      List<Object> others = new ArrayList<>(values.getValues());
      String[] stamped = others.removeLast().toString().split(":", 2);
      hit.removeDocumentField(field);
      if (!others.isEmpty()) {
        hit.setDocumentField(field, new DocumentField(field, others));
      }
      if (stamped.length < 2) {
        throw BadRequest.of(
            "[{}] has field [{}], which in index [{}] is not of type [simhash]",
            NAME,
            field,
            hit.getIndex());
      }
      if (scheme == null) {
        scheme = stamped[0];
        first = rank;
      } else if (!scheme.equals(stamped[0])) {
        throw BadRequest.of(
            "field [{}] has fingerprints of scheme [{}] in index [{}] and of [{}] in index [{}],"
                + " which do not compare: search one of them",
            field,
            scheme,
            hits[first].getIndex(),
            stamped[0],
            hit.getIndex());
      }
      fingerprints.put(rank, Fingerprint.parseHex(stamped[1]));
    }
    return fingerprints;
  }

  private static void showFolded(
      Page page, CollapsedHits.Group group, SearchHit[] hits, Map<Integer, Long> fingerprints) {
    if (group.folded().isEmpty()) {
      return;
    }
    SearchHit[] listed = new SearchHit[Math.min(page.innerHits(), group.folded().size())];
    for (int i = 0; i < listed.length; i++) {
      int rank = group.folded().get(i).doc;
      listed[i] = hits[rank];
      String name = page.field() + ".distance";
      Object distance =
          Fingerprint.distance(fingerprints.get(group.kept().doc), fingerprints.get(rank));
      listed[i].setDocumentField(name, new DocumentField(name, List.of(distance)));
    }
    SearchHit kept = hits[group.kept().doc];
    Map<String, SearchHits> inner = new HashMap<>();
    if (kept.getInnerHits() != null) {
      inner.putAll(kept.getInnerHits());
    }
    TotalHits total = new TotalHits(group.folded().size(), TotalHits.Relation.EQUAL_TO);
    inner.put(FOLDED, new SearchHits(listed, total, group.folded().getFirst().score));
    kept.setInnerHits(inner);
  }

  private static SearchResponse with(SearchResponse response, SearchHits hits, Report report) {
    SearchResponseSections old = response.getInternalResponse();
    List<SearchExtBuilder> exts = new ArrayList<>(old.getSearchExtBuilders());
    exts.add(report);
    return new SearchResponse(
        new InternalSearchResponse(
            hits,
            (InternalAggregations) old.aggregations(),
            old.suggest(),
            old.profile().isEmpty() ? null : new SearchProfileShardResults(old.profile()),
            old.timedOut(),
            old.terminatedEarly(),
            old.getNumReducePhases(),
            exts,
            old.getProcessorResult()),
        response.getScrollId(),
        response.getTotalShards(),
        response.getSuccessfulShards(),
        response.getSkippedShards(),
        response.getTook().millis(),
        response.getPhaseTook(),
        response.getShardFailures(),
        response.getClusters(),
        response.pointInTimeId());
  }

  /** What was folded, in the {@code ext} of the answer. */
  static final class Report extends SearchExtBuilder {

    private final Map<String, Object> values;

    Report(
        String field,
        int maxDistance,
        int seen,
        int kept,
        int folded,
        int foldedHere,
        int withoutFingerprint,
        boolean isFull) {
      values = new LinkedHashMap<>();
      values.put("field", field);
      values.put("max_distance", maxDistance);
      values.put("seen", seen);
      values.put("kept", kept);
      values.put("folded", folded);
      values.put("folded_on_page", foldedHere);
      values.put("without_fingerprint", withoutFingerprint);
      values.put("window_exhausted", isFull);
    }

    Report(StreamInput in) throws IOException {
      WireVersion.read(in, "an answer's report", 1);
      values = in.readMap();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      WireVersion.write(out, 1);
      out.writeMap(values);
    }

    @Override
    public String getWriteableName() {
      return NAME;
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
      return builder.field(NAME, values);
    }

    @Override
    public String toString() {
      return Strings.toString(MediaTypeRegistry.JSON, this);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Report that && values.equals(that.values);
    }

    @Override
    public int hashCode() {
      return Objects.hash(NAME, values);
    }
  }
}
