package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.search.CollapsedHits;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.opensearch.action.fieldcaps.FieldCapabilities;
import org.opensearch.action.fieldcaps.FieldCapabilitiesRequest;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.regex.Regex;
import org.opensearch.core.action.ActionListener;
import org.opensearch.ingest.ConfigurationUtils;
import org.opensearch.search.SearchService;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.pipeline.AbstractProcessor;
import org.opensearch.search.pipeline.PipelineProcessingContext;
import org.opensearch.search.pipeline.Processor;
import org.opensearch.search.pipeline.SearchRequestProcessor;
import org.opensearch.search.pipeline.SearchResponseProcessor;
import org.opensearch.transport.client.Client;

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
 * Cost    The hits of the window are fetched, with a fingerprint each; n * n / 2 comparisons on one node.
 * </pre>
 */
final class SearchCollapse {

  static final String NAME = "simhash_collapse";

  private static final int WINDOW = 100;
  private static final int INNER_HITS = 3;

  /* Pipelines that have the one processor, and the other, which is made later. */

  private static final Set<Processor.PipelineContext> WIDENING = pipelines();
  private static final Set<Processor.PipelineContext> FOLDING = pipelines();

  private SearchCollapse() {}

  private static Set<Processor.PipelineContext> pipelines() {
    return Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));
  }

  private static void add(
      Processor.PipelineContext pipeline, Set<Processor.PipelineContext> all, String kind) {
    if (!all.add(pipeline)) {
      throw BadRequest.of("[{}] is twice among the {} processors, expected one", NAME, kind);
    }
  }

  private static void requireIn(
      Set<Processor.PipelineContext> all,
      Processor.PipelineContext pipeline,
      String kind,
      String other) {
    if (!all.contains(pipeline)) {
      throw BadRequest.of(
          "[{}] is among the {} processors only, expected it among the {} processors too",
          NAME,
          kind,
          other);
    }
  }

  /** Asks for all hits of the window, and for what they are compared by. */
  static final class Widen extends AbstractProcessor implements SearchRequestProcessor {

    private final Processor.PipelineContext pipeline;
    private final String field;
    private final NearOptions options;
    private final int window;
    private final int innerHits;

    Widen(
        Map<String, Processor.Factory<SearchRequestProcessor>> factories,
        String tag,
        String description,
        boolean ignoreFailure,
        Map<String, Object> config,
        Processor.PipelineContext pipeline) {
      super(tag, description, false); // an ignored failure would leave the whole window as the page
      add(pipeline, WIDENING, "request");
      this.pipeline = pipeline;
      field = ConfigurationUtils.readStringProperty(NAME, tag, config, "field");
      options = NearOptions.of(NearOptions.OF_SEARCHES, config::remove);
      window = option(config, "window", WINDOW, 1);
      innerHits = option(config, "inner_hits", INNER_HITS, 0);
    }

    private int option(Map<String, Object> config, String name, int otherwise, int min) {
      int value = ConfigurationUtils.readIntProperty(NAME, getTag(), config, name, otherwise);
      if (value < min) {
        throw BadRequest.of("[{}] has {} [{}], expected {} or more", NAME, name, value, min);
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
      requireIn(FOLDING, pipeline, "request", "response");
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
      boolean isShown =
          source.fetchFields() != null
              && source.fetchFields().stream()
                  .anyMatch(shown -> Regex.simpleMatch(shown.field, field));
      context.setAttribute(NAME, new CollapsedPage(field, window, innerHits, from, size, isShown));
      if (size > 0) {
        request.source(source.from(0).size(window));
        String format = SimHashFieldType.STAMPED + options.json();
        if (isShown) {
          source.fetchField(field, format); // the last one of a field decides
        } else {
          source.docValueField(field, format);
        }
      }
      return request;
    }
  }

  /** Folds what was found, and leaves the page that was asked for. */
  static final class Fold extends AbstractProcessor implements SearchResponseProcessor {

    private final Client client;

    Fold(String tag, String description, Processor.PipelineContext pipeline, Client client) {
      super(tag, description, false); // an ignored failure would leave the whole window as the page
      this.client = client;
      requireIn(WIDENING, pipeline, "response", "request");
      add(pipeline, FOLDING, "response");
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
    public void processResponseAsync(
        SearchRequest request,
        SearchResponse response,
        PipelineProcessingContext context,
        ActionListener<SearchResponse> listener) {
      CollapsedPage page = (CollapsedPage) context.getAttribute(NAME);
      boolean mayBeMisspelt;
      SearchResponse folded;
      try {
        mayBeMisspelt = page.size() > 0 && !page.hasFingerprints(response);
        folded = page.size() == 0 ? response : page.of(response);
      } catch (RuntimeException e) {
        listener.onFailure(e);
        return;
      }
      String[] indices = CollapsedPage.indices(response);
      if (mayBeMisspelt && indices.length > 0) {
        requireMapped(page.field(), indices, ActionListener.map(listener, known -> folded));
      } else {
        listener.onResponse(folded);
      }
    }

    /** No hit has a fingerprint: the field may be misspelt. Who may not know is not told. */
    private void requireMapped(String field, String[] indices, ActionListener<Void> listener) {
      client.fieldCaps(
          new FieldCapabilitiesRequest().indices(indices).fields(field),
          ActionListener.wrap(
              found -> {
                Map<String, FieldCapabilities> types = found.getField(field);
                if (types != null && types.containsKey(SimHashFieldType.NAME)) {
                  listener.onResponse(null);
                } else {
                  listener.onFailure(
                      BadRequest.of(
                          "[{}] has field [{}], which is {} in {}, expected one of type [simhash]",
                          NAME,
                          field,
                          types == null ? "not in the mapping" : "of type " + types.keySet(),
                          Arrays.asList(indices)));
                }
              },
              e -> listener.onResponse(null)));
    }
  }
}
