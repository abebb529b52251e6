package io.github.lucenesimhash.opensearch.cluster;

import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.admin.cluster.node.tasks.list.ListTasksRequest;
import org.opensearch.action.admin.cluster.node.tasks.list.ListTasksResponse;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.tasks.TaskInfo;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.client.Client;

/**
 * Refuses a sweep of an index while another one runs: if one keeps A for B and the other B for A,
 * both would go.
 *
 * <pre>
 * How     A sweep first shows on its task which index it deletes from, and then looks at all tasks of the cluster.
 * Proof   that of two not both go on: the one whose look began later finds the other, which had shown itself before
 *         its own look. At the same moment both may be refused.
 * Cost    one request to every node. One that does not answer is a refusal too.
 * </pre>
 */
record OtherSweeps(Client client, ThreadPool threads, String localNode) {

  void refuseBeside(GroupsTask task, String index) {
    task.deletesFrom(index);
    ListTasksRequest sweeps =
        new ListTasksRequest().setActions(TransportSweepAction.TYPE.name()).setDetailed(true);
    ThreadContext.StoredContext caller = threads.getThreadContext().stashContext();
    ListTasksResponse tasks;
    try {
      tasks = task.await(client.admin().cluster().listTasks(sweeps));
    } finally {
      caller.restore();
    }
    if (!tasks.getNodeFailures().isEmpty() || !tasks.getTaskFailures().isEmpty()) {
      throw new OpenSearchStatusException(
          "a node did not say whether it sweeps [{}]: nothing was changed, ask again",
          RestStatus.SERVICE_UNAVAILABLE,
          index);
    }
    for (TaskInfo other : tasks.getTasks()) {
      boolean isOwn =
          other.getId() == task.getId() && other.getTaskId().getNodeId().equals(localNode);
      if (!isOwn
          && other.getStatus() instanceof GroupsTask.Progress progress
          && index.equals(progress.deletesFrom())) {
        throw new OpenSearchStatusException(
            "task [{}] sweeps [{}] already: nothing was changed, ask again when it has ended",
            RestStatus.CONFLICT,
            other.getTaskId(),
            index);
      }
    }
  }
}
