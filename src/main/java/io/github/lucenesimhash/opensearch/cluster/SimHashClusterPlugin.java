package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.opensearch.SimHashPlugin;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.opensearch.action.ActionRequest;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.node.DiscoveryNodes;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.settings.ClusterSettings;
import org.opensearch.common.settings.IndexScopedSettings;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.settings.SettingsFilter;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.env.Environment;
import org.opensearch.env.NodeEnvironment;
import org.opensearch.ingest.Processor;
import org.opensearch.plugins.ActionPlugin;
import org.opensearch.plugins.IngestPlugin;
import org.opensearch.repositories.RepositoriesService;
import org.opensearch.rest.RestController;
import org.opensearch.rest.RestHandler;
import org.opensearch.script.ScriptService;
import org.opensearch.threadpool.ExecutorBuilder;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.client.Client;
import org.opensearch.watcher.ResourceWatcherService;

/** Brings a node the field and its queries, the ingest processor, groups and sweeps. */
public final class SimHashClusterPlugin extends SimHashPlugin
    implements ActionPlugin, IngestPlugin {

  private final DedupProcessor.Node dedup = new DedupProcessor.Node();

  @Override
  public List<ActionHandler<? extends ActionRequest, ? extends ActionResponse>> getActions() {
    return List.of(
        new ActionHandler<>(GroupsAction.TYPE, GroupsAction.Groups.class),
        new ActionHandler<>(GroupsAction.SWEEP, GroupsAction.Sweeps.class));
  }

  @Override
  public List<ExecutorBuilder<?>> getExecutorBuilders(Settings settings) {
    return List.of(GroupsAction.pool(settings));
  }

  @Override
  public Collection<Object> createComponents(
      Client client,
      ClusterService cluster,
      ThreadPool threads,
      ResourceWatcherService watcher,
      ScriptService scripts,
      NamedXContentRegistry contents,
      Environment environment,
      NodeEnvironment node,
      NamedWriteableRegistry writeables,
      IndexNameExpressionResolver names,
      Supplier<RepositoriesService> repositories) {
    dedup.cluster = cluster;
    dedup.names = names;
    return List.of();
  }

  @Override
  public Map<String, Processor.Factory> getProcessors(Processor.Parameters parameters) {
    return Map.of(DedupProcessor.NAME, dedup.factory(parameters));
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
    return List.of(
        new GroupsRequest.Rest("groups", GroupsAction.TYPE, GroupsRequest.GROUPS),
        new GroupsRequest.Rest("sweep", GroupsAction.SWEEP, GroupsRequest.SWEEP));
  }
}
