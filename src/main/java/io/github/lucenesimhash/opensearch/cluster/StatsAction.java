package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.opensearch.WireVersion;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.opensearch.action.ActionType;
import org.opensearch.action.FailedNodeException;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.action.support.nodes.BaseNodeResponse;
import org.opensearch.action.support.nodes.BaseNodesRequest;
import org.opensearch.action.support.nodes.BaseNodesResponse;
import org.opensearch.action.support.nodes.TransportNodesAction;
import org.opensearch.cluster.ClusterName;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.common.inject.Inject;
import org.opensearch.core.common.Strings;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.rest.BaseRestHandler;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.RestRequest.Method;
import org.opensearch.rest.action.RestActions.NodesResponseRestListener;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportRequest;
import org.opensearch.transport.client.node.NodeClient;

/** {@code GET _plugins/_simhash/stats}: what each node has counted, and the sums of all. */
public final class StatsAction
    extends TransportNodesAction<
        StatsAction.Request, StatsAction.Stats, StatsAction.NodeRequest, StatsAction.NodeStats> {

  static final ActionType<Stats> TYPE =
      new ActionType<>(
          "cluster:monitor/simhash/stats",
          in -> {
            throw notSent();
          });

  private final NodeServices node;

  @Inject
  public StatsAction(ActionFilters filters, NodeServices node) {
    super(
        TYPE.name(),
        node.threads(),
        node.cluster(),
        node.transport(),
        filters,
        in -> {
          throw notSent();
        },
        NodeRequest::new,
        ThreadPool.Names.SAME,
        NodeStats.class);
    this.node = node;
  }

  /** The node that is asked answers: only what it asks of others is sent. */
  private static UnsupportedOperationException notSent() {
    return new UnsupportedOperationException("stats are answered where they were asked for");
  }

  @Override
  protected Stats newResponse(
      Request request, List<NodeStats> answers, List<FailedNodeException> failures) {
    Set<String> shown =
        request.indices == null
            ? null
            : Set.of(
                node.names()
                    .concreteIndexNames(
                        node.cluster().state(),
                        IndicesOptions.strictExpand(),
                        true,
                        request.indices));
    return new Stats(node.cluster().getClusterName(), answers, failures, shown);
  }

  @Override
  protected NodeRequest newNodeRequest(Request request) {
    return new NodeRequest();
  }

  @Override
  protected NodeStats newNodeResponse(StreamInput in) throws IOException {
    return new NodeStats(in);
  }

  @Override
  protected NodeStats nodeOperation(NodeRequest request) {
    return new NodeStats(node.cluster().localNode(), node.counts().now());
  }

  static final class Request extends BaseNodesRequest<Request> {

    private final String[] indices; // names and patterns, or null for all

    Request(String... indices) {
      super(Strings.EMPTY_ARRAY);
      this.indices = indices;
    }
  }

  static final class NodeRequest extends TransportRequest {

    NodeRequest() {}

    NodeRequest(StreamInput in) throws IOException {
      super(in);
      WireVersion.read(in, "a request for stats");
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      super.writeTo(out);
      WireVersion.write(out);
    }
  }

  /** What a node has counted, by index, then by names that dots part. */
  static final class NodeStats extends BaseNodeResponse {

    private final Map<String, Map<String, Long>> indices;

    NodeStats(DiscoveryNode node, Map<String, Map<String, Long>> indices) {
      super(node);
      this.indices = indices;
    }

    NodeStats(StreamInput in) throws IOException {
      super(in);
      WireVersion.read(in, "the stats of a node");
      indices =
          in.readMap(
              StreamInput::readString,
              counts -> counts.readMap(StreamInput::readString, StreamInput::readVLong));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      super.writeTo(out);
      WireVersion.write(out);
      out.writeMap(
          indices,
          StreamOutput::writeString,
          (to, counts) -> to.writeMap(counts, StreamOutput::writeString, StreamOutput::writeVLong));
    }
  }

  static final class Stats extends BaseNodesResponse<NodeStats> implements ToXContentObject {

    private final Set<String> shown; // null for all

    private Stats(
        ClusterName cluster,
        List<NodeStats> nodes,
        List<FailedNodeException> failures,
        Set<String> shown) {
      super(cluster, nodes, failures);
      this.shown = shown;
    }

    @Override
    protected List<NodeStats> readNodesFrom(StreamInput in) {
      throw notSent();
    }

    @Override
    protected void writeNodesTo(StreamOutput out, List<NodeStats> nodes) {
      throw notSent();
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
      Map<String, Map<String, Long>> sums = new TreeMap<>();
      for (NodeStats node : getNodes()) {
        node.indices.forEach(
            (index, counts) ->
                counts.forEach(
                    (name, count) ->
                        sums.computeIfAbsent(index, unseen -> new TreeMap<>())
                            .merge(name, count, Long::sum)));
      }
      show(sums, builder);
      builder.startObject("nodes");
      for (NodeStats node : getNodes()) {
        builder.startObject(node.getNode().getId()).field("name", node.getNode().getName());
        show(node.indices, builder);
        builder.endObject();
      }
      return builder.endObject();
    }

    private void show(Map<String, Map<String, Long>> indices, XContentBuilder builder)
        throws IOException {
      builder.startObject("indices");
      for (Map.Entry<String, Map<String, Long>> index : indices.entrySet()) {
        if (shown == null || shown.contains(index.getKey())) {
          Map<String, Map<String, Long>> parts = new TreeMap<>();
          index
              .getValue()
              .forEach(
                  (name, count) -> {
                    String[] words = name.split("\\.", 2);
                    parts.computeIfAbsent(words[0], unseen -> new TreeMap<>()).put(words[1], count);
                  });
          builder.field(index.getKey(), parts);
        }
      }
      builder.endObject();
    }
  }

  /** As {@code GET _nodes/stats} answers: of all indexes, or of those that the path names. */
  static final class Rest extends BaseRestHandler {

    @Override
    public String getName() {
      return "simhash_stats";
    }

    @Override
    public List<Route> routes() {
      return List.of(
          new Route(Method.GET, "/_plugins/_simhash/stats"),
          new Route(Method.GET, "/_plugins/_simhash/{index}/stats"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest rest, NodeClient client) {
      String[] indices =
          rest.hasParam("index") ? Strings.splitStringByCommaToArray(rest.param("index")) : null;
      Request request = new Request(indices);
      request.timeout(rest.param("timeout"));
      return channel -> client.execute(TYPE, request, new NodesResponseRestListener<>(channel));
    }
  }
}
