package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import java.io.IOException;
import java.util.List;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkShardRequest;
import org.opensearch.action.support.ActiveShardCount;
import org.opensearch.rest.BaseRestHandler;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.action.RestCancellableNodeClient;
import org.opensearch.rest.action.RestToXContentListener;
import org.opensearch.transport.client.node.NodeClient;

/**
 * {@code POST /_simhash/INDEX/_bulk?field=...}, with a body as {@code POST /INDEX/_bulk} takes. A
 * client that goes away cancels what was not sent yet.
 */
final class DedupBulkRest extends BaseRestHandler {

  @Override
  public String getName() {
    return "simhash_bulk";
  }

  @Override
  public List<Route> routes() {
    return List.of(new Route(RestRequest.Method.POST, "/_simhash/{index}/_bulk"));
  }

  @Override
  protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client)
      throws IOException {
    String index = request.param("index");
    BulkRequest documents = new BulkRequest();
    documents.timeout(request.paramAsTime("timeout", BulkShardRequest.DEFAULT_TIMEOUT));
    if (request.hasParam("wait_for_active_shards")) {
      documents.waitForActiveShards(
          ActiveShardCount.parseString(request.param("wait_for_active_shards")));
    }
    documents.add(
        request.requiredContent(),
        index,
        request.param("routing"),
        null,
        request.param("pipeline"),
        request.paramAsBoolean(DocWriteRequest.REQUIRE_ALIAS, null),
        false,
        request.getMediaType());
    DedupBulkRequest dedup =
        new DedupBulkRequest(
            index,
            request.param("field"),
            request.paramAsInt("max_distance", FingerprintScheme.DEFAULT_DISTANCE),
            request.param("mark"),
            documents);
    if (request.hasParam("verify")) {
      dedup.setVerify(dedup.verify().verify(request.param("verify")));
    }
    if (request.hasParam("verify_field")) {
      dedup.setVerify(dedup.verify().verifyField(request.param("verify_field")));
    }
    return channel ->
        new RestCancellableNodeClient(client, request.getHttpChannel())
            .execute(TransportDedupBulkAction.TYPE, dedup, new RestToXContentListener<>(channel));
  }

  @Override
  public boolean supportsContentStream() {
    return true;
  }
}
