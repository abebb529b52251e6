package io.github.lucenesimhash.opensearch.cluster;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.admin.indices.refresh.RefreshRequest;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.search.MultiSearchRequest;
import org.opensearch.action.search.MultiSearchResponse;
import org.opensearch.action.support.ListenerTimeouts;
import org.opensearch.action.support.ThreadedActionListener;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.client.Client;

/**
 * What a task asks the cluster. Answers come on a thread of the write pool; to a question no later
 * than the task's time is over. Nothing is begun after that, or once the task is cancelled.
 */
final class DedupBulkClient {

  private static final Logger LOGGER = LogManager.getLogger(DedupBulkClient.class);

  private final Client client;
  private final ThreadPool threads;
  private final DedupBulkTask task;

  DedupBulkClient(Client client, ThreadPool threads, DedupBulkTask task) {
    this.client = client;
    this.threads = threads;
    this.task = task;
  }

  /** Refreshes all copies of all shards; one that cannot be refreshed is a failure. */
  void refresh(String index, ActionListener<Void> listener) {
    if (isStopped(listener)) {
      return;
    }
    client
        .admin()
        .indices()
        .refresh(
            new RefreshRequest(index),
            ActionListener.map(
                inTime(listener),
                response -> {
                  if (response.getFailedShards() > 0) {
                    throw new OpenSearchStatusException(
                        "{} copies of shards cannot be refreshed: {}",
                        RestStatus.SERVICE_UNAVAILABLE,
                        response.getFailedShards(),
                        response.getShardFailures()[0].reason());
                  }
                  return null;
                }));
  }

  void search(MultiSearchRequest searches, ActionListener<MultiSearchResponse> listener) {
    if (isStopped(listener)) {
      return;
    }
    searches.requests().forEach(search -> search.setCancelAfterTimeInterval(task.timeLeft()));
    client.multiSearch(searches, inTime(listener));
  }

  /** Waits until it is known what was done, however long that takes. */
  void write(BulkRequest bulk, ActionListener<BulkResponse> listener) {
    if (isStopped(listener)) {
      return;
    }
    bulk.timeout(task.timeLeft());
    client.bulk(bulk, onThread(listener));
  }

  private boolean isStopped(ActionListener<?> listener) {
    Exception reason = task.stopReason();
    if (reason != null) {
      listener.onFailure(reason);
    }
    return reason != null;
  }

  private <T> ActionListener<T> onThread(ActionListener<T> listener) {
    return new ThreadedActionListener<>(LOGGER, threads, ThreadPool.Names.WRITE, listener, true);
  }

  private <T> ActionListener<T> inTime(ActionListener<T> listener) {
    ActionListener<T> answered = onThread(listener);
    return ListenerTimeouts.wrapWithTimeout(
        threads,
        task.timeLeft(),
        ThreadPool.Names.SAME,
        answered,
        // what it is given has ended already
        ended -> answered.onFailure(task.late()));
  }
}
