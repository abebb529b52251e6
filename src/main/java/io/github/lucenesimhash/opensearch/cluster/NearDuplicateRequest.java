package io.github.lucenesimhash.opensearch.cluster;

import static org.opensearch.action.ValidateActions.addValidationError;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.ActionRequestValidationException;
import org.opensearch.action.IndicesRequest;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;

/** A request about the near-duplicates of one index. */
abstract class NearDuplicateRequest extends ActionRequest implements IndicesRequest {

  private final String index;
  private String field;
  private int maxDistance;
  private TextCheck.Asked verify = TextCheck.Asked.DEFAULT;

  /**
   * @param field null if it is not known yet, or missing
   */
  NearDuplicateRequest(String index, String field, int maxDistance) {
    this.index = index;
    this.field = field;
    this.maxDistance = maxDistance;
  }

  NearDuplicateRequest(StreamInput in) throws IOException {
    super(in);
    index = in.readString();
    field = in.readString();
    maxDistance = in.readVInt();
    verify = TextCheck.Asked.read(in);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    out.writeString(index);
    out.writeString(field);
    out.writeVInt(maxDistance);
    verify.writeTo(out);
  }

  @Override
  public ActionRequestValidationException validate() {
    ActionRequestValidationException errors = null;
    if (field == null) {
      errors = addValidationError("[field] is missing, expected one of type [simhash]", errors);
    }
    if (maxDistance < 0 || maxDistance > Fingerprint.BITS) {
      errors =
          addValidationError(
              "max_distance is [" + maxDistance + "], expected 0 to " + Fingerprint.BITS, errors);
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

  /** The field of fingerprints. */
  String field() {
    return field;
  }

  void setField(String field) {
    this.field = field;
  }

  /** In bits. */
  int maxDistance() {
    return maxDistance;
  }

  void setMaxDistance(int bits) {
    maxDistance = bits;
  }

  /** What it says of texts. */
  TextCheck.Asked verify() {
    return verify;
  }

  void setVerify(TextCheck.Asked verify) {
    this.verify = verify;
  }
}
