package io.github.lucenesimhash.opensearch.groups;

import io.github.lucenesimhash.opensearch.groups.GroupsRequest.Answer;
import io.github.lucenesimhash.opensearch.groups.NearDuplicateTask.Work;
import io.github.lucenesimhash.opensearch.groups.NearDuplicates.NearDuplicate;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.DocWriteResponse.Result;
import org.opensearch.action.admin.cluster.node.tasks.list.ListTasksRequest;
import org.opensearch.action.admin.cluster.node.tasks.list.ListTasksResponse;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.get.MultiGetItemResponse;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.search.fetch.subphase.FetchSourceContext;
import org.opensearch.tasks.TaskInfo;

/**
 * Deletes all documents of each group except the kept document. A document is deleted only if its
 * sequence number shows that it has not changed since it was read. The kept document is read
 * immediately before, and must be unchanged, too. A cancelled task also waits for running deletes,
 * because the next sweep may begin when this sweep ends.
 */
final class Sweep {

  /** The maximum time that a delete waits for a shard that has no primary. */
  private static final TimeValue TIMEOUT = TimeValue.timeValueSeconds(5);

  private final Work work;
  private final NearDuplicates found;
  private long deleted;
  private long changed;
  private long failed;
  private BulkItemResponse.Failure failure;

  Sweep(Work work, NearDuplicates found) {
    this.work = work;
    this.found = found;
  }

  /**
   * Refuses a sweep of an index while another sweep of the index runs. If one sweep keeps A and
   * drops B, and the other keeps B and drops A, both documents would be deleted.
   *
   * <pre>
   * How     A sweep first shows in its task status which indexes it deletes from. It then lists all sweeps of the
   *         cluster.
   * Proof   that two sweeps do not both go on: the sweep that starts its list later finds the other sweep, which had
   *         shown its indexes before it started its own list. At the same moment both sweeps may be refused.
   * Cost    one request to every node. If a node does not answer, the sweep is refused, too.
   * </pre>
   */
  static void refuseBesideAnother(Work work, Collection<String> indices) {
    NodeServices node = work.node();
    work.task().deletesFrom(String.join(",", indices));
    ListTasksRequest sweeps =
        new ListTasksRequest().setActions(GroupsAction.SWEEP.name()).setDetailed(true);
    ListTasksResponse tasks;
    ThreadContext.StoredContext caller = node.threads().getThreadContext().stashContext();
    try {
      tasks = work.await(client -> node.client().admin().cluster().listTasks(sweeps));
    } finally {
      caller.restore();
    }
    if (!tasks.getNodeFailures().isEmpty() || !tasks.getTaskFailures().isEmpty()) {
      throw NearDuplicateTask.unavailable("a node did not say whether it sweeps {}", indices);
    }
    TaskId own = new TaskId(node.cluster().localNode().getId(), work.task().getId());
    for (TaskInfo other : tasks.getTasks()) {
      for (String index : NearDuplicateTask.swept(other.getStatus())) {
        if (!own.equals(other.getTaskId()) && indices.contains(index)) {
          throw new OpenSearchStatusException(
              "task [{}] already sweeps [{}]: nothing was changed, try again when it has ended",
              RestStatus.CONFLICT,
              other.getTaskId(),
              index);
        }
      }
    }
  }

  void run(Answer answer, Collection<String> indices) {
    found.forEachBatch(work, "deleting", this::delete);
    work.refresh(indices.toArray(String[]::new));
    answer.put("deleted", deleted).put("changed", changed + found.check().changed());
    answer.put("failed", failed);
    if (failure != null) {
      answer.put("first_failure", failure.getMessage()).fail(failure.getStatus());
    }
  }

  private void delete(List<NearDuplicate> batch) {
    List<GatheredDocument> kept = batch.stream().map(NearDuplicate::kept).distinct().toList();
    MultiGetItemResponse[] now =
        GatheredDocument.now(work, kept, any -> FetchSourceContext.DO_NOT_FETCH_SOURCE);
    Set<GatheredDocument> unchanged = new HashSet<>();
    for (int i = 0; i < now.length; i++) {
      if (!now[i].isFailed() && kept.get(i).isUnchanged(now[i].getResponse())) {
        unchanged.add(kept.get(i));
      }
    }
    BulkRequest bulk = new BulkRequest().timeout(TIMEOUT);
    for (NearDuplicate near : batch) {
      if (unchanged.contains(near.kept())) {
        bulk.add(near.document().delete());
      } else {
        changed++;
      }
    }
    if (bulk.numberOfActions() == 0) {
      return;
    }
    for (BulkItemResponse item : work.client().bulk(bulk).actionGet()) {
      if (!item.isFailed()) {
        boolean isGone = item.getResponse().getResult() == Result.NOT_FOUND;
        deleted += isGone ? 0 : 1;
        changed += isGone ? 1 : 0;
      } else if (item.getFailure().getStatus() == RestStatus.CONFLICT) {
        changed++;
      } else {
        failed++;
        failure = failure == null ? item.getFailure() : failure;
      }
    }
  }
}
