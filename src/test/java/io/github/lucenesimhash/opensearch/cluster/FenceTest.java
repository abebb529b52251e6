package io.github.lucenesimhash.opensearch.cluster;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.carrotsearch.randomizedtesting.RandomizedRunner;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.Version;
import org.opensearch.action.bulk.BulkItemRequest;
import org.opensearch.action.bulk.BulkShardRequest;
import org.opensearch.action.support.WriteRequest.RefreshPolicy;
import org.opensearch.action.support.replication.TransportReplicationAction.ConcreteShardRequest;
import org.opensearch.cluster.ClusterName;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.Metadata;
import org.opensearch.cluster.routing.IndexRoutingTable;
import org.opensearch.cluster.routing.RecoverySource.EmptyStoreRecoverySource;
import org.opensearch.cluster.routing.RoutingTable;
import org.opensearch.cluster.routing.ShardRouting;
import org.opensearch.cluster.routing.UnassignedInfo;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.settings.ClusterSettings;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.index.Index;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.indices.breaker.NoneCircuitBreakerService;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.tasks.Task;
import org.opensearch.transport.RemoteTransportException;
import org.opensearch.transport.TransportRequestHandler;

/** Of JUnit 4, since OpenSearch's tables of shards are made with this runner's random. */
@RunWith(RandomizedRunner.class)
public class FenceTest {

  private static final String WRITE = "indices:data/write/bulk[s][p]";

  private final Index index = new Index("news", "uuid");
  private final ShardRouting starting =
      ShardRouting.newUnassigned(
              new ShardId(index, 0),
              true,
              EmptyStoreRecoverySource.INSTANCE,
              new UnassignedInfo(UnassignedInfo.Reason.INDEX_CREATED, "new"))
          .initialize("node", null, 0);
  private final ShardRouting primary = starting.moveToStarted();
  private final ClusterState state = state(primary, 3);

  private ClusterState state(ShardRouting shard, long term) {
    Settings settings =
        Settings.builder()
            .put(IndexMetadata.SETTING_VERSION_CREATED, Version.CURRENT)
            .put(IndexMetadata.SETTING_INDEX_UUID, index.getUUID())
            .build();
    IndexMetadata metadata =
        IndexMetadata.builder(index.getName())
            .settings(settings)
            .numberOfShards(1)
            .numberOfReplicas(0)
            .primaryTerm(0, term)
            .build();
    return ClusterState.builder(ClusterName.DEFAULT)
        .metadata(Metadata.builder().put(metadata, false))
        .routingTable(
            RoutingTable.builder().add(IndexRoutingTable.builder(index).addShard(shard)).build())
        .build();
  }

  private static Task task(String action, String token) {
    Map<String, String> headers = token == null ? Map.of() : Map.of(Leadership.HEADER, token);
    return new Task(1, "transport", action, "a write", TaskId.EMPTY_TASK_ID, headers);
  }

  @Test
  public void aTokenIsOfOnePrimary() {
    String token = Leadership.token(state, index);
    assertEquals("uuid 3 " + primary.allocationId().getId(), token);
    assertNull(Leadership.token(state(starting, 3), index));
  }

  @Test
  public void writesUnderOtherTokensAreSeen() {
    String own = Leadership.token(state, index);
    String other = Leadership.token(state(primary, 2), index);
    assertTrue(Leadership.letsPass(List.of(task(WRITE, own), task(WRITE, other)), state, index));
    assertTrue(Leadership.letsPass(List.of(task(WRITE, own)), state(starting, 3), index));
    List<Task> harmless =
        List.of(
            task(WRITE, own),
            task(WRITE, null),
            task(WRITE, "uuid2 3 a"),
            task("indices:data/write/bulk[s]", other));
    assertFalse(Leadership.letsPass(harmless, state, index));
  }

  @Test
  @SuppressWarnings({"unchecked", "rawtypes"})
  public void writesUnderOtherTokensAreRefused() throws Exception {
    Leadership.Fence fence = new Leadership.Fence();
    ClusterSettings all =
        new ClusterSettings(Settings.EMPTY, ClusterSettings.BUILT_IN_CLUSTER_SETTINGS);
    fence.setCluster(
        new ClusterService(Settings.EMPTY, all, null) {
          @Override
          public ClusterState state() {
            return state;
          }
        });
    AtomicInteger written = new AtomicInteger();
    TransportRequestHandler handler = (request, channel, task) -> written.incrementAndGet();
    assertSame(handler, fence.interceptHandler("indices:data/write/bulk[s]", "", true, handler));
    TransportRequestHandler fenced = fence.interceptHandler(WRITE, "", true, handler);
    BulkShardRequest bulk =
        new BulkShardRequest(new ShardId(index, 0), RefreshPolicy.NONE, new BulkItemRequest[0]);
    ConcreteShardRequest<?> write = new ConcreteShardRequest<>(bulk, "a", 3);
    fenced.messageReceived(write, null, task(WRITE, Leadership.token(state, index)));
    fenced.messageReceived(write, null, task(WRITE, null));
    assertEquals(2, written.get());
    String other = Leadership.token(state(primary, 2), index);
    Task late = task(WRITE, other);
    OpenSearchStatusException refusal =
        assertThrows(
            OpenSearchStatusException.class, () -> fenced.messageReceived(write, null, late));
    assertEquals(2, written.get());
    assertEquals(RestStatus.SERVICE_UNAVAILABLE, refusal.status());
    assertTrue(Leadership.isRefusal(refusal));
    assertTrue(Leadership.isRefusal(new RemoteTransportException("node", refusal)));
    assertFalse(
        Leadership.isRefusal(
            new OpenSearchStatusException("busy", RestStatus.SERVICE_UNAVAILABLE)));
    assertFalse(Leadership.isRefusal(new IllegalArgumentException()));
  }

  @Test
  public void theTokenIsSentUntilTheContextIsClosed() {
    ThreadContext context = new ThreadContext(Settings.EMPTY);
    Leadership leadership = new Leadership(index, "token", new NoneCircuitBreakerService());
    ThreadContext.StoredContext before = leadership.send(context);
    assertEquals("token", context.getHeader(Leadership.HEADER));
    before.close();
    assertNull(context.getHeader(Leadership.HEADER));
  }
}
