package io.github.lucenesimhash.opensearch.cluster;

import static org.opensearch.action.ValidateActions.addValidationError;

import java.io.IOException;
import java.util.Map;
import org.opensearch.action.ActionRequestValidationException;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.cluster.metadata.AliasMetadata;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.index.IndexSettings;
import org.opensearch.ingest.IngestService;

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
    if (documents.timeout().nanos() <= 0) {
      errors =
          addValidationError(
              "timeout is [" + documents.timeout() + "], expected more than 0", errors);
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
    return documents.numberOfActions()
        + " actions on ["
        + indices()[0]
        + "], looked at by ["
        + field()
        + "] within "
        + maxDistance();
  }

  /** Whether a search by the name that the request has shows each document as it was sent. */
  boolean showsWhatItSends(IndexMetadata index) {
    AliasMetadata alias = index.getAliases().get(indices()[0]);
    return (alias == null
            ? indices()[0].equals(index.getIndex().getName())
            : !alias.filteringRequired() && alias.searchRouting() == null)
        && isNone(IndexSettings.DEFAULT_PIPELINE.get(index.getSettings()))
        && isNone(IndexSettings.FINAL_PIPELINE.get(index.getSettings()))
        && documents.requests().stream()
            .allMatch(
                action -> !(action instanceof IndexRequest item) || isNone(item.getPipeline()));
  }

  private static boolean isNone(String pipeline) {
    return pipeline == null || pipeline.equals(IngestService.NOOP_PIPELINE_NAME);
  }

  /** Or null. */
  String mark() {
    return mark;
  }

  /** Their timeout is that of the whole request. */
  BulkRequest documents() {
    return documents;
  }
}
