package io.github.lucenesimhash.opensearch.groups;

import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.inject.Inject;
import org.opensearch.common.lease.Releasable;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.indices.breaker.CircuitBreakerService;
import org.opensearch.indices.IndicesService;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.Client;

/**
 * The services of the node that the actions use.
 *
 * @param client a client that sends requests without a parent task, because a cancelled task may
 *     have no new children
 */
public record NodeServices(
    TransportService transport,
    ClusterService cluster,
    IndexNameExpressionResolver names,
    IndicesService indices,
    CircuitBreakerService breakers,
    ThreadPool threads,
    Client client) {

  @Inject
  public NodeServices {}

  /** The memory that is reserved at the node's circuit breaker until this object is closed. */
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

    /** Gives back all reserved bytes. */
    void release() {
      breaker.addWithoutBreaking(-bytes);
      bytes = 0;
    }

    @Override
    public void close() {
      release();
    }
  }
}
