package io.github.lucenesimhash.opensearch.cluster;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.admin.indices.refresh.RefreshResponse;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.search.MultiSearchRequest;
import org.opensearch.action.search.MultiSearchResponse;
import org.opensearch.action.support.ListenerTimeouts;
import org.opensearch.action.support.ThreadedActionListener;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.tasks.CancellableTask;
import org.opensearch.threadpool.ThreadPool;

/** A {@code _simhash/INDEX/_bulk} under way: ends early if it is cancelled or its time is over. */
final class DedupBulkTask extends CancellableTask {

  private final TimeValue timeout;
  private volatile Runnable onCancelled = () -> {};

  DedupBulkTask(
      long id,
      String type,
      String action,
      String description,
      TaskId parent,
      Map<String, String> headers,
      TimeValue timeout) {
    super(id, type, action, description, parent, headers);
    this.timeout = timeout;
  }

  /** Called once or twice if the task is cancelled, at once if it was. */
  void onCancelled(Runnable action) {
    onCancelled = action;
    if (isCancelled()) {
      action.run();
    }
  }

  @Override
  protected void onCancelled() {
    onCancelled.run();
  }

  /** More than 0. */
  TimeValue timeLeft() {
    long used = System.nanoTime() - getStartTimeNanos();
    return TimeValue.timeValueNanos(
        Math.max(TimeUnit.MILLISECONDS.toNanos(1), timeout.nanos() - used));
  }

  /** Why nothing more may be begun, or null. */
  private Exception stopReason() {
    if (isCancelled()) {
      return cancelled();
    }
    return System.nanoTime() - getStartTimeNanos() >= timeout.nanos() ? late() : null;
  }

  TaskCancelledException cancelled() {
    return new TaskCancelledException("cancelled: " + getReasonCancelled());
  }

  private OpenSearchStatusException late() {
    return new OpenSearchStatusException(
        "the request was not done within [{}]: ask again", RestStatus.TOO_MANY_REQUESTS, timeout);
  }

  @Override
  public boolean shouldCancelChildrenOnCancellation() {
    return true;
  }

  /**
   * What the task asks the cluster. Answers come on a thread of the write pool; to a question no
   * later than the task's time is over. Nothing is begun after that, or once the task is cancelled.
   */
  record Work(NodeServices node, DedupBulkTask task) {

    private static final Logger LOGGER = LogManager.getLogger(DedupBulkTask.class);

    /** Refreshes all copies of all shards; one that cannot be refreshed is a failure. */
    void refresh(String index, ActionListener<Void> listener) {
      if (isStopped(listener)) {
        return;
      }
      ActionListener<RefreshResponse> refreshed =
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
              });
      node.client(task).admin().indices().prepareRefresh(index).execute(refreshed);
    }

    void search(MultiSearchRequest searches, ActionListener<MultiSearchResponse> listener) {
      if (isStopped(listener)) {
        return;
      }
      searches.requests().forEach(search -> search.setCancelAfterTimeInterval(task.timeLeft()));
      node.client(task).multiSearch(searches, inTime(listener));
    }

    /** Waits until it is known what was done, however long that takes. */
    void write(BulkRequest bulk, ActionListener<BulkResponse> listener) {
      if (isStopped(listener)) {
        return;
      }
      bulk.timeout(task.timeLeft());
      node.client(task).bulk(bulk, onThread(listener));
    }

    private boolean isStopped(ActionListener<?> listener) {
      Exception reason = task.stopReason();
      if (reason != null) {
        listener.onFailure(reason);
      }
      return reason != null;
    }

    private <T> ActionListener<T> onThread(ActionListener<T> listener) {
      return new ThreadedActionListener<>(
          LOGGER, node.threads(), ThreadPool.Names.WRITE, listener, true);
    }

    private <T> ActionListener<T> inTime(ActionListener<T> listener) {
      ActionListener<T> answered = onThread(listener);
      return ListenerTimeouts.wrapWithTimeout(
          node.threads(),
          task.timeLeft(),
          ThreadPool.Names.SAME,
          answered,
          // what it is given has ended already
          ended -> answered.onFailure(task.late()));
    }
  }
}
