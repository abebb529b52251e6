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
 * {@code _groups} and {@code _sweep}: finds the near-duplicates of indexes, data streams or
 * patterns of their names, or of what aliases show, and does something with them, on the node that
 * was asked. What it holds is reserved at the node's circuit breaker, which refuses what does not
 * fit. Requests wait for a thread of their own pool, whose queue has a limit.
 */
public class GroupsAction extends TransportAction<GroupsRequest, Answer>
    implements TransportIndicesResolvingAction<GroupsRequest> {

  static final ActionType<Answer> TYPE = Answer.action("indices:data/read/simhash/groups");
  static final ActionType<Answer> SWEEP = Answer.action("indices:data/write/simhash/sweep");

  /** Carries out the requests on a node. */
  public static final List<ActionHandler<? extends ActionRequest, ? extends ActionResponse>>
      HANDLERS =
          List.of(
              new ActionHandler<>(TYPE, FindGroups.class),
              new ActionHandler<>(SWEEP, Sweeps.class));

  /** Takes the requests at their paths. */
  public static final List<RestHandler> REQUESTS =
      List.of(
          new GroupsRequest.Rest("groups", TYPE, GroupsRequest.GROUPS),
          new GroupsRequest.Rest("sweep", SWEEP, GroupsRequest.SWEEP));

  /** The pool of the threads that requests run on, and its prefix in the node's settings. */
  private static final String POOL = "simhash";

  private final NodeServices node;

  private GroupsAction(ActionType<Answer> type, ActionFilters filters, NodeServices node) {
    super(type.name(), filters, node.transport().getTaskManager());
    this.node = node;
  }

  /** Returns the pool: one request runs at a time, 16 wait, and more are rejected. */
  public static ExecutorBuilder<?> pool(Settings settings) {
    return new FixedExecutorBuilder(settings, POOL, 1, 16, "thread_pool." + POOL);
  }

  /** Shows the groups, or writes them into another index. */
  public static final class FindGroups extends GroupsAction {

    @Inject
    public FindGroups(ActionFilters filters, NodeServices node) {
      super(TYPE, filters, node);
    }
  }

  /** Deletes the near-duplicates of each group's kept document. */
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
    task.ensureMayGoOn(); // it may have waited for long
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
              memory.release(); // what an attempt that failed had reserved
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
