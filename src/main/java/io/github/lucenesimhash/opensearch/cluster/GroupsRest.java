package io.github.lucenesimhash.opensearch.cluster;

import java.io.IOException;
import java.util.List;
import org.opensearch.action.ActionRequestValidationException;
import org.opensearch.action.ActionType;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.rest.BaseRestHandler;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.action.RestCancellableNodeClient;
import org.opensearch.rest.action.RestToXContentListener;
import org.opensearch.tasks.LoggingTaskListener;
import org.opensearch.transport.client.node.NodeClient;

/**
 * {@code POST /_simhash/INDEX/_groups} and {@code POST /_simhash/INDEX/_sweep}. With {@code
 * wait_for_completion=false} the answer is a task, which keeps the result; else a client that goes
 * away cancels it.
 */
final class GroupsRest extends BaseRestHandler {

  private final String name;
  private final ActionType<NearDuplicateResponse> action;
  private final Parser parser;

  /** The body of a request. */
  @FunctionalInterface
  private interface Parser {
    GroupsRequest parse(String index, XContentParser body) throws IOException;
  }

  private GroupsRest(String name, ActionType<NearDuplicateResponse> action, Parser parser) {
    this.name = name;
    this.action = action;
    this.parser = parser;
  }

  static GroupsRest groups() {
    return new GroupsRest("groups", TransportGroupsAction.TYPE, GroupsRequest::groups);
  }

  static GroupsRest sweep() {
    return new GroupsRest("sweep", TransportSweepAction.TYPE, GroupsRequest::sweep);
  }

  @Override
  public String getName() {
    return "simhash_" + name;
  }

  @Override
  public List<Route> routes() {
    return List.of(new Route(RestRequest.Method.POST, "/_simhash/{index}/_" + name));
  }

  @Override
  protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client)
      throws IOException {
    GroupsRequest groups;
    try (XContentParser body = request.contentParser()) {
      groups = parser.parse(request.param("index"), body);
    }
    if (request.paramAsBoolean("wait_for_completion", true)) {
      return channel ->
          new RestCancellableNodeClient(client, request.getHttpChannel())
              .execute(action, groups, new RestToXContentListener<>(channel));
    }
    ActionRequestValidationException invalid = groups.validate();
    if (invalid != null) {
      throw invalid;
    }
    groups.storeResult();
    return sendTask(
        client.getLocalNodeId(),
        client.executeLocally(action, groups, LoggingTaskListener.instance()));
  }
}
