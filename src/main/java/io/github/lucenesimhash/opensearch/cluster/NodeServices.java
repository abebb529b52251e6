package io.github.lucenesimhash.opensearch.cluster;

import java.io.IOException;
import org.opensearch.action.ActionRunnable;
import org.opensearch.cluster.metadata.IndexAbstraction.DataStream;
import org.opensearch.cluster.metadata.IndexMetadata;
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

  /** What a request names: an index, or that which a data stream writes to now. */
  IndexMetadata index(NearDuplicateRequest request) {
    var state = cluster.state();
    DataStream stream = stream(request);
    return stream != null
        ? stream.getWriteIndex()
        : state.metadata().getIndexSafe(names.concreteSingleIndex(state, request));
  }

  /** Null if a request names none. */
  DataStream stream(NearDuplicateRequest request) {
    return cluster.state().metadata().getIndicesLookup().get(request.index)
            instanceof DataStream stream
        ? stream
        : null;
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
