package io.github.lucenesimhash.opensearch.cluster;

import static org.opensearch.action.ValidateActions.addValidationError;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import java.io.IOException;
import java.util.Map;
import org.opensearch.action.ActionRequestValidationException;
import org.opensearch.core.ParseField;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.core.xcontent.ObjectParser;
import org.opensearch.core.xcontent.ObjectParser.ValueType;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.search.sort.SortOrder;

/** What {@code _groups} and {@code _sweep} are asked for. */
final class GroupsRequest extends NearDuplicateRequest {

  private static final int MAX_SIZE = 10_000;

  private static final ObjectParser<GroupsRequest, Void> PARSER = new ObjectParser<>("groups");
  private static final ObjectParser<GroupsRequest, Void> SWEEP = new ObjectParser<>("sweep");

  static {
    declareCommon(PARSER);
    PARSER.declareString((request, index) -> request.into = index, new ParseField("into"));
    declareCommon(SWEEP);
    SWEEP.declareBoolean((request, dry) -> request.dryRun = dry, new ParseField("dry_run"));
  }

  private static void declareCommon(ObjectParser<GroupsRequest, Void> parser) {
    parser.declareString(NearDuplicateRequest::setField, new ParseField("field"));
    parser.declareInt(NearDuplicateRequest::setMaxDistance, new ParseField("max_distance"));
    parser.declareString((request, by) -> request.keepBy = by, new ParseField("keep_by"));
    parser.declareString(
        (request, order) -> request.order = SortOrder.fromString(order), new ParseField("order"));
    parser.declareInt((request, groups) -> request.size = groups, new ParseField("size"));
    parser.declareField(
        (request, value) -> request.setVerify(request.verify().verify(value)),
        XContentParser::text,
        new ParseField("verify"),
        ValueType.VALUE);
    parser.declareString(
        (request, name) -> request.setVerify(request.verify().verifyField(name)),
        new ParseField("verify_field"));
  }

  private String keepBy;
  private SortOrder order = SortOrder.ASC;
  private int size = 100;
  private String into;
  private boolean dryRun = true;
  private boolean storeResult;

  private GroupsRequest(String index) {
    super(index, null, FingerprintScheme.DEFAULT_DISTANCE);
  }

  GroupsRequest(StreamInput in) throws IOException {
    super(in);
    keepBy = in.readOptionalString();
    order = SortOrder.readFromStream(in);
    size = in.readVInt();
    into = in.readOptionalString();
    dryRun = in.readBoolean();
    storeResult = in.readBoolean();
  }

  static GroupsRequest groups(String index, XContentParser body) throws IOException {
    return PARSER.parse(body, new GroupsRequest(index), null);
  }

  static GroupsRequest sweep(String index, XContentParser body) throws IOException {
    return SWEEP.parse(body, new GroupsRequest(index), null);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    out.writeOptionalString(keepBy);
    order.writeTo(out);
    out.writeVInt(size);
    out.writeOptionalString(into);
    out.writeBoolean(dryRun);
    out.writeBoolean(storeResult);
  }

  @Override
  public ActionRequestValidationException validate() {
    ActionRequestValidationException errors = super.validate();
    if (size < 0 || size > MAX_SIZE) {
      errors = addValidationError("size is [" + size + "], expected 0 to " + MAX_SIZE, errors);
    }
    return errors;
  }

  /** The field whose first value in {@link #order} is kept; null to keep the lowest id. */
  String keepBy() {
    return keepBy;
  }

  SortOrder order() {
    return order;
  }

  /** How many groups the answer lists. */
  int size() {
    return size;
  }

  /** The index to write all groups to, or null. */
  String into() {
    return into;
  }

  /** Whether nothing is to be deleted. */
  boolean isDryRun() {
    return dryRun;
  }

  /** The task is to keep its result. */
  void storeResult() {
    storeResult = true;
  }

  @Override
  public boolean getShouldStoreResult() {
    return storeResult;
  }

  @Override
  public GroupsTask createTask(
      long id, String type, String action, TaskId parent, Map<String, String> headers) {
    return new GroupsTask(id, type, action, getDescription(), parent, headers);
  }

  @Override
  public String getDescription() {
    return "near-duplicates in [" + indices()[0] + "] by [" + field() + "] within " + maxDistance();
  }
}
