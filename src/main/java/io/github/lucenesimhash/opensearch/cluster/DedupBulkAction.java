package io.github.lucenesimhash.opensearch.cluster;

import static org.opensearch.action.ValidateActions.addValidationError;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.opensearch.cluster.NearDuplicateRequest.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.opensearch.action.ActionRequestValidationException;
import org.opensearch.action.ActionType;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkShardRequest;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.ActiveShardCount;
import org.opensearch.action.support.TransportAction;
import org.opensearch.cluster.metadata.AliasMetadata;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.inject.Inject;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Setting.Property;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.logging.LoggerMessageFormat;
import org.opensearch.core.concurrency.OpenSearchRejectedExecutionException;
import org.opensearch.core.index.Index;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.index.IndexSettings;
import org.opensearch.ingest.IngestService;
import org.opensearch.rest.RestRequest;
import org.opensearch.tasks.Task;

/**
 * {@code _simhash/INDEX/_bulk}: looks in all shards for near-duplicates of documents, and adds the
 * documents then. The requests of one node and index take turns, so that each sees what the ones
 * before it added; those of two nodes do not. No thread waits for anything. What a request brings
 * is announced to the node's circuit breaker.
 */
public final class DedupBulkAction extends TransportAction<DedupBulkAction.Request, Answer> {

  static final ActionType<Answer> TYPE = Answer.action("indices:data/write/simhash/bulk");

  /** Requests that may wait for their turn, for each node and index. */
  static final Setting<Integer> QUEUE_SIZE =
      Setting.intSetting("simhash.bulk.queue_size", 200, 0, Property.NodeScope, Property.Dynamic);

  private final NodeServices node;
  private final Turns turns;

  @Inject
  public DedupBulkAction(ActionFilters filters, NodeServices node) {
    super(TYPE.name(), filters, node.transport().getTaskManager());
    this.node = node;
    turns = new Turns(node.threads(), QUEUE_SIZE.get(node.cluster().getSettings()));
    node.cluster().getClusterSettings().addSettingsUpdateConsumer(QUEUE_SIZE, turns::maxWaiting);
  }

  @Override
  protected void doExecute(Task task, Request request, ActionListener<Answer> listener) {
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
      DedupBulkTask task, Index index, Request request, ActionListener<Answer> listener) {
    IndexMetadata metadata = node.cluster().state().metadata().getIndexSafe(index);
    DedupBulkTask.Work work = new DedupBulkTask.Work(node, task);
    DedupBulk bulk;
    try (IndexMapping mapping = new IndexMapping(node.indices(), metadata)) {
      bulk = new DedupBulk(work, metadata, mapping, request);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    bulk.run(
        ActionListener.map(
            listener,
            answer ->
                answer.put("took", (System.nanoTime() - task.getStartTimeNanos()) / 1_000_000)));
  }

  /** Documents that are to be added if they have no near-duplicate, or marked if they have. */
  static final class Request extends NearDuplicateRequest {

    /** The field that gets the id of a near-duplicate's group; null to skip near-duplicates. */
    final String mark;

    /** Their timeout is that of the whole request. */
    final BulkRequest documents = new BulkRequest();

    private Request(String index, String mark) {
      super(index);
      this.mark = mark;
    }

    /** The body is as {@code POST /INDEX/_bulk} takes it. */
    static Request of(RestRequest rest) throws IOException {
      Request request = new Request(rest.param("index"), rest.param("mark"));
      BulkRequest documents = request.documents;
      documents.timeout(rest.paramAsTime("timeout", BulkShardRequest.DEFAULT_TIMEOUT));
      if (rest.hasParam("wait_for_active_shards")) {
        documents.waitForActiveShards(
            ActiveShardCount.parseString(rest.param("wait_for_active_shards")));
      }
      documents.add(
          rest.requiredContent(),
          request.index,
          rest.param("routing"),
          null,
          rest.param("pipeline"),
          rest.paramAsBoolean(DocWriteRequest.REQUIRE_ALIAS, null),
          false,
          rest.getMediaType());
      request.field = rest.param("field");
      request.maxDistance = rest.paramAsInt("max_distance", FingerprintScheme.DEFAULT_DISTANCE);
      if (rest.hasParam("verify")) {
        request.verify(rest.param("verify"));
      }
      request.verifyField = rest.param("verify_field");
      return request;
    }

    @Override
    public ActionRequestValidationException validate() {
      ActionRequestValidationException errors = super.validate();
      if (documents.timeout().nanos() <= 0) {
        String message = "timeout is [" + documents.timeout() + "], expected more than 0";
        errors = addValidationError(message, errors);
      }
      return errors == null ? documents.validate() : errors;
    }

    @Override
    public DedupBulkTask createTask(
        long id, String type, String action, TaskId parent, Map<String, String> headers) {
      return new DedupBulkTask(
          id, type, action, getDescription(), parent, headers, documents.timeout());
    }

    @Override
    public String getDescription() {
      return LoggerMessageFormat.format(
          "{} actions on [{}], looked at by [{}] within {}",
          documents.numberOfActions(),
          index,
          field,
          maxDistance);
    }

    /** Whether a search by the name that the request has shows each document as it was sent. */
    boolean showsWhatItSends(IndexMetadata metadata) {
      AliasMetadata alias = metadata.getAliases().get(index);
      return (alias == null
              ? index.equals(metadata.getIndex().getName())
              : !alias.filteringRequired() && alias.searchRouting() == null)
          && isNone(IndexSettings.DEFAULT_PIPELINE.get(metadata.getSettings()))
          && isNone(IndexSettings.FINAL_PIPELINE.get(metadata.getSettings()))
          && documents.requests().stream()
              .allMatch(
                  action -> !(action instanceof IndexRequest item) || isNone(item.getPipeline()));
    }

    private static boolean isNone(String pipeline) {
      return pipeline == null || pipeline.equals(IngestService.NOOP_PIPELINE_NAME);
    }
  }
}
