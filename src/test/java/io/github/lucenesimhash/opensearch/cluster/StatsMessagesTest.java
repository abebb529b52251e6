package io.github.lucenesimhash.opensearch.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.opensearch.cluster.Counts.Count;
import io.github.lucenesimhash.opensearch.cluster.StatsAction.NodeRequest;
import io.github.lucenesimhash.opensearch.cluster.StatsAction.NodeStats;
import java.io.IOException;
import java.net.InetAddress;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.opensearch.Version;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.common.io.stream.BytesStreamOutput;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.common.transport.TransportAddress;
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
    counts.add("news", Count.BULK_ADDED, 3);
    counts.add("news", Count.BULK_WAITING, -1);
    counts.add("news", Count.SWEEP_TIME_IN_MILLIS, 2_999_999);
    Map<String, Long> now = counts.now().get("news");
    assertEquals(Count.values().length, now.size());
    assertEquals(3, now.get("bulk.added"));
    assertEquals(0, now.get("bulk.waiting"));
    assertEquals(2, now.get("sweep.time_in_millis"));
    assertEquals(0, now.get("bulk.near_duplicates"));
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
