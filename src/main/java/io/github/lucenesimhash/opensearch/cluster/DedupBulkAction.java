package io.github.lucenesimhash.opensearch.cluster;

import static org.opensearch.cluster.metadata.DataStream.BACKING_INDEX_PREFIX;
import static org.opensearch.cluster.metadata.MetadataIndexTemplateService.findV1Templates;
import static org.opensearch.cluster.metadata.MetadataIndexTemplateService.findV2Template;

import io.github.lucenesimhash.opensearch.cluster.NearDuplicateRequest.Answer;
import io.github.lucenesimhash.opensearch.cluster.NearDuplicateTask.Work;
import io.github.lucenesimhash.opensearch.cluster.Sequencer.Office;
import java.io.IOException;
import java.util.List;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.ResourceAlreadyExistsException;
import org.opensearch.action.ActionRequestValidationException;
import org.opensearch.action.ActionType;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.admin.indices.create.AutoCreateAction;
import org.opensearch.action.admin.indices.create.CreateIndexRequest;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkShardRequest;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.ActiveShardCount;
import org.opensearch.action.support.AutoCreateIndex;
import org.opensearch.action.support.ChannelActionListener;
import org.opensearch.action.support.TransportAction;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.AliasMetadata;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.Metadata;
import org.opensearch.common.UUIDs;
import org.opensearch.common.inject.Inject;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Setting.Property;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.concurrency.OpenSearchRejectedExecutionException;
import org.opensearch.core.index.Index;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.index.IndexNotFoundException;
import org.opensearch.index.IndexSettings;
import org.opensearch.index.shard.ShardNotFoundException;
import org.opensearch.ingest.IngestService;
import org.opensearch.rest.RestRequest;
import org.opensearch.tasks.Task;
import org.opensearch.threadpool.ThreadPool;

/**
 * {@code _simhash/INDEX/_bulk}: looks in all shards for near-duplicates of documents, and adds the
 * documents then. The requests for an index take turns on one node ({@link Sequencer}), so that
 * each sees what the ones before it added. What a request brings is announced to the circuit
 * breakers of that node and the one that was asked.
 */
public final class DedupBulkAction extends TransportAction<DedupBulkAction.Request, Answer> {

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
            Request::new,
            (request, channel, task) ->
                node.start(
                    new ChannelActionListener<>(channel, DECIDE, request),
                    () -> decide((NearDuplicateTask) task, request)));
  }

  /** Sends it to the node that decides, which may be this one. */
  @Override
  protected void doExecute(Task task, Request request, ActionListener<Answer> listener) {
    request.giveIds();
    node.start(
        listener,
        () -> {
          create((NearDuplicateTask) task, request);
          return send((NearDuplicateTask) task, request);
        });
  }

  /** As the ordinary bulk does, but only by a template: nothing else would give it the field. */
  private void create(NearDuplicateTask task, Request request) {
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

  private Answer send(NearDuplicateTask task, Request request) throws IOException {
    Index index = node.index(request).getIndex();
    Work work = new Work(node, task, index.getName());
    try (var memory = node.new Memory("documents for " + index.getName())) {
      memory.add(request.documents.estimatedSizeInBytes());
      Answer answer = ask(work, index, request);
      List<Integer> left = answer.takeNumbers(DedupBulk.LEFT);
      while (!left.isEmpty() && work.pause()) {
        Answer rest;
        try {
          rest = ask(work, index, new Request(request, left, task.timeLeft()));
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

  private Answer ask(Work work, Index index, Request request) throws IOException {
    try {
      return new PrimaryRequest<>(work, Sequencer.shard(index), DECIDE, request, Answer::new)
          .join();
    } catch (ShardNotFoundException | IndexNotFoundException e) {
      requireSame(request, index);
      throw e;
    }
  }

  /** A name may be given to another index while a request waits. */
  private void requireSame(Request request, Index index) {
    if (!node.index(request).getIndex().equals(index)) {
      throw NearDuplicateTask.unavailable("[{}] stands for another index now", request.index);
    }
  }

  private Answer decide(NearDuplicateTask task, Request request) throws IOException {
    Index index = node.index(request).getIndex();
    Work work = new Work(node, task, index.getName());
    int queueSize = node.cluster().getClusterSettings().get(QUEUE_SIZE);
    try (var memory = node.new Memory("documents for " + index.getName());
        var turn = sequencer.turn(index, queueSize)) {
      memory.add(request.documents.estimatedSizeInBytes());
      Office office;
      try {
        work.await(client -> turn);
        office = sequencer.takeOver(work, index);
      } catch (OpenSearchStatusException e) { // its time is over
        throw new OpenSearchRejectedExecutionException(
            "its turn did not come within [" + request.timeout + "]: nothing was sent, ask again");
      }
      requireSame(request, index);
      IndexMetadata metadata = node.cluster().state().metadata().getIndexSafe(index);
      try (IndexMapping mapping = new IndexMapping(node.indices(), metadata)) {
        return new DedupBulk(work, metadata, mapping, request, office).run();
      }
    } catch (TaskCancelledException e) {
      throw NearDuplicateTask.unavailable(e.getMessage());
    }
  }

  /** Documents that are to be added if they have no near-duplicate, or marked if they have. */
  static final class Request extends NearDuplicateRequest {

    /** The field that gets the id of a near-duplicate's group; null to skip near-duplicates. */
    final String mark;

    final BulkRequest documents;

    /** The body is as {@code POST /INDEX/_bulk} takes it. */
    Request(RestRequest rest) throws IOException {
      super(rest.param("index"));
      documents = new BulkRequest();
      mark = rest.param("mark");
      timeout = rest.paramAsTime("timeout", BulkShardRequest.DEFAULT_TIMEOUT);
      if (rest.hasParam("wait_for_active_shards")) {
        documents.waitForActiveShards(
            ActiveShardCount.parseString(rest.param("wait_for_active_shards")));
      }
      documents.add(
          rest.requiredContent(),
          index,
          rest.param("routing"),
          null,
          rest.param("pipeline"),
          rest.paramAsBoolean(DocWriteRequest.REQUIRE_ALIAS, null),
          false,
          rest.getMediaType());
      field = rest.param("field");
      maxDistance = rest.paramAsInt("max_distance", maxDistance);
      shortTexts = shortTexts.words(rest.param("short_texts")).guard(rest.param("guard"));
      if (rest.hasParam("verify")) {
        verify(rest.param("verify"));
      }
      verifyField = rest.param("verify_field");
      scope = Scope.of(rest);
    }

    /** Some documents of a request, by their numbers, in the time that is left. */
    Request(Request whole, List<Integer> numbers, TimeValue timeout) {
      super(whole.index);
      documents = new BulkRequest().waitForActiveShards(whole.documents.waitForActiveShards());
      numbers.forEach(number -> documents.add(whole.documents.requests().get(number)));
      mark = whole.mark;
      field = whole.field;
      maxDistance = whole.maxDistance;
      shortTexts = whole.shortTexts;
      verify = whole.verify;
      verifyField = whole.verifyField;
      scope = whole.scope;
      this.timeout = timeout;
    }

    Request(StreamInput in) throws IOException {
      super(in);
      mark = in.readOptionalString();
      documents = new BulkRequest(in);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      super.writeTo(out);
      out.writeOptionalString(mark);
      documents.writeTo(out);
    }

    /** A document that has no id gets one here: it stays the same where the request goes twice. */
    private void giveIds() {
      for (DocWriteRequest<?> action : documents.requests()) {
        if (action instanceof IndexRequest document && document.id() == null) {
          document.id(UUIDs.base64UUID());
        }
      }
    }

    @Override
    public ActionRequestValidationException validate() {
      ActionRequestValidationException errors = super.validate();
      return errors == null ? documents.validate() : errors;
    }

    @Override
    public boolean includeDataStreams() {
      return true;
    }

    @Override
    public String getDescription() {
      String actions = documents.numberOfActions() + " actions on [" + index + "]";
      return actions + ", looked at by [" + field + "] within " + maxDistance;
    }

    /** Whether the name that the request has shows all documents. */
    boolean showsAll(IndexMetadata metadata) {
      AliasMetadata alias = metadata.getAliases().get(index);
      return alias == null
          ? metadata.getIndex().getName().equals(index)
              || metadata.getIndex().getName().startsWith(BACKING_INDEX_PREFIX + index + "-")
          : !alias.filteringRequired() && alias.searchRouting() == null;
    }

    /** Whether no pipeline may change a document. */
    boolean isStoredAsSent(IndexMetadata metadata) {
      return isNone(IndexSettings.DEFAULT_PIPELINE.get(metadata.getSettings()))
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
