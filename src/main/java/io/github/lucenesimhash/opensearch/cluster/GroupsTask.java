package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.opensearch.SimHashPlugin;
import java.io.IOException;
import java.util.Map;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.OpenSearchTimeoutException;
import org.opensearch.common.action.ActionFuture;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.tasks.CancellableTask;
import org.opensearch.tasks.Task;
import org.opensearch.transport.client.Client;

/** {@code _groups} or {@code _sweep} under way: shows its progress, and can be cancelled. */
final class GroupsTask extends CancellableTask {

  private static final TimeValue LOOK = TimeValue.timeValueMillis(50);

  private volatile Phase phase = new Phase("waiting", 0, 0, null);

  GroupsTask(
      long id,
      String type,
      String action,
      String description,
      TaskId parent,
      Map<String, String> headers) {
    super(id, type, action, description, parent, headers);
  }

  /** What a request that has changed nothing fails with where the cluster does not answer. */
  static OpenSearchStatusException unavailable(String message, Object... values) {
    return new OpenSearchStatusException(
        message + ": nothing was changed, ask again", RestStatus.SERVICE_UNAVAILABLE, values);
  }

  /** Shows its progress, and ends the task if it was cancelled. */
  void advance(String name, long done, long total) {
    phase = new Phase(name, done, total, phase.deletesFrom());
    ensureNotCancelled();
  }

  /** Shows from now on that it is to delete documents of an index. */
  void deletesFrom(String index) {
    phase = new Phase("waiting", 0, 0, index);
  }

  void ensureNotCancelled() {
    if (isCancelled()) {
      Phase last = phase;
      String share = last.name() + ", " + last.done() + " of " + last.total();
      throw new TaskCancelledException("cancelled while " + share + ": " + getReasonCancelled());
    }
  }

  @Override
  public Phase getStatus() {
    return phase;
  }

  @Override
  public boolean shouldCancelChildrenOnCancellation() {
    return true;
  }

  /** A task at work on an index; the requests of its client are children of the task. */
  record Work(NodeServices node, GroupsTask task, String index) {

    Client client() {
      return node.client(task);
    }

    /** The answer to a request, for which a cancelled task does not wait. */
    <T> T await(ActionFuture<T> answer) {
      while (!answer.isDone()) {
        task.ensureNotCancelled();
        try {
          return answer.actionGet(LOOK);
        } catch (OpenSearchTimeoutException e) {
          // not there yet, or it failed by a timeout of its own
        }
      }
      return answer.actionGet();
    }
  }

  /** What the task does now, and the index that it is to delete documents from, or null. */
  record Phase(String name, long done, long total, String deletesFrom) implements Task.Status {

    static final String NAME = "simhash_groups";

    Phase(StreamInput in) throws IOException {
      this(
          SimHashPlugin.afterVersion(in).readString(),
          in.readVLong(),
          in.readVLong(),
          in.readOptionalString());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      SimHashPlugin.writeVersion(out);
      out.writeString(name);
      out.writeVLong(done);
      out.writeVLong(total);
      out.writeOptionalString(deletesFrom);
    }

    @Override
    public String getWriteableName() {
      return NAME;
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
      builder.startObject().field("phase", name).field("done", done).field("total", total);
      if (deletesFrom != null) {
        builder.field("deletes_from", deletesFrom);
      }
      return builder.endObject();
    }
  }
}
