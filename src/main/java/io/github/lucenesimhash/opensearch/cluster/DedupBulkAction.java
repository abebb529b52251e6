package io.github.lucenesimhash.opensearch.cluster;

import static org.opensearch.cluster.metadata.MetadataIndexTemplateService.findV1Templates;
import static org.opensearch.cluster.metadata.MetadataIndexTemplateService.findV2Template;

import io.github.lucenesimhash.opensearch.cluster.NearDuplicateRequest.Answer;
import io.github.lucenesimhash.opensearch.cluster.NearDuplicateTask.Work;
import io.github.lucenesimhash.opensearch.cluster.NodeServices.PrimaryRequest;
import java.io.IOException;
import java.util.List;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.ResourceAlreadyExistsException;
import org.opensearch.action.ActionType;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.admin.indices.create.AutoCreateAction;
import org.opensearch.action.admin.indices.create.CreateIndexRequest;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.AutoCreateIndex;
import org.opensearch.action.support.ChannelActionListener;
import org.opensearch.action.support.TransportAction;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.Metadata;
import org.opensearch.common.inject.Inject;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Setting.Property;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.index.Index;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.index.IndexNotFoundException;
import org.opensearch.index.shard.ShardNotFoundException;
import org.opensearch.tasks.Task;
import org.opensearch.threadpool.ThreadPool;

/**
 * {@code _plugins/_simhash/INDEX/_bulk}: looks in all shards for near-duplicates of documents, and
 * adds the documents then. The requests for an index take turns on one node ({@link Sequencer}), so
 * that each sees what the ones before it added. What a request brings is reserved at the circuit
 * breakers of that node and the one that was asked.
 */
public final class DedupBulkAction extends TransportAction<DedupBulkRequest, Answer> {

  static final ActionType<Answer> TYPE = Answer.action("indices:data/write/simhash/bulk");

  /** Requests that may wait for their turn, for each node and index. */
  static final Setting<Integer> QUEUE_SIZE =
      Setting.intSetting("simhash.bulk.queue_size", 200, 0, Property.NodeScope, Property.Dynamic);

  private static final String DECIDE = TYPE.name() + "[p]";

  private final NodeServices node;
  private final Sequencer sequencer;
  private final AutoCreateIndex autoCreate;

  @Inject
  public DedupBulkAction(ActionFilters filters, NodeServices node, AutoCreateIndex autoCreate) {
    super(TYPE.name(), filters, node.transport().getTaskManager());
    this.node = node;
    this.autoCreate = autoCreate;
    sequencer = new Sequencer(node);
    new ShardLookup(node);
    node.transport()
        .registerRequestHandler(
            DECIDE,
            ThreadPool.Names.SAME,
            DedupBulkRequest::new,
            (request, channel, task) ->
                node.start(
                    new ChannelActionListener<>(channel, DECIDE, request),
                    () -> decide((NearDuplicateTask) task, request)));
  }

  /** Sends it to the node that decides, which may be this one. */
  @Override
  protected void doExecute(Task task, DedupBulkRequest request, ActionListener<Answer> listener) {
    request.giveIds();
    node.start(
        listener,
        () -> {
          create((NearDuplicateTask) task, request);
          return send((NearDuplicateTask) task, request);
        });
  }

  /** As the ordinary bulk does, but only by a template: nothing else would give it the field. */
  private void create(NearDuplicateTask task, DedupBulkRequest request) {
    ClusterState state = node.cluster().state();
    if (node.names().hasIndexAbstraction(request.index, state)
        || !hasTemplate(state.metadata(), request.index)
        || request.documents.requests().stream().anyMatch(DocWriteRequest::isRequireAlias)
        || !autoCreate.shouldAutoCreate(request.index, state)) {
      return;
    }
    CreateIndexRequest index = new CreateIndexRequest(request.index).cause("auto(simhash bulk)");
    try {
      new Work(node, task, request.index)
          .await(client -> client.execute(AutoCreateAction.INSTANCE, index));
    } catch (ResourceAlreadyExistsException e) {
      // another request was faster
    }
  }

  private static boolean hasTemplate(Metadata metadata, String name) {
    return findV2Template(metadata, name, false) != null
        || !findV1Templates(metadata, name, null).isEmpty();
  }

  private Answer send(NearDuplicateTask task, DedupBulkRequest request) throws IOException {
    Index index = node.index(request).getIndex();
    Work work = new Work(node, task, index.getName());
    try (var memory = node.new Memory("documents for " + index.getName())) {
      memory.add(request.documents.estimatedSizeInBytes());
      Answer answer = ask(work, index, request);
      List<Integer> left = answer.takeNumbers(DedupBulk.LEFT);
      while (!left.isEmpty() && work.pause()) {
        Answer rest;
        try {
          rest = ask(work, index, new DedupBulkRequest(request, left, task.timeLeft()));
        } catch (IOException | RuntimeException e) {
          break; // they have an answer that says that they were left
        }
        answer.fill(left, rest);
        left = rest.takeNumbers(DedupBulk.LEFT).stream().map(left::get).toList();
      }
      if (!left.isEmpty()) {
        answer.put("errors", true);
      }
      return answer.put("took", (System.nanoTime() - task.getStartTimeNanos()) / 1_000_000);
    }
  }

  private Answer ask(Work work, Index index, DedupBulkRequest request) throws IOException {
    try {
      return new PrimaryRequest<>(work, Sequencer.shard(index), DECIDE, request, Answer::new)
          .join();
    } catch (ShardNotFoundException | IndexNotFoundException e) {
      requireSame(request, index);
      throw e;
    }
  }

  /** A name may be given to another index while a request waits. */
  private void requireSame(DedupBulkRequest request, Index index) {
    if (!node.index(request).getIndex().equals(index)) {
      throw NearDuplicateTask.unavailable("[{}] stands for another index now", request.index);
    }
  }

  private Answer decide(NearDuplicateTask task, DedupBulkRequest request) throws IOException {
    Index index = node.index(request).getIndex();
    Work work = new Work(node, task, index.getName());
    int queueSize = node.cluster().getClusterSettings().get(QUEUE_SIZE);
    try (var memory = node.new Memory("documents for " + index.getName());
        var turn = sequencer.turn(index, queueSize)) {
      memory.add(request.documents.estimatedSizeInBytes());
      Leadership leadership;
      try {
        work.await(client -> turn);
        leadership = sequencer.takeOver(work, index);
      } catch (OpenSearchStatusException e) { // its time is over
        throw new OpenSearchStatusException(
            "its turn did not come within [{}]: nothing was sent, ask again",
            RestStatus.REQUEST_TIMEOUT,
            request.timeout);
      }
      requireSame(request, index);
      IndexMetadata metadata = node.cluster().state().metadata().getIndexSafe(index);
      try (IndexMapping mapping = new IndexMapping(node.indices(), metadata)) {
        if (request.field.equals(DedupBulkRequest.ONLY_FIELD)) {
          request.field = mapping.onlyField();
        }
        return new DedupBulk(work, metadata, mapping, request, leadership, memory).run();
      }
    } catch (TaskCancelledException e) {
      throw NearDuplicateTask.unavailable(e.getMessage());
    }
  }
}
