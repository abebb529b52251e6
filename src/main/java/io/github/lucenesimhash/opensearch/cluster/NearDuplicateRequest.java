package io.github.lucenesimhash.opensearch.cluster;

import static org.opensearch.action.ValidateActions.addValidationError;

import io.github.lucenesimhash.opensearch.NearOptions;
import io.github.lucenesimhash.opensearch.WireVersion;
import io.github.lucenesimhash.opensearch.cluster.GroupsAction.Request;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.ActionRequestValidationException;
import org.opensearch.action.ActionType;
import org.opensearch.action.IndicesRequest;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.common.CheckedFunction;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.common.xcontent.XContentHelper;
import org.opensearch.core.ParseField;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.core.xcontent.MediaTypeRegistry;
import org.opensearch.core.xcontent.ObjectParser;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.rest.BaseRestHandler;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.RestRequest.Method;
import org.opensearch.rest.action.RestCancellableNodeClient;
import org.opensearch.rest.action.RestToXContentListener;
import org.opensearch.tasks.LoggingTaskListener;
import org.opensearch.transport.client.node.NodeClient;

/** A request about the near-duplicates of one index: the options that all have. */
abstract class NearDuplicateRequest extends ActionRequest implements IndicesRequest {

  /** The name of an index or of an alias of one; for groups also several, and patterns. */
  final String index;

  String field;

  NearOptions near = NearOptions.NONE;

  /** The field of the texts to compare; null for the one that fingerprints are made of. */
  String verifyField;

  /** Which documents are compared with each other. */
  Scope scope = Scope.ALL;

  /** How long the whole request may take. */
  TimeValue timeout = TimeValue.MAX_VALUE;

  NearDuplicateRequest(String index) {
    this.index = index;
  }

  /** What stands in the query string, as everywhere in OpenSearch. */
  NearDuplicateRequest(RestRequest rest, TimeValue timeout) {
    this(rest.param("index"));
    this.timeout = rest.paramAsTime("timeout", timeout);
  }

  /** Of the options in the body. */
  static <T extends NearDuplicateRequest> ObjectParser<T, Void> parser(String name) {
    ObjectParser<T, Void> parser = new ObjectParser<>(name);
    parser.declareString((request, field) -> request.field = field, new ParseField("field"));
    NearOptions.declare(
        parser, NearOptions.ALL, (request, change) -> request.near = change.apply(request.near));
    parser.declareString(
        (request, field) -> request.verifyField = field, new ParseField("verify_field"));
    return parser;
  }

  NearDuplicateRequest(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in, "a request");
    index = in.readString();
    field = in.readString();
    near = new NearOptions(in);
    verifyField = in.readOptionalString();
    timeout = in.readTimeValue();
    scope = new Scope(in);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    WireVersion.write(out);
    out.writeString(index);
    out.writeString(field);
    near.writeTo(out);
    out.writeOptionalString(verifyField);
    out.writeTimeValue(timeout);
    scope.writeTo(out);
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
    return errors;
  }

  @Override
  public final NearDuplicateTask createTask(
      long id, String type, String action, TaskId parent, Map<String, String> headers) {
    return new NearDuplicateTask(id, type, action, getDescription(), parent, headers, timeout);
  }

  @Override
  public String[] indices() {
    return new String[] {index};
  }

  @Override
  public IndicesOptions indicesOptions() {
    return IndicesOptions.strictSingleIndexNoExpandForbidClosed();
  }

  /**
   * {@code POST /_plugins/_simhash/INDEX/_bulk}, {@code _groups} and {@code _sweep}. How long a
   * request may take and what it waits for stands in the query string, all else in the body, of a
   * bulk in its first line. A client that goes away cancels its request. With {@code
   * wait_for_completion=false} the answer of the last two is a task, which keeps the result.
   */
  static final class Rest extends BaseRestHandler {

    private final String name;
    private final ActionType<Answer> action;
    private final CheckedFunction<RestRequest, NearDuplicateRequest, IOException> parser;

    Rest(
        String name,
        ActionType<Answer> action,
        CheckedFunction<RestRequest, NearDuplicateRequest, IOException> parser) {
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
      String path = "/_plugins/_simhash/{index}/_" + name;
      return isBulk()
          ? List.of(new Route(Method.POST, path), new Route(Method.PUT, path))
          : List.of(new Route(Method.POST, path));
    }

    private boolean isBulk() {
      return action.equals(DedupBulkAction.TYPE);
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest rest, NodeClient client)
        throws IOException {
      NearDuplicateRequest request = parser.apply(rest);
      if (!(request instanceof Request groups)
          || rest.paramAsBoolean("wait_for_completion", true)) {
        return channel ->
            new RestCancellableNodeClient(client, rest.getHttpChannel())
                .execute(action, request, new RestToXContentListener<>(channel));
      }
      ActionRequestValidationException invalid = groups.validate();
      if (invalid != null) {
        throw invalid;
      }
      groups.shouldStoreResult = true;
      return sendTask(
          client.getLocalNodeId(),
          client.executeLocally(action, groups, LoggingTaskListener.instance()));
    }

    /** As {@code POST /INDEX/_bulk} does. */
    @Override
    public boolean supportsContentStream() {
      return isBulk();
    }
  }

  static final class Answer extends ActionResponse implements ToXContentObject {

    private final Map<String, Object> values;

    Answer() {
      values = new LinkedHashMap<>();
    }

    Answer(StreamInput in) throws IOException {
      super(in);
      WireVersion.read(in, "an answer");
      BytesReference json = in.readBytesReference();
      values = XContentHelper.convertToMap(json, true, MediaTypeRegistry.JSON).v2();
    }

    Answer put(String name, Object value) {
      values.put(name, value);
      return this;
    }

    /** Takes a list of numbers out; none if it is not there. */
    @SuppressWarnings("unchecked")
    List<Integer> takeNumbers(String name) {
      Object numbers = values.remove(name);
      return numbers == null ? List.of() : (List<Integer>) numbers;
    }

    /** Puts the items of another answer, and what it counts, into this one. */
    void fill(List<Integer> numbers, Answer rest) {
      List<Object> items = new ArrayList<>((List<?>) values.get("items"));
      List<?> others = (List<?>) rest.values.get("items");
      for (int i = 0; i < others.size(); i++) {
        items.set(numbers.get(i), others.get(i));
      }
      values.put("items", items);
      values.merge("errors", rest.values.get("errors"), (a, b) -> (boolean) a || (boolean) b);
      for (String count : List.of("added", "near_duplicates", "held_back")) {
        values.merge(count, rest.values.get(count), Answer::sum);
      }
    }

    private static Object sum(Object one, Object other) {
      return ((Number) one).longValue() + ((Number) other).longValue();
    }

    static ActionType<Answer> action(String name) {
      return new ActionType<>(name, Answer::new);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      WireVersion.write(out);
      XContentBuilder json = MediaTypeRegistry.JSON.contentBuilder();
      out.writeBytesReference(BytesReference.bytes(toXContent(json, EMPTY_PARAMS)));
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
      return builder.map(values);
    }
  }
}
