package io.github.lucenesimhash.opensearch.cluster;

import java.util.List;
import org.opensearch.action.ActionRequest;
import org.opensearch.common.settings.Setting;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.plugins.ActionPlugin.ActionHandler;
import org.opensearch.rest.RestHandler;
import org.opensearch.tasks.Task;

/** What the plugin adds for requests over all shards of an index. */
public final class ClusterActions {

  private ClusterActions() {}

  /** The requests' transport actions. */
  public static List<ActionHandler<? extends ActionRequest, ? extends ActionResponse>> actions() {
    return List.of(
        new ActionHandler<>(GroupsAction.TYPE, GroupsAction.Groups.class),
        new ActionHandler<>(GroupsAction.SWEEP, GroupsAction.Sweeps.class),
        new ActionHandler<>(DedupBulkAction.TYPE, DedupBulkAction.class));
  }

  /** The requests' paths. */
  public static List<RestHandler> restHandlers() {
    return NearDuplicateRest.all();
  }

  /** The node's settings. */
  public static List<Setting<?>> settings() {
    return List.of(DedupBulkAction.QUEUE_SIZE);
  }

  /** How far a task is. */
  public static NamedWriteableRegistry.Entry progress() {
    return new NamedWriteableRegistry.Entry(
        Task.Status.class, GroupsTask.Phase.NAME, GroupsTask.Phase::new);
  }
}
