package io.github.lucenesimhash.opensearch.cluster;

import static org.opensearch.action.ValidateActions.addValidationError;

import java.io.IOException;
import java.util.Map;
import org.opensearch.action.ActionRequestValidationException;
import org.opensearch.core.ParseField;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.core.xcontent.ObjectParser;
import org.opensearch.core.xcontent.ObjectParser.ValueType;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.rest.RestRequest;
import org.opensearch.search.sort.SortOrder;

/** What {@code _groups} and {@code _sweep} are asked for. */
final class GroupsRequest extends NearDuplicateRequest {

  private static final int MAX_SIZE = 10_000;

  private static final ObjectParser<GroupsRequest, Void> GROUPS = parser("groups");
  private static final ObjectParser<GroupsRequest, Void> SWEEP = parser("sweep");

  static {
    GROUPS.declareString((request, index) -> request.into = index, new ParseField("into"));
    SWEEP.declareBoolean((request, dry) -> request.isDryRun = dry, new ParseField("dry_run"));
  }

  private static ObjectParser<GroupsRequest, Void> parser(String name) {
    ObjectParser<GroupsRequest, Void> parser = new ObjectParser<>(name);
    parser.declareString((request, field) -> request.field = field, new ParseField("field"));
    parser.declareInt(
        (request, bits) -> request.maxDistance = bits, new ParseField("max_distance"));
    parser.declareString((request, by) -> request.keepBy = by, new ParseField("keep_by"));
    parser.declareString(
        (request, order) -> request.order = order, SortOrder::fromString, new ParseField("order"));
    parser.declareInt((request, groups) -> request.size = groups, new ParseField("size"));
    parser.declareField(
        GroupsRequest::verify, XContentParser::text, new ParseField("verify"), ValueType.VALUE);
    parser.declareString(
        (request, field) -> request.verifyField = field, new ParseField("verify_field"));
    return parser;
  }

  /** The field whose first value in {@link #order} is kept; null to keep the lowest id. */
  String keepBy;

  SortOrder order = SortOrder.ASC;

  /** How many groups the answer lists. */
  int size = 100;

  /** The index to write all groups to, or null. */
  String into;

  boolean isDryRun = true;

  private boolean shouldStoreResult;

  private GroupsRequest(RestRequest request, ObjectParser<GroupsRequest, Void> parser)
      throws IOException {
    super(request.param("index"));
    try (XContentParser body = request.contentParser()) {
      parser.parse(body, this, null);
    }
  }

  static GroupsRequest groups(RestRequest request) throws IOException {
    return new GroupsRequest(request, GROUPS);
  }

  static GroupsRequest sweep(RestRequest request) throws IOException {
    return new GroupsRequest(request, SWEEP);
  }

  @Override
  public ActionRequestValidationException validate() {
    ActionRequestValidationException errors = super.validate();
    if (size < 0 || size > MAX_SIZE) {
      errors = addValidationError("size is [" + size + "], expected 0 to " + MAX_SIZE, errors);
    }
    return errors;
  }

  void setShouldStoreResult() {
    shouldStoreResult = true;
  }

  @Override
  public boolean getShouldStoreResult() {
    return shouldStoreResult;
  }

  @Override
  public GroupsTask createTask(
      long id, String type, String action, TaskId parent, Map<String, String> headers) {
    return new GroupsTask(id, type, action, getDescription(), parent, headers);
  }

  @Override
  public String getDescription() {
    return "near-duplicates in [" + index + "] by [" + field + "] within " + maxDistance;
  }
}
