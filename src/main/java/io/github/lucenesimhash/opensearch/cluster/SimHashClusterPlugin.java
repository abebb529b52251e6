package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.opensearch.SimHashPlugin;
import io.github.lucenesimhash.opensearch.cluster.GroupsAction.Request;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
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
import org.opensearch.plugins.ActionPlugin;
import org.opensearch.rest.RestController;
import org.opensearch.rest.RestHandler;
import org.opensearch.tasks.Task;

/** What a node loads: the field and its query, and the requests over all shards of an index. */
public final class SimHashClusterPlugin extends SimHashPlugin implements ActionPlugin {

  @Override
  public List<ActionHandler<? extends ActionRequest, ? extends ActionResponse>> getActions() {
    return List.of(
        new ActionHandler<>(DedupBulkAction.TYPE, DedupBulkAction.class),
        new ActionHandler<>(GroupsAction.TYPE, GroupsAction.Groups.class),
        new ActionHandler<>(GroupsAction.SWEEP, GroupsAction.Sweeps.class));
  }

  @Override
  public List<Setting<?>> getSettings() {
    return List.of(DedupBulkAction.QUEUE_SIZE);
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
        new NearDuplicateRest("bulk", DedupBulkAction.TYPE, DedupBulkAction.Request::new),
        new NearDuplicateRest(
            "groups", GroupsAction.TYPE, rest -> new Request(rest, Request.GROUPS)),
        new NearDuplicateRest(
            "sweep", GroupsAction.SWEEP, rest -> new Request(rest, Request.SWEEP)));
  }

  @Override
  public List<NamedWriteableRegistry.Entry> getNamedWriteables() {
    NamedWriteableRegistry.Entry phase =
        new NamedWriteableRegistry.Entry(
            Task.Status.class, NearDuplicateTask.Phase.NAME, NearDuplicateTask.Phase::read);
    return Stream.concat(super.getNamedWriteables().stream(), Stream.of(phase)).toList();
  }
}
