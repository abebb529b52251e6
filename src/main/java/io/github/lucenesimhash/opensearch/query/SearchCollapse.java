package io.github.lucenesimhash.opensearch.query;

import io.github.lucenesimhash.opensearch.field.BadRequest;
import io.github.lucenesimhash.opensearch.field.NearOptions;
import io.github.lucenesimhash.opensearch.field.SimHashFieldType;
import io.github.lucenesimhash.search.CollapsedHits;
import java.util.Map;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.regex.Regex;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.ingest.ConfigurationUtils;
import org.opensearch.search.SearchExtBuilder;
import org.opensearch.search.SearchService;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.pipeline.AbstractProcessor;
import org.opensearch.search.pipeline.PipelineProcessingContext;
import org.opensearch.search.pipeline.Processor;
import org.opensearch.search.pipeline.SearchRequestProcessor;
import org.opensearch.search.pipeline.SearchResponseProcessor;

/**
 * The search pipeline processors {@code simhash_collapse}, which fold near-duplicates among the
 * hits of a search. Each near-duplicate is folded under the best-ranked kept hit that is near.
 *
 * <pre>
 * {"request_processors": [{"simhash_collapse": {"field": "near", "max_distance": 10, "window": 100}}],
 *  "response_processors": [{"simhash_collapse": {}}]}
 * </pre>
 *
 * <pre>
 * Rule    The first {@code window} hits of the search, over all shards and from rank 0 on, are folded by the rule
 *         of {@link CollapsedHits}. {@code from} and {@code size} count kept hits.
 * Pages   All pages are parts of the one list that the window yields. A page beyond the window is rejected.
 * Cost    The n hits of the window are fetched with their fingerprints. One node makes at most n * n / 2 comparisons.
 * </pre>
 */
public final class SearchCollapse {

  static final String NAME = "simhash_collapse";

  private static final int WINDOW = 100;
  private static final int INNER_HITS = 3;

  public static final Map<String, Processor.Factory<SearchRequestProcessor>> REQUEST_PROCESSORS =
      Map.of(NAME, Widen::new);

  public static final Map<String, Processor.Factory<SearchResponseProcessor>> RESPONSE_PROCESSORS =
      Map.of(
          NAME,
          (factories, tag, description, ignoreFailure, config, pipeline) ->
              new Fold(tag, description));

  /** The reader of the report in a message between nodes. */
  public static final NamedWriteableRegistry.Entry REPORT =
      new NamedWriteableRegistry.Entry(SearchExtBuilder.class, NAME, CollapseReport::new);

  private SearchCollapse() {}

  /** Requests all hits of the window, with their fingerprints. */
  static final class Widen extends AbstractProcessor implements SearchRequestProcessor {

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
      if (context.getAttribute(NAME) != null) {
        throw BadRequest.of("[{}] is twice among the request processors, expected one", NAME);
      }
      SearchSourceBuilder source =
          request.source() == null ? new SearchSourceBuilder() : request.source();
      if (request.scroll() != null || source.searchAfter() != null) {
        throw BadRequest.of(
            "[{}] folds hits under earlier hits, which a request with [{}] does not see: expected a"
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
      context.setAttribute(
          NAME, new CollapsedPage(field, options, window, innerHits, from, size, isShown));
      if (size > 0) {
        request.source(source.from(0).size(window));
        if (isShown) {
          source.fetchField(field, SimHashFieldType.STAMPED); // the last format of a field decides
        } else {
          source.docValueField(field, SimHashFieldType.STAMPED);
        }
      }
      return request;
    }
  }

  /** Folds the hits of the window, and leaves the page that the search requests. */
  static final class Fold extends AbstractProcessor implements SearchResponseProcessor {

    Fold(String tag, String description) {
      super(tag, description, false); // an ignored failure would leave the whole window as the page
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
      if (!(context.getAttribute(NAME) instanceof CollapsedPage page)) {
        throw BadRequest.of(
            "[{}] must be once among the request processors and once among the"
                + " response processors",
            NAME);
      }
      context.setAttribute(NAME, NAME); // so that a second fold is rejected
      return page.size() == 0 ? response : page.of(response);
    }
  }
}
