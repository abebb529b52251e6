package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.opensearch.BadRequest;
import io.github.lucenesimhash.opensearch.cluster.GroupsTask.Work;
import io.github.lucenesimhash.opensearch.cluster.NearDuplicateRequest.Answer;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.opensearch.OpenSearchException;
import org.opensearch.action.ActionRunnable;
import org.opensearch.action.ActionType;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.TransportAction;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.inject.Inject;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.concurrency.OpenSearchRejectedExecutionException;
import org.opensearch.index.IndexSettings;
import org.opensearch.tasks.Task;

/**
 * {@code _groups} and {@code _sweep}: finds the near-duplicates of an index, or of what an alias of
 * it shows, and does something with them, on the node that was asked. What it holds is announced to
 * the node's circuit breaker, which refuses what does not fit. Each request takes a thread of the
 * generic pool, so there is a limit.
 */
abstract class GroupsAction extends TransportAction<GroupsRequest, Answer> {

  static final ActionType<Answer> TYPE = Answer.action("indices:data/read/simhash/groups");
  static final ActionType<Answer> SWEEP = Answer.action("indices:data/write/simhash/sweep");

  private static final int MAX_PAGE = 10_000;
  private static final int MAX_RUNNING = 16;

  final NodeServices node;
  private final Semaphore running = new Semaphore(MAX_RUNNING);

  private GroupsAction(ActionType<Answer> type, ActionFilters filters, NodeServices node) {
    super(type.name(), filters, node.transport().getTaskManager());
    this.node = node;
  }

  /** Shows the groups, or writes them into another index. */
  public static final class Groups extends GroupsAction {

    /** For the node. */
    @Inject
    public Groups(ActionFilters filters, NodeServices node) {
      super(TYPE, filters, node);
    }

    @Override
    void use(NearDuplicates found, Work work, GroupsRequest request, Map<String, Object> answer) {
      if (request.into != null) {
        new GroupsIndex(work, request.into).write(found);
        answer.put("into", request.into);
      }
    }
  }

  /** Deletes the near-duplicates of each group's kept document. */
  public static final class SweepGroups extends GroupsAction {

    /** For the node. */
    @Inject
    public SweepGroups(ActionFilters filters, NodeServices node) {
      super(SWEEP, filters, node);
    }

    @Override
    void use(NearDuplicates found, Work work, GroupsRequest request, Map<String, Object> answer) {
      answer.put("dry_run", request.isDryRun);
      if (!request.isDryRun) {
        answer.putAll(new Sweep(work, found).run());
      }
    }
  }

  /** Does something with what was found; adds to the answer. */
  abstract void use(
      NearDuplicates found, Work work, GroupsRequest request, Map<String, Object> answer);

  /** Runs on a thread of its own and answers then. */
  @Override
  protected void doExecute(Task task, GroupsRequest request, ActionListener<Answer> listener) {
    if (!running.tryAcquire()) {
      throw new OpenSearchRejectedExecutionException(
          "this node runs " + MAX_RUNNING + " searches for near-duplicates already, ask again");
    }
    ActionListener<Answer> last = ActionListener.runBefore(listener, running::release);
    node.threads()
        .generic()
        .execute(ActionRunnable.supply(last, () -> runOrCancel((GroupsTask) task, request)));
  }

  /** What a cancelled task's requests fail with is not the reason. */
  private Answer runOrCancel(GroupsTask task, GroupsRequest request) throws IOException {
    try {
      return run(task, request);
    } catch (OpenSearchException e) {
      task.ensureNotCancelled();
      throw e;
    }
  }

  private Answer run(GroupsTask task, GroupsRequest request) throws IOException {
    long start = System.nanoTime();
    IndexMetadata index = node.index(request);
    String name = index.getIndex().getName();
    if (request.into != null && node.cluster().state().metadata().hasIndex(request.into)) {
      throw BadRequest.of("into is [{}], which exists already, expected a new index", request.into);
    }
    TextCheck check;
    try (IndexMapping mapping = new IndexMapping(node.indices(), index)) {
      check = TextCheck.of(request, mapping, mapping.field(request.field).name());
    }
    Work work = new Work(task, node.client(task), name);
    if (!request.isDryRun) {
      Sweep.refuseBesideAnother(node, task, name);
    }
    work.await(work.client().admin().indices().prepareRefresh(name).execute());
    try (var memory = node.new Memory("near-duplicates of " + name)) {
      GatheredDocuments documents =
          GatheredDocuments.read(work, request, pageSize(index), memory::add);
      long features = check.isOn() ? NearDuplicates.maxFeatureBytes() : 0;
      memory.add(NearDuplicates.pairBytes(documents.size()) + features);
      PairCheck pairs = new PairCheck(work, documents, check, features);
      NearDuplicates found = NearDuplicates.of(documents, request.maxDistance, pairs, task);
      Map<String, Object> answer = new LinkedHashMap<>();
      answer.put("index", name);
      answer.put("field", request.field);
      answer.put("max_distance", request.maxDistance);
      answer.putAll(found.summary());
      use(found, work, request, answer);
      answer.put("took", (System.nanoTime() - start) / 1_000_000);
      answer.put("items", found.items(request.size));
      return new Answer(answer);
    }
  }

  private static int pageSize(IndexMetadata index) {
    return Math.min(MAX_PAGE, IndexSettings.MAX_RESULT_WINDOW_SETTING.get(index.getSettings()));
  }
}
