package io.github.lucenesimhash.opensearch;

import java.io.IOException;
import java.util.Map;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.tasks.CancellableTask;
import org.opensearch.tasks.Task;

/** {@code _groups} or {@code _sweep} at work: tells how far it is, and can be cancelled. */
final class GroupsTask extends CancellableTask {

  private volatile Progress progress = new Progress("waiting", 0, 0);

  GroupsTask(
      long id,
      String type,
      String action,
      String description,
      TaskId parent,
      Map<String, String> headers) {
    super(id, type, action, description, parent, headers);
  }

  /**
   * Notes how far it is.
   *
   * @throws TaskCancelledException if the task was cancelled
   */
  void advance(String phase, long done, long total) {
    progress = new Progress(phase, done, total);
    ensureNotCancelled();
  }

  /**
   * @throws TaskCancelledException if the task was cancelled
   */
  void ensureNotCancelled() {
    if (isCancelled()) {
      throw new TaskCancelledException(
          "cancelled while " + progress.phase() + ": " + getReasonCancelled());
    }
  }

  @Override
  public Progress getStatus() {
    return progress;
  }

  @Override
  public boolean shouldCancelChildrenOnCancellation() {
    return true;
  }

  /** How far a phase is. */
  record Progress(String phase, long done, long total) implements Task.Status {

    static final String NAME = "simhash_groups";

    Progress(StreamInput in) throws IOException {
      this(in.readString(), in.readVLong(), in.readVLong());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeString(phase);
      out.writeVLong(done);
      out.writeVLong(total);
    }

    @Override
    public String getWriteableName() {
      return NAME;
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
      return builder
          .startObject()
          .field("phase", phase)
          .field("done", done)
          .field("total", total)
          .endObject();
    }
  }
}
