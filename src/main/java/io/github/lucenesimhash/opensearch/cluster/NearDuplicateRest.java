package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.opensearch.cluster.GroupsAction.Request;
import io.github.lucenesimhash.opensearch.cluster.NearDuplicateRequest.Answer;
import java.io.IOException;
import java.util.List;
import org.opensearch.action.ActionRequestValidationException;
import org.opensearch.action.ActionType;
import org.opensearch.common.CheckedFunction;
import org.opensearch.rest.BaseRestHandler;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.RestRequest.Method;
import org.opensearch.rest.action.RestCancellableNodeClient;
import org.opensearch.rest.action.RestToXContentListener;
import org.opensearch.tasks.LoggingTaskListener;
import org.opensearch.transport.client.node.NodeClient;

/**
 * {@code POST /_plugins/_simhash/INDEX/_bulk}, {@code _groups} and {@code _sweep}. How long a
 * request may take and what it waits for stands in the query string, all else in the body, of a
 * bulk in its first line. A client that goes away cancels its request. With {@code
 * wait_for_completion=false} the answer of the last two is a task, which keeps the result.
 */
final class NearDuplicateRest extends BaseRestHandler {

  private final String name;
  private final ActionType<Answer> action;
  private final CheckedFunction<RestRequest, NearDuplicateRequest, IOException> parser;

  NearDuplicateRest(
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
    if (!(request instanceof Request groups) || rest.paramAsBoolean("wait_for_completion", true)) {
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
