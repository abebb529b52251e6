package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.opensearch.cluster.NearDuplicateRequest.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.opensearch.action.ActionType;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.TransportAction;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.inject.Inject;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Setting.Property;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.concurrency.OpenSearchRejectedExecutionException;
import org.opensearch.core.index.Index;
import org.opensearch.tasks.Task;

/**
 * {@code _simhash/INDEX/_bulk}: looks in all shards for near-duplicates of documents, and adds the
 * documents then. The requests of one node and index take turns, so that each sees what the ones
 * before it added; those of two nodes do not. No thread waits for anything. What a request brings
 * is announced to the node's circuit breaker.
 */
public final class DedupBulkAction extends TransportAction<DedupBulkRequest, Answer> {

  static final ActionType<Answer> TYPE = Answer.action("indices:data/write/simhash/bulk");

  /** Requests that may wait for their turn, for each node and index. */
  static final Setting<Integer> QUEUE_SIZE =
      Setting.intSetting("simhash.bulk.queue_size", 200, 0, Property.NodeScope, Property.Dynamic);

  private final NodeServices node;
  private final Turns turns;

  /** For the node. */
  @Inject
  public DedupBulkAction(ActionFilters filters, NodeServices node) {
    super(TYPE.name(), filters, node.transport().getTaskManager());
    this.node = node;
    turns = new Turns(node.threads(), QUEUE_SIZE.get(node.cluster().getSettings()));
    node.cluster().getClusterSettings().addSettingsUpdateConsumer(QUEUE_SIZE, turns::maxWaiting);
  }

  @Override
  protected void doExecute(Task task, DedupBulkRequest request, ActionListener<Answer> listener) {
    DedupBulkTask work = (DedupBulkTask) task;
    Index index = node.index(request).getIndex();
    NodeServices.Memory memory = node.new Memory("documents for " + index.getName());
    memory.add(request.documents.estimatedSizeInBytes());
    ActionListener<Answer> answer =
        ActionListener.notifyOnce(ActionListener.runBefore(listener, memory::close));
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
      DedupBulkTask task, Index index, DedupBulkRequest request, ActionListener<Answer> listener) {
    IndexMetadata metadata = node.cluster().state().metadata().getIndexSafe(index);
    DedupBulkTask.Work work = new DedupBulkTask.Work(task, node.client(task), node.threads());
    DedupBulk bulk;
    try (IndexMapping mapping = new IndexMapping(node.indices(), metadata)) {
      bulk = new DedupBulk(work, metadata, mapping, request);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    bulk.run(
        ActionListener.map(
            listener,
            answer -> {
              answer.put("took", (System.nanoTime() - task.getStartTimeNanos()) / 1_000_000);
              return new Answer(answer);
            }));
  }
}
