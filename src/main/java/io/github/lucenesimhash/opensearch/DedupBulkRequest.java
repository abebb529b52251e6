package io.github.lucenesimhash.opensearch;

import static org.opensearch.action.ValidateActions.addValidationError;

import io.github.lucenesimhash.simhash.SimHash;
import java.io.IOException;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.ActionRequestValidationException;
import org.opensearch.action.IndicesRequest;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;

/** Documents that are to be looked at before they are added. */
final class DedupBulkRequest extends ActionRequest implements IndicesRequest {

  private final String index;
  private final String field;
  private final int maxDistance;
  private final String mark;
  private final BulkRequest documents;

  /**
   * @param mark field that gets the id of a near-duplicate's group, or null to skip near-duplicates
   */
  DedupBulkRequest(
      String index, String field, int maxDistance, String mark, BulkRequest documents) {
    this.index = index;
    this.field = field;
    this.maxDistance = maxDistance;
    this.mark = mark;
    this.documents = documents;
  }

  DedupBulkRequest(StreamInput in) throws IOException {
    super(in);
    index = in.readString();
    field = in.readString();
    maxDistance = in.readVInt();
    mark = in.readOptionalString();
    documents = new BulkRequest(in);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    out.writeString(index);
    out.writeString(field);
    out.writeVInt(maxDistance);
    out.writeOptionalString(mark);
    documents.writeTo(out);
  }

  @Override
  public ActionRequestValidationException validate() {
    ActionRequestValidationException errors = documents.validate();
    if (field == null) {
      errors = addValidationError("[field] is missing, expected one of type [simhash]", errors);
    }
    if (maxDistance < 0 || maxDistance > SimHash.BITS) {
      errors =
          addValidationError(
              "max_distance is [" + maxDistance + "], expected 0 to " + SimHash.BITS, errors);
    }
    return errors;
  }

  @Override
  public String[] indices() {
    return new String[] {index};
  }

  @Override
  public IndicesOptions indicesOptions() {
    return IndicesOptions.strictSingleIndexNoExpandForbidClosed();
  }

  String field() {
    return field;
  }

  /** In bits. */
  int maxDistance() {
    return maxDistance;
  }

  /** Or null. */
  String mark() {
    return mark;
  }

  BulkRequest documents() {
    return documents;
  }
}
