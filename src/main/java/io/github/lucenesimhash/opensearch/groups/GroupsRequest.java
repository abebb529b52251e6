package io.github.lucenesimhash.opensearch.groups;

import static org.opensearch.action.ValidateActions.addValidationError;

import io.github.lucenesimhash.opensearch.field.NearOptions;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.ActionRequestValidationException;
import org.opensearch.action.ActionType;
import org.opensearch.action.IndicesRequest;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.common.xcontent.StatusToXContentObject;
import org.opensearch.core.ParseField;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.core.common.Strings;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.core.xcontent.ObjectParser;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.rest.BaseRestHandler;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.RestRequest.Method;
import org.opensearch.rest.action.RestCancellableNodeClient;
import org.opensearch.rest.action.RestStatusToXContentListener;
import org.opensearch.search.sort.SortOrder;
import org.opensearch.tasks.LoggingTaskListener;
import org.opensearch.transport.client.node.NodeClient;

/**
 * A request for the near-duplicates of indexes, which the node that receives it answers itself. The
 * query string contains {@code timeout} and {@code wait_for_completion}. The body contains all
 * other options.
 */
final class GroupsRequest extends ActionRequest implements IndicesRequest.Replaceable {

  private static final int MAX_SIZE = 10_000;

  static final ObjectParser<GroupsRequest, Void> GROUPS = parser("groups");
  static final ObjectParser<GroupsRequest, Void> SWEEP = parser("sweep");

  static {
    GROUPS.declareString((request, index) -> request.into = index, new ParseField("into"));
    SWEEP.declareBoolean((request, dry) -> request.isDryRun = dry, new ParseField("dry_run"));
  }

  private static ObjectParser<GroupsRequest, Void> parser(String name) {
    ObjectParser<GroupsRequest, Void> parser = new ObjectParser<>(name);
    parser.declareString((request, field) -> request.field = field, new ParseField("field"));
    NearOptions.declare(
        parser, NearOptions.ALL, (request, change) -> request.near = change.apply(request.near));
    parser.declareString(
        (request, field) -> request.verifyField = field, new ParseField("verify_field"));
    parser.declareString((request, by) -> request.keepBy = by, new ParseField("keep_by"));
    parser.declareString((request, order) -> request.order = order, new ParseField("order"));
    parser.declareInt((request, groups) -> request.size = groups, new ParseField("size"));
    return parser;
  }

  /** The comma-separated names of indexes, aliases or data streams, or patterns of names. */
  final String index;

  private String[] indices;

  String field;

  NearOptions near = NearOptions.NONE;

  /** The field of the texts to compare, or null for the texts of the fingerprints. */
  String verifyField;

  /** The sort field whose first document is kept, or null to keep the lowest id. */
  String keepBy;

  private String order; // the order as it was sent, or null

  /** The maximum number of groups that the answer lists. */
  int size = 100;

  String into;

  boolean isDryRun = true;

  boolean shouldStoreResult;

  /** The maximum duration of the whole request. */
  TimeValue timeout = TimeValue.MAX_VALUE;

  GroupsRequest(String index) {
    this.index = index;
    indices = Strings.splitStringByCommaToArray(index);
  }

  private GroupsRequest(RestRequest rest, ObjectParser<GroupsRequest, Void> parser)
      throws IOException {
    this(rest.param("index"));
    timeout = rest.paramAsTime("timeout", timeout);
    try (XContentParser body = rest.contentParser()) {
      parser.parse(body, this, null);
    }
  }

  SortOrder order() {
    return "desc".equals(order) ? SortOrder.DESC : SortOrder.ASC;
  }

  @Override
  public ActionRequestValidationException validate() {
    ActionRequestValidationException errors = null;
    if (field == null) {
      errors = addValidationError("[field] is missing, expected one of type [simhash]", errors);
    }
    if (timeout.nanos() <= 0) {
      errors = addValidationError("timeout is [" + timeout + "], expected more than 0", errors);
    }
    if (size < 0 || size > MAX_SIZE) {
      errors = addValidationError("size is [" + size + "], expected 0 to " + MAX_SIZE, errors);
    }
    if (order != null && !List.of("asc", "desc").contains(order)) {
      errors = addValidationError("order is [" + order + "], expected [asc] or [desc]", errors);
    }
    if (order != null && keepBy == null) {
      errors = addValidationError("order is [" + order + "], expected [keep_by] with it", errors);
    }
    return errors;
  }

  @Override
  public NearDuplicateTask createTask(
      long id, String type, String action, TaskId parent, Map<String, String> headers) {
    return new NearDuplicateTask(id, type, action, getDescription(), parent, headers, timeout);
  }

  @Override
  public String[] indices() {
    return indices;
  }

  /** Sets the names that remain after a security plugin has removed forbidden names. */
  @Override
  public GroupsRequest indices(String... allowed) {
    indices = allowed;
    return this;
  }

  @Override
  public IndicesOptions indicesOptions() {
    return IndicesOptions.strictExpandOpenAndForbidClosed();
  }

  @Override
  public boolean includeDataStreams() {
    return true;
  }

  @Override
  public boolean getShouldStoreResult() {
    return shouldStoreResult;
  }

  @Override
  public String getDescription() {
    return "near-duplicates in [" + index + "] by [" + field + "] " + near.given();
  }

  /**
   * The handler of {@code POST /_plugins/_simhash/INDEX/_groups} or {@code _sweep}. If the client
   * closes the connection, the request for which it waits is cancelled. With {@code
   * wait_for_completion=false} the answer is the id of a task, and the result is stored with the
   * task.
   */
  static final class Rest extends BaseRestHandler {

    private final String name;
    private final ActionType<Answer> action;
    private final ObjectParser<GroupsRequest, Void> parser;

    Rest(String name, ActionType<Answer> action, ObjectParser<GroupsRequest, Void> parser) {
      this.name = name;
      this.action = action;
      this.parser = parser;
    }

    @Override
    public String getName() {
      return "simhash_" + name;
    }

    @Override
    public List<Route> routes() {
      return List.of(new Route(Method.POST, "/_plugins/_simhash/{index}/_" + name));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest rest, NodeClient client)
        throws IOException {
      GroupsRequest request = new GroupsRequest(rest, parser);
      if (rest.paramAsBoolean("wait_for_completion", true)) {
        return channel ->
            new RestCancellableNodeClient(client, rest.getHttpChannel())
                .execute(action, request, new RestStatusToXContentListener<>(channel));
      }
      ActionRequestValidationException invalid = request.validate();
      if (invalid != null) {
        throw invalid;
      }
      request.shouldStoreResult = true;
      return sendTask(
          client.getLocalNodeId(),
          client.executeLocally(action, request, LoggingTaskListener.instance()));
    }
  }

  /** The named values and the status of an answer, which is never sent to another node. */
  static final class Answer extends ActionResponse implements StatusToXContentObject {

    private final Map<String, Object> values = new LinkedHashMap<>();
    private RestStatus status = RestStatus.OK;

    static ActionType<Answer> action(String name) {
      return new ActionType<>(
          name,
          in -> {
            throw new UnsupportedOperationException(name);
          });
    }

    Answer put(String name, Object value) {
      values.put(name, value);
      return this;
    }

    void fail(RestStatus failure) {
      status = failure;
    }

    @Override
    public RestStatus status() {
      return status;
    }

    @Override
    public void writeTo(StreamOutput out) {
      throw new UnsupportedOperationException("an answer stays on its node");
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
      return builder.map(values);
    }
  }
}
