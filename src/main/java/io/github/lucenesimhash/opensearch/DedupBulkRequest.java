package io.github.lucenesimhash.opensearch;

import java.io.IOException;
import org.opensearch.action.ActionRequestValidationException;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;

/** Documents that are to be looked at before they are added. */
final class DedupBulkRequest extends NearDuplicateRequest {

  private final String mark;
  private final BulkRequest documents;

  /**
   * @param mark field that gets the id of a near-duplicate's group, or null to skip near-duplicates
   */
  DedupBulkRequest(
      String index, String field, int maxDistance, String mark, BulkRequest documents) {
    super(index, field, maxDistance);
    this.mark = mark;
    this.documents = documents;
  }

  DedupBulkRequest(StreamInput in) throws IOException {
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

  @Override
  public ActionRequestValidationException validate() {
    ActionRequestValidationException errors = super.validate();
    return errors == null ? documents.validate() : errors;
  }

  /** Or null. */
  String mark() {
    return mark;
  }

  BulkRequest documents() {
    return documents;
  }
}
