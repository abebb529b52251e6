package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.opensearch.cluster.ClusterActions;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.opensearch.action.ActionRequest;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.node.DiscoveryNodes;
import org.opensearch.common.settings.ClusterSettings;
import org.opensearch.common.settings.IndexScopedSettings;
import org.opensearch.common.settings.Setting;
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
import org.opensearch.plugins.MapperPlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.plugins.ScriptPlugin;
import org.opensearch.plugins.SearchPlugin;
import org.opensearch.rest.RestController;
import org.opensearch.rest.RestHandler;
import org.opensearch.script.ScriptContext;
import org.opensearch.script.ScriptEngine;
import org.opensearch.search.DocValueFormat;

/** What a node loads: the list of all that the plugin adds. */
public final class SimHashPlugin extends Plugin
    implements MapperPlugin, SearchPlugin, ScriptPlugin, EnginePlugin, ActionPlugin {

  /** For the node. */
  public SimHashPlugin() {}

  @Override
  public Map<String, Mapper.TypeParser> getMappers() {
    return Map.of(SimHashFieldType.NAME, SimHashFieldMapper.PARSER);
  }

  @Override
  public void onIndexModule(IndexModule module) {
    module.addSearchOperationListener(new NearestInShard.AliasFilters());
  }

  @Override
  public List<QuerySpec<?>> getQueries() {
    return List.of(
        new QuerySpec<>(
            SimHashQueryBuilder.NAME, SimHashQueryBuilder::new, SimHashQueryBuilder::fromXContent));
  }

  @Override
  public List<RescorerSpec<?>> getRescorers() {
    return List.of(
        new RescorerSpec<>(
            ResemblanceRescorerBuilder.NAME,
            ResemblanceRescorerBuilder::new,
            ResemblanceRescorerBuilder::fromXContent));
  }

  @Override
  public List<NamedWriteableRegistry.Entry> getNamedWriteables() {
    return List.of(
        new NamedWriteableRegistry.Entry(
            DocValueFormat.class, SimHashFieldType.NAME, SimHashFieldType.HexFormat::new),
        ClusterActions.progress());
  }

  @Override
  public List<ActionHandler<? extends ActionRequest, ? extends ActionResponse>> getActions() {
    return ClusterActions.actions();
  }

  @Override
  public List<Setting<?>> getSettings() {
    return ClusterActions.settings();
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
    return ClusterActions.restHandlers();
  }

  @Override
  public ScriptEngine getScriptEngine(Settings settings, Collection<ScriptContext<?>> contexts) {
    return new DistanceScripts();
  }

  @Override
  public Optional<AdditionalCodecs> getAdditionalCodecs(IndexSettings indexSettings) {
    return Optional.of(new FastFormat());
  }
}
