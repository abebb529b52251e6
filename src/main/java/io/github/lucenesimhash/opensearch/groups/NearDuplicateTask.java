package io.github.lucenesimhash.opensearch.groups;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.opensearch.OpenSearchException;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.admin.indices.refresh.RefreshResponse;
import org.opensearch.common.CheckedSupplier;
import org.opensearch.common.action.ActionFuture;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.common.xcontent.json.JsonXContent;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.tasks.CancellableTask;
import org.opensearch.tasks.RawTaskStatus;
import org.opensearch.tasks.Task;
import org.opensearch.transport.client.Client;
import org.opensearch.transport.client.ParentTaskAssigningClient;

/**
 * The task of a {@code _groups} or {@code _sweep} request. It ends early if it is cancelled or its
 * time is over, and shows the progress of the request.
 */
final class NearDuplicateTask extends CancellableTask {

  private static final String DELETES_FROM = "deletes_from";

  private final TimeValue timeout;
  private volatile Phase phase;
  private volatile String deletesFrom;
  private volatile Future<?> awaited;

  NearDuplicateTask(
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

  /** Returns the failure of a request that ends before any change and may succeed when repeated. */
  static OpenSearchStatusException unavailable(String message, Object... values) {
    return new OpenSearchStatusException(
        message + ": nothing was changed, try again", RestStatus.SERVICE_UNAVAILABLE, values);
  }

  /** Shows the progress. Throws an exception if the task is cancelled or its time is over. */
  void advance(String name, long done, long total) {
    phase = new Phase(name, done, total, deletesFrom);
    ensureMayGoOn();
  }

  /** Makes the status name the indexes, comma-separated, that this task will delete from. */
  void deletesFrom(String indices) {
    deletesFrom = indices;
    advance("waiting", 0, 0);
  }

  void ensureMayGoOn() {
    if (isCancelled()) {
      Phase last = phase;
      String share =
          last == null ? "" : " while " + last.name + ", " + last.done + " of " + last.total;
      throw new TaskCancelledException("cancelled" + share + ": " + getReasonCancelled());
    }
    if (isTimeOver()) {
      throw new OpenSearchStatusException(
          "the request did not end within [{}]: try again", RestStatus.REQUEST_TIMEOUT, timeout);
    }
  }

  private boolean isTimeOver() {
    return System.nanoTime() - getStartTimeNanos() >= timeout.nanos();
  }

  /** Returns at least the remaining time in whole milliseconds, and at least one millisecond. */
  TimeValue timeLeft() {
    long left = timeout.nanos() - (System.nanoTime() - getStartTimeNanos());
    return TimeValue.timeValueMillis(Math.max(0, left) / 1_000_000 + 1);
  }

  @Override
  public RawTaskStatus getStatus() {
    Phase shown = phase;
    return shown == null ? null : shown.status();
  }

  @Override
  protected void onCancelled() {
    Future<?> answer = awaited;
    if (answer != null) {
      answer.cancel(false);
    }
  }

  @Override
  public boolean shouldCancelChildrenOnCancellation() {
    return true;
  }

  /** A running task, which works on one thread. */
  record Work(NodeServices node, NearDuplicateTask task) {

    private static final long FIRST_PAUSE = 50;
    private static final long LAST_PAUSE = 5_000;

    Client client() {
      return new ParentTaskAssigningClient(node.client(), node.cluster().localNode(), task);
    }

    RefreshResponse refresh(String... names) {
      return await(client -> client.admin().indices().prepareRefresh(names).execute());
    }

    /**
     * Returns the result of a request. Repeats the request for some seconds while it fails with a
     * status of 5xx, because the shards of a node that goes away start on another node. The request
     * must only read.
     */
    <T> T persistently(CheckedSupplier<T, IOException> request) throws IOException {
      for (long millis = FIRST_PAUSE; ; millis *= 2) {
        try {
          return request.get();
        } catch (OpenSearchException e) {
          task.ensureMayGoOn();
          if (millis > LAST_PAUSE || e.status().getStatus() < 500) {
            throw e;
          }
        }
        try {
          Thread.sleep(millis);
        } catch (InterruptedException e) {
          throw new IOException(e);
        }
      }
    }

    /** Returns the answer to a request. Fails if the task must end before or during the request. */
    <T> T await(Function<Client, ActionFuture<T>> request) {
      task.ensureMayGoOn();
      ActionFuture<T> answer = request.apply(client());
      task.awaited = answer;
      try {
        task.ensureMayGoOn(); // onCancelled may have run before it could see the answer
        return answer.actionGet(task.timeLeft());
      } catch (OpenSearchException | CancellationException e) {
        task.ensureMayGoOn(); // the end of the task is the reason, not the failure of its request
        throw e;
      }
    }
  }

  /** The current phase of a task, and the indexes that the task will delete from, or null. */
  private record Phase(String name, long done, long total, String deletesFrom) {

    /** Returns a status that every node can read, even without this plugin. */
    RawTaskStatus status() {
      try (XContentBuilder builder = JsonXContent.contentBuilder().startObject()) {
        builder.field("phase", name).field("done", done).field("total", total);
        if (deletesFrom != null) {
          builder.field(DELETES_FROM, deletesFrom);
        }
        return new RawTaskStatus(BytesReference.bytes(builder.endObject()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Returns the indexes that a task will delete from according to its status, or an empty list. */
  static List<String> swept(Task.Status status) {
    return status instanceof RawTaskStatus raw
            && raw.toMap().get(DELETES_FROM) instanceof String indices
        ? List.of(indices.split(",", -1))
        : List.of();
  }
}
