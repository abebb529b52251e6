package io.github.lucenesimhash.opensearch.cluster;

import static org.opensearch.action.ValidateActions.addValidationError;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import java.io.IOException;
import java.util.Map;
import org.opensearch.action.ActionRequestValidationException;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkShardRequest;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.action.support.ActiveShardCount;
import org.opensearch.cluster.metadata.AliasMetadata;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.index.IndexSettings;
import org.opensearch.ingest.IngestService;
import org.opensearch.rest.RestRequest;

/** Documents that are to be added if they have no near-duplicate, or marked if they have. */
final class DedupBulkRequest extends NearDuplicateRequest {

  /** The field that gets the id of a near-duplicate's group; null to skip near-duplicates. */
  final String mark;

  /** Their timeout is that of the whole request. */
  final BulkRequest documents = new BulkRequest();

  private DedupBulkRequest(String index, String mark) {
    super(index);
    this.mark = mark;
  }

  /** The body is as {@code POST /INDEX/_bulk} takes it. */
  static DedupBulkRequest of(RestRequest rest) throws IOException {
    DedupBulkRequest request = new DedupBulkRequest(rest.param("index"), rest.param("mark"));
    BulkRequest documents = request.documents;
    documents.timeout(rest.paramAsTime("timeout", BulkShardRequest.DEFAULT_TIMEOUT));
    if (rest.hasParam("wait_for_active_shards")) {
      documents.waitForActiveShards(
          ActiveShardCount.parseString(rest.param("wait_for_active_shards")));
    }
    documents.add(
        rest.requiredContent(),
        request.index,
        rest.param("routing"),
        null,
        rest.param("pipeline"),
        rest.paramAsBoolean(DocWriteRequest.REQUIRE_ALIAS, null),
        false,
        rest.getMediaType());
    request.field = rest.param("field");
    request.maxDistance = rest.paramAsInt("max_distance", FingerprintScheme.DEFAULT_DISTANCE);
    if (rest.hasParam("verify")) {
      request.verify(rest.param("verify"));
    }
    request.verifyField = rest.param("verify_field");
    return request;
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
        + index
        + "], looked at by ["
        + field
        + "] within "
        + maxDistance;
  }

  /** Whether a search by the name that the request has shows each document as it was sent. */
  boolean showsWhatItSends(IndexMetadata metadata) {
    AliasMetadata alias = metadata.getAliases().get(index);
    return (alias == null
            ? index.equals(metadata.getIndex().getName())
            : !alias.filteringRequired() && alias.searchRouting() == null)
        && isNone(IndexSettings.DEFAULT_PIPELINE.get(metadata.getSettings()))
        && isNone(IndexSettings.FINAL_PIPELINE.get(metadata.getSettings()))
        && documents.requests().stream()
            .allMatch(
                action -> !(action instanceof IndexRequest item) || isNone(item.getPipeline()));
  }

  private static boolean isNone(String pipeline) {
    return pipeline == null || pipeline.equals(IngestService.NOOP_PIPELINE_NAME);
  }
}
