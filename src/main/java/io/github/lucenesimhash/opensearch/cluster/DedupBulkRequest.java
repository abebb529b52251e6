package io.github.lucenesimhash.opensearch.cluster;

import static org.opensearch.cluster.metadata.DataStream.BACKING_INDEX_PREFIX;

import io.github.lucenesimhash.opensearch.BadRequest;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.opensearch.action.ActionRequestValidationException;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.DocWriteRequest.OpType;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkShardRequest;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.action.support.ActiveShardCount;
import org.opensearch.cluster.metadata.AliasMetadata;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.UUIDs;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.common.xcontent.LoggingDeprecationHandler;
import org.opensearch.common.xcontent.XContentHelper;
import org.opensearch.core.ParseField;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.ObjectParser;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.core.xcontent.XContentParser.Token;
import org.opensearch.index.IndexSettings;
import org.opensearch.ingest.IngestService;
import org.opensearch.rest.RestRequest;
import org.opensearch.search.fetch.subphase.FetchSourceContext;

/** Documents that are to be added if they have no near-duplicate, or marked if they have. */
final class DedupBulkRequest extends NearDuplicateRequest {

  /** Stands for the one field of the index, where a request names none. */
  static final String ONLY_FIELD = "";

  private static final Set<String> ACTIONS =
      Stream.of(OpType.values()).map(OpType::getLowercase).collect(Collectors.toSet());

  private static final ObjectParser<DedupBulkRequest, Void> PARSER =
      parser("options in the first line");

  static {
    PARSER.declareString((request, field) -> request.mark = field, new ParseField("mark"));
    PARSER.declareString((request, time) -> request.window = time, new ParseField("window"));
    PARSER.declareString(
        (request, field) -> request.dateField = field, new ParseField("date_field"));
    PARSER.declareString(
        (request, field) -> request.tenantField = field, new ParseField("tenant_field"));
  }

  /* As the first line gives them. */

  private String window;
  private String dateField;
  private String tenantField;

  /** The field that gets the id of a near-duplicate's group; null to skip near-duplicates. */
  String mark;

  final BulkRequest documents;

  /** The body is as {@code POST /INDEX/_bulk} takes it, behind a line of options or without. */
  DedupBulkRequest(RestRequest rest) throws IOException {
    super(rest, BulkShardRequest.DEFAULT_TIMEOUT);
    documents = new BulkRequest().setRefreshPolicy(rest.param("refresh"));
    if (rest.hasParam("wait_for_active_shards")) {
      documents.waitForActiveShards(
          ActiveShardCount.parseString(rest.param("wait_for_active_shards")));
    }
    field = ONLY_FIELD;
    documents.add(
        readOptions(rest),
        index,
        rest.param("routing"),
        FetchSourceContext.parseFromRestRequest(rest),
        rest.param("pipeline"),
        rest.paramAsBoolean(DocWriteRequest.REQUIRE_ALIAS, null),
        true,
        rest.getMediaType());
    scope = Scope.of(window, dateField, tenantField);
    for (DocWriteRequest<?> action : documents.requests()) {
      if (!action.index().equals(index)) {
        throw BadRequest.of(
            "an action has _index [{}], expected [{}] as in the path, or none",
            action.index(),
            index);
      }
    }
  }

  /** {@return the lines behind that of options, which is not there if the first is an action} */
  private BytesReference readOptions(RestRequest rest) throws IOException {
    BytesReference body = rest.requiredContent();
    byte separator = rest.getMediaType().xContent().streamSeparator();
    int start = 0;
    while (start < body.length() && body.get(start) == separator) {
      start++;
    }
    int end = body.indexOf(separator, start);
    if (end < 0) {
      throw BadRequest.of(
          "the body has no line of actions, expected one of options, such as"
              + " [{\"field\": \"near\"}], and actions and documents behind it");
    }
    BytesReference line = body.slice(start, end - start);
    try (XContentParser action = parser(rest, line)) {
      if (action.nextToken() == Token.START_OBJECT
          && action.nextToken() == Token.FIELD_NAME
          && ACTIONS.contains(action.currentName())) {
        return body;
      }
    }
    try (XContentParser options = parser(rest, line)) {
      PARSER.parse(options, this, null);
    }
    return body.slice(end + 1, body.length() - end - 1);
  }

  private static XContentParser parser(RestRequest rest, BytesReference line) throws IOException {
    return XContentHelper.createParser(
        rest.getXContentRegistry(), LoggingDeprecationHandler.INSTANCE, line, rest.getMediaType());
  }

  /** Some documents of a request, by their numbers, in the time that is left. */
  DedupBulkRequest(DedupBulkRequest whole, List<Integer> numbers, TimeValue timeout) {
    super(whole.index);
    documents = whole.like();
    numbers.forEach(number -> documents.add(whole.documents.requests().get(number)));
    mark = whole.mark;
    field = whole.field;
    near = whole.near;
    verifyField = whole.verifyField;
    scope = whole.scope;
    this.timeout = timeout;
  }

  /** A bulk of no actions yet, which waits and refreshes as the documents are to. */
  BulkRequest like() {
    return new BulkRequest()
        .waitForActiveShards(documents.waitForActiveShards())
        .setRefreshPolicy(documents.getRefreshPolicy());
  }

  DedupBulkRequest(StreamInput in) throws IOException {
    super(in);
    mark = in.readOptionalString();
    BulkRequest sent = new BulkRequest(in); // which does not know its size any more
    documents =
        new BulkRequest()
            .timeout(sent.timeout())
            .waitForActiveShards(sent.waitForActiveShards())
            .setRefreshPolicy(sent.getRefreshPolicy());
    sent.requests().forEach(action -> documents.add(action));
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    out.writeOptionalString(mark);
    documents.writeTo(out);
  }

  /** A document that has no id gets one here: it stays the same where the request goes twice. */
  void giveIds() {
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
    return actions + ", looked at by [" + field + "] " + near.given();
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
