package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.analysis.WinnowingFilterFactory;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.index.IndexModule;
import org.opensearch.index.IndexSettings;
import org.opensearch.index.analysis.TokenFilterFactory;
import org.opensearch.index.codec.AdditionalCodecs;
import org.opensearch.index.mapper.Mapper;
import org.opensearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.opensearch.plugins.AnalysisPlugin;
import org.opensearch.plugins.EnginePlugin;
import org.opensearch.plugins.MapperPlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.plugins.SearchPipelinePlugin;
import org.opensearch.plugins.SearchPlugin;
import org.opensearch.search.DocValueFormat;
import org.opensearch.search.SearchExtBuilder;
import org.opensearch.search.fetch.subphase.highlight.Highlighter;
import org.opensearch.search.pipeline.Processor;
import org.opensearch.search.pipeline.SearchRequestProcessor;
import org.opensearch.search.pipeline.SearchResponseProcessor;

/** All that the plugin adds for its fields and their queries. */
public class SimHashPlugin extends Plugin
    implements MapperPlugin, AnalysisPlugin, SearchPlugin, SearchPipelinePlugin, EnginePlugin {

  @Override
  public Map<String, Mapper.TypeParser> getMappers() {
    return Map.of(
        SimHashFieldType.NAME, SimHashFieldMapper.PARSER,
        CopiedPassagesFieldType.NAME, CopiedPassagesFieldMapper.PARSER);
  }

  @Override
  public Map<String, AnalysisProvider<TokenFilterFactory>> getTokenFilters() {
    return Map.of(WinnowingFilterFactory.NAME, WinnowingTokenFilter::of);
  }

  @Override
  public Map<String, Highlighter> getHighlighters() {
    return Map.of(CopiedPassagesFieldType.NAME, new CopiedPassagesHighlighter());
  }

  @Override
  public void onIndexModule(IndexModule module) {
    FastFormat.check(module.getSettings());
  }

  @Override
  public List<QuerySpec<?>> getQueries() {
    return List.of(
        new QuerySpec<>(
            SimHashQueryBuilder.NAME, SimHashQueryBuilder::new, SimHashQueryBuilder::fromXContent),
        new QuerySpec<>(
            CopiedPassagesFieldType.NAME,
            CopiedPassagesQueryBuilder::new,
            CopiedPassagesQueryBuilder::fromXContent));
  }

  @Override
  public List<RescorerSpec<?>> getRescorers() {
    return List.of(
        new RescorerSpec<>(
            ResemblanceRescorerBuilder.NAME,
            ResemblanceRescorerBuilder::new,
            parser -> ResemblanceRescorerBuilder.PARSER.parse(parser, null)));
  }

  @Override
  public List<NamedWriteableRegistry.Entry> getNamedWriteables() {
    return List.of(
        new NamedWriteableRegistry.Entry(
            DocValueFormat.class, SimHashFieldType.NAME, HexFormat::read),
        new NamedWriteableRegistry.Entry(
            SearchExtBuilder.class, SearchCollapse.NAME, CollapseReport::new));
  }

  @Override
  public Map<String, Processor.Factory<SearchRequestProcessor>> getRequestProcessors(
      SearchPipelinePlugin.Parameters parameters) {
    return Map.of(SearchCollapse.NAME, SearchCollapse.Widen::new);
  }

  @Override
  public Map<String, Processor.Factory<SearchResponseProcessor>> getResponseProcessors(
      SearchPipelinePlugin.Parameters parameters) {
    return Map.of(
        SearchCollapse.NAME,
        (factories, tag, description, ignoreFailure, config, pipeline) ->
            new SearchCollapse.Fold(tag, description));
  }

  @Override
  public Optional<AdditionalCodecs> getAdditionalCodecs(IndexSettings indexSettings) {
    return Optional.of(new FastFormat());
  }
}
