package io.github.lucenesimhash.opensearch.groups;

import io.github.lucenesimhash.join.SimilarityJoin;
import io.github.lucenesimhash.opensearch.groups.GroupsRequest.Answer;
import io.github.lucenesimhash.opensearch.groups.NearDuplicateTask.Work;
import io.github.lucenesimhash.opensearch.groups.NodeServices.Memory;
import java.io.IOException;
import java.util.List;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.ActionRunnable;
import org.opensearch.action.ActionType;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.TransportAction;
import org.opensearch.action.support.TransportIndicesResolvingAction;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.OptionallyResolvedIndices;
import org.opensearch.cluster.metadata.ResolvedIndices;
import org.opensearch.common.inject.Inject;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.plugins.ActionPlugin.ActionHandler;
import org.opensearch.rest.RestHandler;
import org.opensearch.tasks.Task;
import org.opensearch.threadpool.ExecutorBuilder;
import org.opensearch.threadpool.FixedExecutorBuilder;

/**
 * The actions {@code _groups} and {@code _sweep}, which find the near-duplicates in indexes, data
 * streams and aliases, given by names or patterns. The node that receives a request does the work.
 * Memory is reserved at the node's circuit breaker, which refuses a request that does not fit.
 * Requests wait for a thread of their own pool, which has a queue of limited length.
 */
public class GroupsAction extends TransportAction<GroupsRequest, Answer>
    implements TransportIndicesResolvingAction<GroupsRequest> {

  static final ActionType<Answer> TYPE = Answer.action("indices:data/read/simhash/groups");
  static final ActionType<Answer> SWEEP = Answer.action("indices:data/write/simhash/sweep");

  /** The handlers of both actions on a node. */
  public static final List<ActionHandler<? extends ActionRequest, ? extends ActionResponse>>
      HANDLERS =
          List.of(
              new ActionHandler<>(TYPE, FindGroups.class),
              new ActionHandler<>(SWEEP, Sweeps.class));

  /** The handlers of the REST requests for both actions. */
  public static final List<RestHandler> REQUESTS =
      List.of(
          new GroupsRequest.Rest("groups", TYPE, GroupsRequest.GROUPS),
          new GroupsRequest.Rest("sweep", SWEEP, GroupsRequest.SWEEP));

  /** The name of the thread pool that runs requests, also in the settings of the node. */
  private static final String POOL = "simhash";

  private final NodeServices node;

  private GroupsAction(ActionType<Answer> type, ActionFilters filters, NodeServices node) {
    super(type.name(), filters, node.transport().getTaskManager());
    this.node = node;
  }

  /** Returns the pool. By default one request runs at a time, 16 wait, and more are rejected. */
  public static ExecutorBuilder<?> pool(Settings settings) {
    return new FixedExecutorBuilder(settings, POOL, 1, 16, "thread_pool." + POOL);
  }

  /** The action {@code _groups}, which shows the groups and can write them into a new index. */
  public static final class FindGroups extends GroupsAction {

    @Inject
    public FindGroups(ActionFilters filters, NodeServices node) {
      super(TYPE, filters, node);
    }
  }

  /** The action {@code _sweep}, which deletes the duplicates of all groups except in a dry run. */
  public static final class Sweeps extends GroupsAction {

    @Inject
    public Sweeps(ActionFilters filters, NodeServices node) {
      super(SWEEP, filters, node);
    }
  }

  @Override
  public OptionallyResolvedIndices resolveIndices(GroupsRequest request) {
    return ResolvedIndices.of(
        node.names().concreteResolvedIndices(node.cluster().state(), request));
  }

  @Override
  protected void doExecute(Task task, GroupsRequest request, ActionListener<Answer> listener) {
    NearDuplicateTask work = (NearDuplicateTask) task;
    work.advance("waiting", 0, 0);
    node.threads()
        .executor(POOL)
        .execute(ActionRunnable.supply(listener, () -> run(work, request)));
  }

  private Answer run(NearDuplicateTask task, GroupsRequest request) throws IOException {
    task.ensureMayGoOn(); // the task may have waited for long
    ClusterState state = node.cluster().state();
    if (request.into != null) {
      GroupsIndex.requireNew(request.into, state);
    }
    try (Searched searched = Searched.by(request, node);
        Memory memory = node.new Memory("near-duplicates of " + request.index)) {
      return answer(task, request, searched, memory);
    }
  }

  private Answer answer(
      NearDuplicateTask task, GroupsRequest request, Searched searched, Memory memory)
      throws IOException {
    Work work = new Work(node, task);
    if (!request.isDryRun) {
      Sweep.refuseBesideAnother(work, searched.names());
    }
    work.refresh(searched.names().toArray(String[]::new));
    int maxDistance = searched.check().comparison().maxDistance();
    Scroll scroll = new Scroll(work, request, searched.names(), searched.pageSize());
    SimilarityJoin join = join(task, maxDistance);
    GatheredDocuments documents =
        work.persistently(
            () -> {
              memory.release(); // gives back the memory of a failed attempt
              return GatheredDocuments.read(scroll, memory);
            });
    NearDuplicates found = NearDuplicates.of(work, documents, join, searched, memory);
    Answer answer = new Answer().put("indices", searched.names()).put("field", request.field);
    if (!searched.withoutField().isEmpty()) {
      answer.put("without_field", searched.withoutField());
    }
    answer.put("max_distance", maxDistance).put("documents", documents.size());
    answer.put("groups", found.groups().size()).put("near_duplicates", found.size());
    found.check().show(answer, found.groups());
    if (request.into != null) {
      answer.put("into", new GroupsIndex(work, request.into).write(found));
    }
    if (actionName.equals(SWEEP.name())) {
      answer.put("dry_run", request.isDryRun);
    }
    if (!request.isDryRun) {
      new Sweep(work, found).run(answer, searched.names());
    }
    answer.put("took", (System.nanoTime() - task.getStartTimeNanos()) / 1_000_000);
    return answer.put("items", found.items(request.size));
  }

  private static SimilarityJoin join(NearDuplicateTask task, int maxDistance) {
    return SimilarityJoin.within(maxDistance)
        .threads(Math.max(1, Runtime.getRuntime().availableProcessors() / 2))
        .progress(share -> task.advance("comparing", Math.round(100 * share), 100));
  }
}
