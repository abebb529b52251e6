package io.github.lucenesimhash.opensearch.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.opensearch.action.ActionType;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.HandledTransportAction;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.inject.Inject;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Setting.Property;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.concurrency.OpenSearchRejectedExecutionException;
import org.opensearch.core.index.Index;
import org.opensearch.core.indices.breaker.CircuitBreakerService;
import org.opensearch.indices.IndicesService;
import org.opensearch.tasks.Task;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.Client;
import org.opensearch.transport.client.ParentTaskAssigningClient;

/**
 * {@code _simhash/INDEX/_bulk}: looks in all shards before it adds. The requests of one node and
 * index take turns, so that each sees what the ones before it added; those of two nodes do not. No
 * thread waits for anything. What a request brings is announced to the node's circuit breaker.
 */
public final class TransportDedupBulkAction
    extends HandledTransportAction<DedupBulkRequest, NearDuplicateResponse> {

  static final ActionType<NearDuplicateResponse> TYPE =
      new ActionType<>("indices:data/write/simhash/bulk", NearDuplicateResponse::new);

  /** Requests that may wait for their turn, for each node and index. */
  static final Setting<Integer> QUEUE_SIZE =
      Setting.intSetting("simhash.bulk.queue_size", 200, 0, Property.NodeScope, Property.Dynamic);

  private final Turns turns;
  private final ClusterService cluster;
  private final IndexNameExpressionResolver names;
  private final IndicesService indices;
  private final CircuitBreaker breaker;
  private final ThreadPool threads;
  private final Client client;

  /** For the node. */
  @Inject
  public TransportDedupBulkAction(
      TransportService transport,
      ActionFilters filters,
      ClusterService cluster,
      IndexNameExpressionResolver names,
      IndicesService indices,
      CircuitBreakerService breakers,
      ThreadPool threads,
      Client client) {
    super(TYPE.name(), transport, filters, DedupBulkRequest::new);
    this.cluster = cluster;
    this.names = names;
    this.indices = indices;
    this.breaker = breakers.getBreaker(CircuitBreaker.REQUEST);
    this.threads = threads;
    this.client = client;
    turns = new Turns(threads, QUEUE_SIZE.get(cluster.getSettings()));
    cluster.getClusterSettings().addSettingsUpdateConsumer(QUEUE_SIZE, turns::maxWaiting);
  }

  @Override
  protected void doExecute(
      Task task, DedupBulkRequest request, ActionListener<NearDuplicateResponse> listener) {
    DedupBulkTask work = (DedupBulkTask) task;
    ClusterState state = cluster.state();
    Index index = names.concreteSingleIndex(state, request);
    long bytes = request.documents().estimatedSizeInBytes();
    breaker.addEstimateBytesAndMaybeBreak(bytes, "documents for " + index.getName());
    ActionListener<NearDuplicateResponse> answer =
        ActionListener.notifyOnce(
            ActionListener.runBefore(listener, () -> breaker.addWithoutBreaking(-bytes)));
    try {
      Turns.Turn turn =
          turns.join(
              index.getUUID(),
              work.timeLeft(),
              ActionListener.delegateFailure(
                  answer,
                  (answered, mine) ->
                      run(work, index, request, ActionListener.runBefore(answered, mine::close))));
      work.onCancelled(() -> turn.leave(work.cancelled()));
    } catch (OpenSearchRejectedExecutionException e) {
      answer.onFailure(e);
    }
  }

  private void run(
      DedupBulkTask task,
      Index index,
      DedupBulkRequest request,
      ActionListener<NearDuplicateResponse> listener) {
    IndexMetadata metadata = cluster.state().metadata().getIndexSafe(index);
    Client child = new ParentTaskAssigningClient(client, cluster.localNode(), task);
    DedupBulk bulk;
    try (IndexMapping mapping = new IndexMapping(indices, metadata)) {
      bulk = new DedupBulk(new DedupBulkClient(child, threads, task), metadata, mapping, request);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    bulk.run(
        ActionListener.map(
            listener,
            answer -> {
              answer.put("took", (System.nanoTime() - task.getStartTimeNanos()) / 1_000_000);
              return new NearDuplicateResponse(answer);
            }));
  }
}
