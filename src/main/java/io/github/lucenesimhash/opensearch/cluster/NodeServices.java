package io.github.lucenesimhash.opensearch.cluster;

import java.io.IOException;
import java.util.List;
import org.opensearch.action.ActionRunnable;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexAbstraction;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.IndexMetadata.State;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.CheckedSupplier;
import org.opensearch.common.inject.Inject;
import org.opensearch.common.lease.Releasable;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.indices.breaker.CircuitBreakerService;
import org.opensearch.indices.IndicesService;
import org.opensearch.search.SearchService;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.Client;

/**
 * What the actions use of their node.
 *
 * @param client its requests are no children of a task: a cancelled one may not have any more
 * @param counts what the node does
 */
public record NodeServices(
    TransportService transport,
    ClusterService cluster,
    IndexNameExpressionResolver names,
    IndicesService indices,
    CircuitBreakerService breakers,
    SearchService searches,
    ThreadPool threads,
    Client client,
    Counts counts) {

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
}
