package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.opensearch.UpgradeTallies.Kind;
import io.github.lucenesimhash.opensearch.UpgradeTallies.Tally;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.opensearch.Version;

/**
 * Tests three nodes that are upgraded one after the other, as their operator does it, while
 * requests come in. No request to the plugin fails, unless it loses a shard with its node, as
 * ordinary searches do. No answer is wrong. {@code -Dtests.multiplier=10} sends 200 requests a
 * second.
 */
class RollingUpgradeTest {

  private static final int MULTIPLIER = Integer.getInteger("tests.multiplier", 1);
  private static final int PER_SECOND = Math.min(200, 20 * MULTIPLIER);

  /** Nodes are upgraded from the oldest OpenSearch to that of the test's own class path. */
  @Test
  void ofOpenSearch() throws Exception {
    upgrade(Release.oldest(), Release.own());
  }

  private static void upgrade(Release from, Release to) throws Exception {
    Cluster cluster = Cluster.of(from);
    try {
      System.out.println("from " + versions(cluster));
      UpgradeLoad load = new UpgradeLoad(cluster::rest, PER_SECOND, 2026);
      cluster.awaitGreen();
      try (load) {
        load.start();
        for (int node = 0; node < Cluster.NODES; node++) {
          Thread.sleep(500L * MULTIPLIER);
          replace(cluster, node, to, load);
          System.out.println("node-" + node + ": " + versions(cluster));
        }
        Thread.sleep(500L * MULTIPLIER);
      }
      load.requests.check(cluster.rest(0));
      System.out.print(load.requests.tallies);
      assertEquals(Set.of(Version.CURRENT.toString()), new TreeSet<>(versions(cluster)));
      for (Kind kind : Kind.values()) {
        Tally tally = load.requests.tallies.of(kind);
        assertTrue(tally.sent.get() > 0, kind + " was not sent");
        assertEquals(List.of(), List.copyOf(tally.wrong), kind + " wrong");
        assertEquals(List.of(), List.copyOf(tally.failed), kind + " failed");
      }
    } finally {
      cluster.close();
    }
  }

  /** Replaces the release of a node; shards stay where they are while their node is away. */
  private static void replace(Cluster cluster, int node, Release to, UpgradeLoad load)
      throws Exception {
    Rest other = cluster.rest((node + 1) % Cluster.NODES);
    load.takeOut(node);
    allocation(other, "\"primaries\"");
    cluster.stop(node);
    cluster.install(node, to);
    cluster.start(node);
    cluster.awaitNodes(Cluster.NODES);
    allocation(other, "null");
    cluster.awaitGreen();
    load.bringBack(node);
  }

  private static void allocation(Rest rest, String value) throws IOException {
    rest.put(
            "/_cluster/settings",
            "{\"persistent\": {\"cluster.routing.allocation.enable\": " + value + "}}")
        .ok();
  }

  private static List<String> versions(Cluster cluster) throws IOException {
    List<String> versions = new ArrayList<>();
    for (JsonNode node :
        cluster.rest(0).get("/_nodes?filter_path=nodes.*.version").ok().get("nodes")) {
      versions.add(node.get("version").asText());
    }
    return versions;
  }
}
