package io.github.lucenesimhash.opensearch.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.opensearch.cluster.Counts.Count;
import io.github.lucenesimhash.opensearch.cluster.Counts.IndexCounts;
import io.github.lucenesimhash.opensearch.cluster.StatsAction.NodeRequest;
import io.github.lucenesimhash.opensearch.cluster.StatsAction.NodeStats;
import java.io.IOException;
import java.net.InetAddress;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.opensearch.Version;
import org.opensearch.cluster.ClusterChangedEvent;
import org.opensearch.cluster.ClusterName;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.Metadata;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.common.io.stream.BytesStreamOutput;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.common.transport.TransportAddress;
import org.opensearch.core.index.Index;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.tasks.Task;

/** What nodes send of their counts stays; what they count and log. */
class StatsMessagesTest {

  private static byte[] bytes(Writeable message) throws IOException {
    BytesStreamOutput out = new BytesStreamOutput();
    message.writeTo(out);
    return BytesReference.toBytes(out.bytes());
  }

  /** The bytes behind those that OpenSearch itself writes. */
  private static void check(String bytes, Writeable message, Writeable.Reader<?> reader)
      throws IOException {
    byte[] sent = bytes(message);
    String all = HexFormat.of().formatHex(sent);
    assertTrue(all.endsWith(bytes), all);
    Writeable read = (Writeable) reader.read(new BytesArray(sent).streamInput());
    assertEquals(all, HexFormat.of().formatHex(bytes(read)));
    sent[sent.length - bytes.length() / 2] = 9;
    IOException refused =
        assertThrows(IOException.class, () -> reader.read(new BytesArray(sent).streamInput()));
    assertTrue(refused.getMessage().contains("has version 9"), refused.getMessage());
  }

  @Test
  void bytesStay() throws IOException {
    check("01", new NodeRequest(), NodeRequest::new);
    TransportAddress address = new TransportAddress(InetAddress.getLoopbackAddress(), 9300);
    DiscoveryNode node = new DiscoveryNode("n", address, Map.of(), Set.of(), Version.CURRENT);
    Map<String, Map<String, Long>> counts = Map.of("news", Map.of("bulk.added", 300L));
    check(
        "0101046e657773010a62756c6b2e6164646564ac02", new NodeStats(node, counts), NodeStats::new);
  }

  @Test
  void countsAreNamedByWhatTheyAreOf() {
    Counts counts = new Counts();
    IndexCounts news = counts.of(new Index("news", "first"));
    news.add(Count.BULK_ADDED, 3);
    news.add(Count.BULK_WAITING, -1);
    news.add(Count.SWEEP_TIME_IN_MILLIS, 2_999_999);
    Map<String, Long> now = counts.now().get("news");
    assertEquals(Count.values().length, now.size());
    assertEquals(3, now.get("bulk.added"));
    assertEquals(0, now.get("bulk.waiting"));
    assertEquals(2, now.get("sweep.time_in_millis"));
    assertEquals(0, now.get("bulk.near_duplicates"));
  }

  private static ClusterState stateOf(Index... indices) {
    Metadata.Builder metadata = Metadata.builder();
    for (Index index : indices) {
      Settings.Builder settings =
          Settings.builder()
              .put(IndexMetadata.SETTING_VERSION_CREATED, Version.CURRENT)
              .put(IndexMetadata.SETTING_INDEX_UUID, index.getUUID());
      IndexMetadata.Builder its =
          IndexMetadata.builder(index.getName())
              .settings(settings)
              .numberOfShards(1)
              .numberOfReplicas(0);
      metadata.put(its);
    }
    return ClusterState.builder(ClusterName.DEFAULT).metadata(metadata).build();
  }

  /** A request of a deleted index still counts, and another index may have its name by then. */
  @Test
  void deletedIndexesAreForgotten() {
    Index first = new Index("news", "first");
    Index second = new Index("news", "second");
    Index other = new Index("other", "third");
    Counts counts = new Counts();
    IndexCounts deleted = counts.of(first);
    deleted.add(Count.BULK_WAITING, 1);
    counts.of(other).add(Count.BULK_WAITING, 1);
    ClusterState before = stateOf(first, other);
    ClusterState between = stateOf(other);
    counts.clusterChanged(new ClusterChangedEvent("test", between, before));
    deleted.add(Count.BULK_WAITING, -1);
    assertEquals(Set.of("other"), counts.now().keySet());

    counts.of(first); // by a request that had read the state before
    ClusterState after = stateOf(second, other);
    counts.of(second).add(Count.BULK_WAITING, 2);
    counts.clusterChanged(new ClusterChangedEvent("test", after, between));
    deleted.add(Count.BULK_WAITING, -1);
    assertEquals(2, counts.now().get("news").get("bulk.waiting"));
    assertEquals(1, counts.now().get("other").get("bulk.waiting"));
  }

  @Test
  void slowRequestsAreOneLine() {
    Task task =
        new NearDuplicateTask(
            1,
            "transport",
            "a",
            "on [x\n[2026] forged\r\u001b[2K\u0085\u2028]",
            TaskId.EMPTY_TASK_ID,
            Map.of(),
            TimeValue.MAX_VALUE);
    assertEquals(
        "took[0s], took_millis[0], action[a], on"
            + " [x\\u000a[2026] forged\\u000d\\u001b[2K\\u0085\\u2028], id[]",
        SlowLog.line(task, 0));
  }

  @Test
  void slowRequestsAreNamed() {
    Map<String, String> headers = Map.of(Task.X_OPAQUE_ID, "loader");
    Task task =
        new NearDuplicateTask(
            1,
            "transport",
            "indices:data/write/simhash/bulk",
            "2 actions on [news], looked at by [near]",
            TaskId.EMPTY_TASK_ID,
            headers,
            TimeValue.MAX_VALUE);
    assertEquals(
        "took[1.5s], took_millis[1500], action[indices:data/write/simhash/bulk], 2 actions on"
            + " [news], looked at by [near], id[loader]",
        SlowLog.line(task, 1_500_000_000));
    assertTrue(SlowLog.isSlow(1_500_000_000, TimeValue.timeValueSeconds(1)));
    assertTrue(SlowLog.isSlow(0, TimeValue.ZERO));
    assertFalse(SlowLog.isSlow(1_500_000_000, TimeValue.timeValueSeconds(2)));
    assertFalse(SlowLog.isSlow(Long.MAX_VALUE, TimeValue.MINUS_ONE));
  }
}
