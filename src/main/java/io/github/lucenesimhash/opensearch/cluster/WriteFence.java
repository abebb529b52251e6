package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.opensearch.cluster.NearDuplicateTask.Work;
import java.util.Collection;
import java.util.List;
import org.opensearch.ExceptionsHelper;
import org.opensearch.OpenSearchException;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.bulk.BulkAction;
import org.opensearch.action.bulk.BulkShardRequest;
import org.opensearch.action.support.replication.TransportReplicationAction.ConcreteShardRequest;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.routing.ShardRouting;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.index.Index;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.tasks.Task;
import org.opensearch.transport.TransportInterceptor;
import org.opensearch.transport.TransportRequest;
import org.opensearch.transport.TransportRequestHandler;

/**
 * Refuses a write at its primary if another node than the one that decided on it is to decide now.
 * A write carries the fencing {@link #token} under which it was decided as a header, on whatever
 * way it comes to its primary, and so does its task.
 */
final class WriteFence implements TransportInterceptor {

  static final String HEADER = "simhash_decided_by";

  private static final String WRITE = BulkAction.NAME + "[s][p]";

  private volatile ClusterService cluster;

  void setCluster(ClusterService cluster) {
    this.cluster = cluster;
  }

  /**
   * Names the primary whose node decides for an index, and no other that was there before or will
   * be; null if there is none.
   */
  static String token(ClusterState state, Index index) {
    ShardRouting primary = NodeServices.primary(state, Sequencer.shard(index));
    if (primary == null) {
      return null;
    }
    long term = state.metadata().getIndexSafe(index).primaryTerm(0);
    return index.getUUID() + " " + term + " " + primary.allocationId().getId();
  }

  /** Lets what is sent from here, until this is closed, be refused under another token. */
  static ThreadContext.StoredContext sendUnder(String token, ThreadContext context) {
    ThreadContext.StoredContext before = context.newStoredContext(true);
    if (token != null) {
      context.putHeader(HEADER, token);
    }
    return before;
  }

  /** Whether a write failed here, and so was not done. */
  static boolean isRefusal(Exception failure) {
    return ExceptionsHelper.unwrapCause(failure) instanceof OpenSearchException cause
        && cause.getHeader(HEADER) != null;
  }

  /** Waits for what primaries here let pass before they had this node's state of the cluster. */
  static void awaitOlderWrites(Work work, Index index) {
    NodeServices node = work.node();
    while (letsPass(
        node.transport().getTaskManager().getTasks().values(), node.cluster().state(), index)) {
      work.task().ensureMayGoOn();
      work.pause();
    }
  }

  /** Whether writes to an index go on here that would be refused now. */
  static boolean letsPass(Collection<Task> tasks, ClusterState state, Index index) {
    return tasks.stream()
        .anyMatch(
            task ->
                task.getAction().equals(WRITE) && isOther(task.getHeader(HEADER), state, index));
  }

  private static boolean isOther(String token, ClusterState state, Index index) {
    return token != null
        && token.startsWith(index.getUUID() + " ")
        && !token.equals(token(state, index));
  }

  @Override
  public <T extends TransportRequest> TransportRequestHandler<T> interceptHandler(
      String action, String executor, boolean force, TransportRequestHandler<T> handler) {
    if (!action.equals(WRITE)) {
      return handler;
    }
    return (request, channel, task) -> {
      String token = task.getHeader(HEADER);
      if (token != null
          && request instanceof ConcreteShardRequest<?> write
          && write.getRequest() instanceof BulkShardRequest bulk
          && isOther(token, cluster.state(), bulk.shardId().getIndex())) {
        OpenSearchException refusal =
            new OpenSearchStatusException(
                "another node decides now: not written, ask again", RestStatus.SERVICE_UNAVAILABLE);
        refusal.addHeader(HEADER, List.of(token));
        throw refusal;
      }
      handler.messageReceived(request, channel, task);
    };
  }
}
