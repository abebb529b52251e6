package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.opensearch.cluster.NearDuplicateTask.Reply;
import io.github.lucenesimhash.opensearch.cluster.NearDuplicateTask.Work;
import java.util.function.Function;
import org.opensearch.ExceptionsHelper;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.ActionListenerResponseHandler;
import org.opensearch.action.NoShardAvailableActionException;
import org.opensearch.action.support.TransportActions;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.cluster.routing.ShardRouting;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.core.transport.TransportResponse;
import org.opensearch.index.shard.ShardNotFoundException;
import org.opensearch.node.NodeClosedException;
import org.opensearch.transport.ConnectTransportException;
import org.opensearch.transport.TransportRequest;
import org.opensearch.transport.TransportRequestOptions;

/**
 * A request to the node that has the primary of a shard. If that moves meanwhile, or its node goes
 * away, the request is sent again, as a write is, until the time of its task is over.
 */
final class PrimaryRequest<T extends TransportResponse> {

  private final Work work;
  private final ShardId shard;
  private final String action;
  private final TransportRequest request;
  private final Writeable.Reader<T> reader;
  private Reply<T> reply;

  /** Sends it; {@link #await} or {@link #join} is next. */
  PrimaryRequest(
      Work work,
      ShardId shard,
      String action,
      TransportRequest request,
      Writeable.Reader<T> reader) {
    this.work = work;
    this.shard = shard;
    this.action = action;
    this.request = request;
    this.reader = reader;
    send();
  }

  /** Where a shard's active primary is, as a cluster's state says; null if there is none. */
  static ShardRouting primary(ClusterState state, ShardId shard) {
    state.metadata().getIndexSafe(shard.getIndex());
    ShardRouting primary = state.routingTable().shardRoutingTable(shard).primaryShard();
    return primary != null && primary.active() ? primary : null;
  }

  private void send() {
    ClusterState state = work.node().cluster().state();
    ShardRouting primary = primary(state, shard);
    DiscoveryNode node = primary == null ? null : state.nodes().get(primary.currentNodeId());
    reply = work.reply();
    if (node == null) {
      reply.onFailure(new NoShardAvailableActionException(shard, "there is no primary"));
    } else {
      work.node()
          .transport()
          .sendChildRequest(
              node,
              action,
              request,
              work.task(),
              TransportRequestOptions.EMPTY,
              new ActionListenerResponseHandler<>(reply, reader));
    }
  }

  /** The answer; not waited for when the task is to end. */
  T await() {
    return answer(sent -> work.await(client -> sent));
  }

  /** The answer, waited for until it comes, with its response headers. */
  T join() {
    return answer(Reply::join);
  }

  private T answer(Function<Reply<T>, T> wait) {
    while (true) {
      try {
        return wait.apply(reply);
      } catch (RuntimeException e) {
        if (!mayHaveMoved(e)) {
          throw e;
        }
        if (!work.pause()) {
          throw ExceptionsHelper.status(e) == RestStatus.SERVICE_UNAVAILABLE
              ? e
              : new OpenSearchStatusException(
                  "{}: ask again",
                  RestStatus.SERVICE_UNAVAILABLE,
                  e,
                  ExceptionsHelper.summaryMessage(e));
        }
      }
      send();
    }
  }

  private boolean mayHaveMoved(RuntimeException reason) {
    Throwable cause = ExceptionsHelper.unwrapCause(reason);
    if (cause instanceof ShardNotFoundException other
        && !shard.getIndex().equals(other.getIndex())) {
      return false; // the other node takes the request's name for another index
    }
    return cause instanceof ConnectTransportException
        || cause instanceof NodeClosedException
        || TransportActions.isShardNotAvailableException(cause);
  }
}
