package io.github.lucenesimhash.opensearch;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.opensearch.action.ActionRunnable;
import org.opensearch.action.ActionType;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.HandledTransportAction;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.inject.Inject;
import org.opensearch.common.lease.Releasable;
import org.opensearch.common.util.concurrent.KeyedLock;
import org.opensearch.core.action.ActionListener;
import org.opensearch.indices.IndicesService;
import org.opensearch.tasks.Task;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.Client;

/**
 * {@code _simhash/INDEX/_bulk}: looks in all shards before it adds. The requests of one node and
 * index take turns, so that each sees what the ones before it added; those of two nodes do not.
 */
public final class TransportDedupBulkAction
    extends HandledTransportAction<DedupBulkRequest, NearDuplicateResponse> {

  static final ActionType<NearDuplicateResponse> TYPE =
      new ActionType<>("indices:data/write/simhash/bulk", NearDuplicateResponse::new);

  private final KeyedLock<String> turns = new KeyedLock<>(true);
  private final ClusterService cluster;
  private final IndexNameExpressionResolver names;
  private final IndicesService indices;
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
      ThreadPool threads,
      Client client) {
    super(TYPE.name(), transport, filters, DedupBulkRequest::new);
    this.cluster = cluster;
    this.names = names;
    this.indices = indices;
    this.threads = threads;
    this.client = client;
  }

  @Override
  protected void doExecute(
      Task task, DedupBulkRequest request, ActionListener<NearDuplicateResponse> listener) {
    threads.generic().execute(ActionRunnable.supply(listener, () -> run(request)));
  }

  private NearDuplicateResponse run(DedupBulkRequest request) throws IOException {
    long start = System.nanoTime();
    ClusterState state = cluster.state();
    IndexMetadata index = state.metadata().getIndexSafe(names.concreteSingleIndex(state, request));
    String name = index.getIndex().getName();
    Map<String, Object> answer = new LinkedHashMap<>();
    try (IndexMapping mapping = new IndexMapping(indices, index)) {
      SimHashFieldType field = mapping.field(request.field());
      DedupBulk bulk =
          new DedupBulk(client, name, field, mapping.sourcePaths(field.name()), request);
      Releasable turn = turns.acquire(index.getIndexUUID());
      try {
        answer.putAll(bulk.run());
      } finally {
        turn.close();
      }
    }
    answer.put("took", (System.nanoTime() - start) / 1_000_000);
    return new NearDuplicateResponse(answer);
  }
}
