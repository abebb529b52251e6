package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.opensearch.field.FastFormat;
import io.github.lucenesimhash.opensearch.field.SimHashFieldMapper;
import io.github.lucenesimhash.opensearch.field.SimHashFieldType;
import io.github.lucenesimhash.opensearch.groups.GroupsAction;
import io.github.lucenesimhash.opensearch.ingest.DedupProcessor;
import io.github.lucenesimhash.opensearch.ingest.UpsertIds;
import io.github.lucenesimhash.opensearch.passages.CopiedPassagesFieldMapper;
import io.github.lucenesimhash.opensearch.passages.CopiedPassagesHighlighter;
import io.github.lucenesimhash.opensearch.passages.CopiedPassagesQueryBuilder;
import io.github.lucenesimhash.opensearch.query.SearchCollapse;
import io.github.lucenesimhash.opensearch.query.SimHashQueryBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.support.ActionFilter;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.node.DiscoveryNodes;
import org.opensearch.common.settings.ClusterSettings;
import org.opensearch.common.settings.IndexScopedSettings;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.settings.SettingsFilter;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.index.IndexModule;
import org.opensearch.index.IndexSettings;
import org.opensearch.index.codec.AdditionalCodecs;
import org.opensearch.index.mapper.Mapper;
import org.opensearch.plugins.ActionPlugin;
import org.opensearch.plugins.EnginePlugin;
import org.opensearch.plugins.IngestPlugin;
import org.opensearch.plugins.MapperPlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.plugins.SearchPipelinePlugin;
import org.opensearch.plugins.SearchPlugin;
import org.opensearch.rest.RestController;
import org.opensearch.rest.RestHandler;
import org.opensearch.search.fetch.subphase.highlight.Highlighter;
import org.opensearch.search.pipeline.Processor;
import org.opensearch.search.pipeline.SearchRequestProcessor;
import org.opensearch.search.pipeline.SearchResponseProcessor;
import org.opensearch.threadpool.ExecutorBuilder;

/** Registers the field types, queries, processors and actions of this plugin with a node. */
public final class SimHashPlugin extends Plugin
    implements ActionPlugin,
        EnginePlugin,
        IngestPlugin,
        MapperPlugin,
        SearchPipelinePlugin,
        SearchPlugin {

  @Override
  public Map<String, Mapper.TypeParser> getMappers() {
    return Map.of(
        SimHashFieldType.NAME, SimHashFieldMapper.PARSER,
        CopiedPassagesFieldMapper.NAME, CopiedPassagesFieldMapper.PARSER);
  }

  @Override
  public Map<String, Highlighter> getHighlighters() {
    return Map.of(CopiedPassagesFieldMapper.NAME, new CopiedPassagesHighlighter());
  }

  @Override
  public void onIndexModule(IndexModule module) {
    FastFormat.check(module.getSettings());
  }

  @Override
  public Optional<AdditionalCodecs> getAdditionalCodecs(IndexSettings indexSettings) {
    return Optional.of(new FastFormat());
  }

  @Override
  public List<QuerySpec<?>> getQueries() {
    return List.of(SimHashQueryBuilder.SPEC, CopiedPassagesQueryBuilder.SPEC);
  }

  @Override
  public List<NamedWriteableRegistry.Entry> getNamedWriteables() {
    return List.of(SimHashFieldType.FORMAT, SearchCollapse.REPORT);
  }

  @Override
  public Map<String, Processor.Factory<SearchRequestProcessor>> getRequestProcessors(
      SearchPipelinePlugin.Parameters parameters) {
    return SearchCollapse.REQUEST_PROCESSORS;
  }

  @Override
  public Map<String, Processor.Factory<SearchResponseProcessor>> getResponseProcessors(
      SearchPipelinePlugin.Parameters parameters) {
    return SearchCollapse.RESPONSE_PROCESSORS;
  }

  @Override
  public Map<String, org.opensearch.ingest.Processor.Factory> getProcessors(
      org.opensearch.ingest.Processor.Parameters parameters) {
    return Map.of(DedupProcessor.NAME, DedupProcessor.factory(parameters));
  }

  @Override
  public List<ActionHandler<? extends ActionRequest, ? extends ActionResponse>> getActions() {
    return GroupsAction.HANDLERS;
  }

  @Override
  public List<ActionFilter> getActionFilters() {
    return List.of(new UpsertIds());
  }

  @Override
  public List<ExecutorBuilder<?>> getExecutorBuilders(Settings settings) {
    return List.of(GroupsAction.pool(settings));
  }

  @Override
  public List<RestHandler> getRestHandlers(
      Settings settings,
      RestController controller,
      ClusterSettings clusterSettings,
      IndexScopedSettings indexSettings,
      SettingsFilter settingsFilter,
      IndexNameExpressionResolver names,
      Supplier<DiscoveryNodes> nodes) {
    return GroupsAction.REQUESTS;
  }
}
