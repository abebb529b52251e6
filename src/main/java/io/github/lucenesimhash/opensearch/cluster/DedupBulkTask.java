package io.github.lucenesimhash.opensearch.cluster;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.tasks.CancellableTask;

/** A {@code _simhash/INDEX/_bulk} at work: ends early if it is cancelled or its time is over. */
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
  Exception stopReason() {
    if (isCancelled()) {
      return cancelled();
    }
    return System.nanoTime() - getStartTimeNanos() >= timeout.nanos() ? late() : null;
  }

  TaskCancelledException cancelled() {
    return new TaskCancelledException("cancelled: " + getReasonCancelled());
  }

  OpenSearchStatusException late() {
    return new OpenSearchStatusException(
        "the request was not done within [{}]: ask again", RestStatus.TOO_MANY_REQUESTS, timeout);
  }

  @Override
  public boolean shouldCancelChildrenOnCancellation() {
    return true;
  }
}
