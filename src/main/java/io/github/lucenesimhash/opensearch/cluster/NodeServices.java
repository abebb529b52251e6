package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.opensearch.cluster.NearDuplicateTask.Reply;
import io.github.lucenesimhash.opensearch.cluster.NearDuplicateTask.Work;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.opensearch.ExceptionsHelper;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.ActionListenerResponseHandler;
import org.opensearch.action.ActionRunnable;
import org.opensearch.action.NoShardAvailableActionException;
import org.opensearch.action.support.TransportActions;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexAbstraction;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.IndexMetadata.State;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.cluster.routing.ShardRouting;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.CheckedSupplier;
import org.opensearch.common.inject.Inject;
import org.opensearch.common.lease.Releasable;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.indices.breaker.CircuitBreakerService;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.core.transport.TransportResponse;
import org.opensearch.index.shard.ShardNotFoundException;
import org.opensearch.indices.IndicesService;
import org.opensearch.node.NodeClosedException;
import org.opensearch.search.SearchService;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.ConnectTransportException;
import org.opensearch.transport.TransportRequest;
import org.opensearch.transport.TransportRequestOptions;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.Client;

/**
 * What the actions use of their node.
 *
 * @param client its requests are no children of a task: a cancelled one may not have any more
 */
public record NodeServices(
    TransportService transport,
    ClusterService cluster,
    IndexNameExpressionResolver names,
    IndicesService indices,
    CircuitBreakerService breakers,
    SearchService searches,
    ThreadPool threads,
    Client client) {

  @Inject
  public NodeServices {}

  /** What a request names: an index, or that which a data stream or an alias writes to now. */
  IndexMetadata index(NearDuplicateRequest request) {
    ClusterState state = cluster.state();
    IndexAbstraction named = named(request);
    boolean isWritten = isOfSeveral(named) && named.getWriteIndex() != null;
    return isWritten
        ? named.getWriteIndex()
        : state.metadata().getIndexSafe(names.concreteSingleIndex(state, request));
  }

  /** All that is open of what a request names. */
  List<IndexMetadata> indices(NearDuplicateRequest request) {
    IndexAbstraction named = named(request);
    return isOfSeveral(named)
        ? named.getIndices().stream().filter(one -> one.getState() == State.OPEN).toList()
        : List.of(index(request));
  }

  boolean isDataStream(NearDuplicateRequest request) {
    IndexAbstraction named = named(request);
    return named != null && named.getType() == IndexAbstraction.Type.DATA_STREAM;
  }

  private IndexAbstraction named(NearDuplicateRequest request) {
    return cluster.state().metadata().getIndicesLookup().get(request.index);
  }

  private static boolean isOfSeveral(IndexAbstraction named) {
    return named != null
        && (named.getType() == IndexAbstraction.Type.DATA_STREAM || named.getIndices().size() > 1);
  }

  /** Where a shard's active primary is, as a cluster's state says; null if there is none. */
  static ShardRouting primary(ClusterState state, ShardId shard) {
    state.metadata().getIndexSafe(shard.getIndex());
    ShardRouting primary = state.routingTable().shardRoutingTable(shard).primaryShard();
    return primary != null && primary.active() ? primary : null;
  }

  /** Does it on a virtual thread, which may wait, and answers then. */
  <T> void start(ActionListener<T> listener, CheckedSupplier<T, Exception> work) {
    Runnable answer = ActionRunnable.supply(listener, work);
    Thread.ofVirtual().start(threads.getThreadContext().preserveContext(answer));
  }

  /** Bytes that the node's circuit breaker knows of, until this is closed. */
  final class Memory implements Releasable {

    private final CircuitBreaker breaker = breakers.getBreaker(CircuitBreaker.REQUEST);
    private final String label;
    private long bytes;

    Memory(String label) {
      this.label = label;
    }

    void add(long more) {
      breaker.addEstimateBytesAndMaybeBreak(more, label);
      bytes += more;
    }

    /** What has been reserved so far. */
    long reserved() {
      return bytes;
    }

    /** Work that begins each time with what has been reserved now. */
    <T> CheckedSupplier<T, IOException> anew(CheckedSupplier<T, IOException> work) {
      long before = bytes;
      return () -> {
        returnTo(before);
        return work.get();
      };
    }

    /** Takes back what was reserved after that. */
    void returnTo(long reserved) {
      breaker.addWithoutBreaking(reserved - bytes);
      bytes = reserved;
    }

    @Override
    public void close() {
      returnTo(0);
    }
  }

  /**
   * A request to the node that has the primary of a shard. If that moves meanwhile, or its node
   * goes away, the request is sent again, as a write is, until the time of its task is over.
   */
  static final class PrimaryRequest<T extends TransportResponse> {

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

    private void send() {
      NodeServices node = work.node();
      ClusterState state = node.cluster.state();
      ShardRouting primary = primary(state, shard);
      DiscoveryNode its = primary == null ? null : state.nodes().get(primary.currentNodeId());
      reply = work.reply();
      if (its == null) {
        reply.onFailure(new NoShardAvailableActionException(shard, "there is no primary"));
      } else {
        node.transport.sendChildRequest(
            its,
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
}
