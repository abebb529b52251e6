package io.github.lucenesimhash.opensearch.cluster;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.opensearch.OpenSearchException;
import org.opensearch.action.ActionRunnable;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.inject.Inject;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.concurrency.OpenSearchRejectedExecutionException;
import org.opensearch.core.indices.breaker.CircuitBreakerService;
import org.opensearch.index.IndexSettings;
import org.opensearch.indices.IndicesService;
import org.opensearch.tasks.Task;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.client.Client;
import org.opensearch.transport.client.ParentTaskAssigningClient;

/**
 * Finds the near-duplicates of an index, or of what an alias of it shows, and does something with
 * them, on the node that was asked. What it holds is announced to the node's circuit breaker, which
 * refuses what does not fit. Each request takes a thread of the generic pool, so there is a limit.
 */
public final class NearDuplicateSearch {

  /** What a document takes at most, besides its id: gathered, joined and grouped. */
  private static final int BYTES_PER_DOCUMENT = 160;

  private static final int MAX_PAGE = 10_000;
  private static final int MAX_RUNNING = 16;

  private final ClusterService cluster;
  private final IndexNameExpressionResolver names;
  private final IndicesService indices;
  private final CircuitBreaker breaker;
  private final ThreadPool threads;
  private final Client client;
  private final Semaphore running = new Semaphore(MAX_RUNNING);

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

  /** What to do with what was found in an index; adds to the answer. */
  @FunctionalInterface
  interface Work {
    void on(Client client, String index, NearDuplicates found, Map<String, Object> answer);
  }

  /** A client whose requests are no children of the task, which a cancelled one may not have. */
  static Client unparented(Client client) {
    return client instanceof ParentTaskAssigningClient child ? child.unwrap() : client;
  }

  /** Runs on a thread of its own and answers then. */
  void run(
      Task task, GroupsRequest request, ActionListener<NearDuplicateResponse> listener, Work work) {
    if (!running.tryAcquire()) {
      throw new OpenSearchRejectedExecutionException(
          "this node runs " + MAX_RUNNING + " searches for near-duplicates already, ask again");
    }
    ActionListener<NearDuplicateResponse> last =
        ActionListener.runBefore(listener, running::release);
    threads
        .generic()
        .execute(ActionRunnable.supply(last, () -> runOrCancel((GroupsTask) task, request, work)));
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
    TextCheck check;
    try (IndexMapping mapping = new IndexMapping(indices, index)) {
      check = TextCheck.of(request.verify(), mapping, mapping.field(request.field()).name());
    }
    Client child = new ParentTaskAssigningClient(client, cluster.localNode(), task);
    if (!request.isDryRun()) {
      new OtherSweeps(client, threads, cluster.localNode().getId()).refuseBeside(task, name);
    }
    task.await(child.admin().indices().prepareRefresh(name).execute());
    Reservation memory = new Reservation(name);
    try {
      Fingerprints documents =
          new Gathering(child, task, idLength -> memory.add(BYTES_PER_DOCUMENT + 2 * idLength))
              .run(name, request, pageSize(index));
      long features = check.isOn() ? NearDuplicates.maxFeatureBytes() : 0;
      memory.add(NearDuplicates.pairBytes(documents.size()) + features);
      PairCheck pairs = new PairCheck(child, task, name, documents, check, features);
      NearDuplicates found = NearDuplicates.of(documents, request.maxDistance(), pairs, task);
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
      memory.close();
    }
  }

  private static int pageSize(IndexMetadata index) {
    return Math.min(MAX_PAGE, IndexSettings.MAX_RESULT_WINDOW_SETTING.get(index.getSettings()));
  }

  /** Bytes that the circuit breaker knows of, until this is closed. */
  private final class Reservation {
    private final String index;
    private long bytes;

    Reservation(String index) {
      this.index = index;
    }

    void add(long more) {
      breaker.addEstimateBytesAndMaybeBreak(more, "near-duplicates of " + index);
      bytes += more;
    }

    void close() {
      breaker.addWithoutBreaking(-bytes);
    }
  }
}
