package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/**
 * The node that decides sleeps while it works, for shorter and for longer than the others wait for
 * it, and wakes: of two near documents, one sent to it and one to another node, one is added.
 * {@code -Dtests.multiplier=8}: 32 rounds.
 */
class DedupBulkFrozenNodeTest {

  private static final int ROUNDS = Integer.getInteger("tests.multiplier", 1);
  private static final int DOCUMENTS = 400;
  private static final int SHORT = 1_000;
  private static final int LONG = 14_000;
  private static final String INDEX = "/asleep";
  private static final String BULK =
      "/_plugins/_simhash/asleep/_bulk?field=near&max_distance=3&verify_field=body&timeout=2m";

  private final Random random = new Random(Long.getLong("tests.bulkSeed", 1492));
  private int bothAdded;
  private int added;
  private int skipped;
  private int failed;
  private int successions;

  @Test
  void oneOfTwoIsAdded() throws Exception {
    Cluster cluster =
        Cluster.of(
            Release.own(),
            Cluster.SMALL_HEAP,
            "cluster.fault_detection.follower_check.timeout=2s",
            "cluster.fault_detection.follower_check.retry_count=2",
            "cluster.fault_detection.leader_check.timeout=2s",
            "cluster.fault_detection.leader_check.retry_count=2");
    try {
      for (String replication : List.of("DOCUMENT", "SEGMENT")) {
        create(cluster, replication);
        for (int round = 0; round < 2 * ROUNDS; round++) {
          sleep(cluster, replication + round, round % 2 == 0 ? LONG : SHORT);
        }
        cluster.rest(0).delete(INDEX).ok();
      }
    } finally {
      cluster.close();
    }
    System.out.printf(
        Locale.ROOT,
        "%d rounds, %d successions: %d added, %d skipped, %d not answered or failed, %d pairs added%n",
        4 * ROUNDS,
        successions,
        added,
        skipped,
        failed,
        bothAdded);
    assertEquals(0, bothAdded);
    assertTrue(successions > 0 && added > 0 && skipped > 0);
  }

  private static void create(Cluster cluster, String replication) throws IOException {
    cluster
        .rest(0)
        .put(
            INDEX,
            "{\"settings\": {\"number_of_shards\": 3, \"number_of_replicas\": 1,"
                + " \"replication.type\": \""
                + replication
                + "\", \"codec\": \"simhash\","
                + " \"index.unassigned.node_left.delayed_timeout\": 0}, \"mappings\":"
                + " {\"properties\": {\"near\": {\"type\": \"simhash\"}, \"body\":"
                + " {\"type\": \"text\"}}}}")
        .ok();
  }

  private void sleep(Cluster cluster, String round, int millis) throws Exception {
    cluster.awaitNodes(Cluster.NODES);
    cluster.awaitGreen();
    int sleeper = decider(cluster.rest(0));
    int other = (sleeper + 1) % Cluster.NODES;
    long fingerprint = random.nextLong();
    var first = cluster.rest(sleeper).begin(BULK, bulk(round + "-a-", fingerprint));
    Thread.sleep(50 + random.nextInt(1_200));
    cluster.signal(sleeper, "STOP");
    var second = cluster.rest(other).begin(BULK, bulk(round + "-b-", fingerprint ^ 1));
    Thread.sleep(millis);
    cluster.signal(sleeper, "CONT");
    Map<String, String> results = new TreeMap<>();
    take(first, results);
    take(second, results);
    cluster.awaitNodes(Cluster.NODES);
    cluster.awaitGreen();
    successions += decider(cluster.rest(0)) == sleeper ? 0 : 1;
    check(cluster.rest(other), round, results);
  }

  /** Documents that take long to compare: of one fingerprint, each with a text of its own. */
  private static String bulk(String ids, long fingerprint) {
    StringBuilder bulk = new StringBuilder();
    for (int i = 0; i < DOCUMENTS; i++) {
      bulk.append("{\"index\": {\"_id\": \"").append(ids).append(i).append("\"}}\n");
      bulk.append("{\"near\": \"")
          .append(Fingerprint.of(fingerprint).toString())
          .append("\", \"body\": \"");
      new Random(31L * i + ids.substring(0, ids.length() - 3).hashCode())
          .ints(200, 0, 5_000)
          .forEach(word -> bulk.append('w').append(word).append(' '));
      bulk.append("\"}\n");
    }
    return bulk.toString();
  }

  /** The node with the primary of the first shard. */
  private static int decider(Rest rest) throws IOException {
    for (JsonNode shard : rest.get("/_cat/shards" + INDEX + "?format=json").ok()) {
      if (shard.get("shard").asText().equals("0") && shard.get("prirep").asText().equals("p")) {
        return Integer.parseInt(shard.get("node").asText().replace("node-", ""));
      }
    }
    throw new AssertionError("no primary");
  }

  /** By id whom a document is near, or nothing where it was added. */
  private void take(CompletableFuture<HttpResponse<String>> sent, Map<String, String> results)
      throws IOException, InterruptedException {
    Rest.Answer answer;
    try {
      answer = Rest.answer(sent.get());
    } catch (ExecutionException e) { // the connection has ended: not answered
      failed += DOCUMENTS;
      return;
    }
    if (answer.status() != 200) {
      failed += DOCUMENTS;
      return;
    }
    for (JsonNode item : answer.body().get("items")) {
      JsonNode index = item.get("index");
      if (index.has("error")) {
        failed++;
      } else {
        results.put(
            index.get("_id").asText(),
            index.has("near") ? index.get("near").get("_id").asText() : "");
      }
    }
  }

  private void check(Rest rest, String round, Map<String, String> results) throws IOException {
    rest.post(INDEX + "/_refresh", "").ok();
    Set<String> indexed = new HashSet<>();
    Set<String> ids = new HashSet<>(results.keySet());
    ids.addAll(results.values());
    ids.remove("");
    String search =
        "{\"size\": 1000, \"query\": {\"ids\": {\"values\": [\""
            + String.join("\", \"", ids)
            + "\"]}}}";
    for (JsonNode hit :
        rest.post(INDEX + "/_search?preference=_primary", search).ok().get("hits").get("hits")) {
      indexed.add(hit.get("_id").asText());
    }
    results.forEach(
        (id, near) -> {
          String there = near.isEmpty() ? id : near;
          assertTrue(indexed.contains(there), () -> there + " is absent, answered for " + id);
        });
    for (String near : results.values()) {
      added += near.isEmpty() ? 1 : 0;
      skipped += near.isEmpty() ? 0 : 1;
    }
    for (int i = 0; i < DOCUMENTS; i++) {
      boolean areBoth =
          results.getOrDefault(round + "-a-" + i, "no").isEmpty()
              && results.getOrDefault(round + "-b-" + i, "no").isEmpty();
      bothAdded += areBoth ? 1 : 0;
    }
  }
}
