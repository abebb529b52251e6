package io.github.lucenesimhash.opensearch;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.opensearch.OpenSearchException;
import org.opensearch.action.ActionRunnable;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.inject.Inject;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.indices.breaker.CircuitBreakerService;
import org.opensearch.index.IndexSettings;
import org.opensearch.indices.IndicesService;
import org.opensearch.tasks.Task;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.client.Client;
import org.opensearch.transport.client.ParentTaskAssigningClient;

/**
 * Finds the near-duplicates of an index and does something with them, on the node that was asked.
 * What it holds is announced to the node's circuit breaker, which refuses what does not fit.
 */
public final class NearDuplicateSearch {

  /** What a document takes at most, besides its id: gathered, joined and grouped. */
  private static final int BYTES_PER_DOCUMENT = 160;

  private static final int MAX_PAGE = 10_000;

  private final ClusterService cluster;
  private final IndexNameExpressionResolver names;
  private final IndicesService indices;
  private final CircuitBreaker breaker;
  private final ThreadPool threads;
  private final Client client;

  /** For the node. */
  @Inject
  public NearDuplicateSearch(
      ClusterService cluster,
      IndexNameExpressionResolver names,
      IndicesService indices,
      CircuitBreakerService breakers,
      ThreadPool threads,
      Client client) {
    this.cluster = cluster;
    this.names = names;
    this.indices = indices;
    this.breaker = breakers.getBreaker(CircuitBreaker.REQUEST);
    this.threads = threads;
    this.client = client;
  }

  /** What to do with what was found; adds to the answer. */
  @FunctionalInterface
  interface Work {
    void on(Client client, String index, NearDuplicates found, Map<String, Object> answer);
  }

  /** Runs on a thread of its own and answers then. */
  void run(
      Task task, GroupsRequest request, ActionListener<NearDuplicateResponse> listener, Work work) {
    threads
        .generic()
        .execute(
            ActionRunnable.supply(listener, () -> runOrCancel((GroupsTask) task, request, work)));
  }

  /** What a cancelled task's requests fail with is not the reason. */
  private NearDuplicateResponse runOrCancel(GroupsTask task, GroupsRequest request, Work work)
      throws IOException {
    try {
      return run(task, request, work);
    } catch (OpenSearchException e) {
      task.ensureNotCancelled();
      throw e;
    }
  }

  private NearDuplicateResponse run(GroupsTask task, GroupsRequest request, Work work)
      throws IOException {
    long start = System.nanoTime();
    ClusterState state = cluster.state();
    IndexMetadata index = state.metadata().getIndexSafe(names.concreteSingleIndex(state, request));
    String name = index.getIndex().getName();
    if (request.into() != null && state.metadata().hasIndex(request.into())) {
      throw new IllegalArgumentException(
          "into is [" + request.into() + "], which exists already, expected a new index");
    }
    try (IndexMapping mapping = new IndexMapping(indices, index)) {
      mapping.field(request.field());
    }
    Client child = new ParentTaskAssigningClient(client, cluster.localNode(), task);
    child.admin().indices().prepareRefresh(name).get();
    long[] reserved = {0};
    try {
      Fingerprints documents =
          new Gathering(
                  child,
                  task,
                  idLength -> {
                    long bytes = BYTES_PER_DOCUMENT + 2 * idLength;
                    breaker.addEstimateBytesAndMaybeBreak(bytes, "near-duplicates of " + name);
                    reserved[0] += bytes;
                  })
              .run(name, request, pageSize(index));
      NearDuplicates found = NearDuplicates.of(documents, request.maxDistance(), task);
      Map<String, Object> answer = new LinkedHashMap<>();
      answer.put("index", name);
      answer.put("field", request.field());
      answer.put("max_distance", request.maxDistance());
      answer.putAll(found.summary());
      work.on(child, name, found, answer);
      answer.put("took", (System.nanoTime() - start) / 1_000_000);
      answer.put("items", found.items(request.size()));
      return new NearDuplicateResponse(answer);
    } finally {
      breaker.addWithoutBreaking(-reserved[0]);
    }
  }

  private static int pageSize(IndexMetadata index) {
    return Math.min(MAX_PAGE, IndexSettings.MAX_RESULT_WINDOW_SETTING.get(index.getSettings()));
  }
}
