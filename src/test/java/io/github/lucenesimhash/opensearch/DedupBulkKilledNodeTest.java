package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.fingerprint.Popcount;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * A node is killed ({@code kill -9}) while documents are looked at and added through all nodes;
 * clients offer again what was not answered, or with an error. No document is skipped and absent.
 * {@code -Dtests.multiplier=N}: N kills.
 */
class DedupBulkKilledNodeTest {

  private static final int KILLS = Integer.getInteger("tests.multiplier", 1);
  private static final int CLIENTS = 6;
  private static final int REQUESTS = 12;
  private static final int DOCUMENTS = 20;
  private static final int VICTIM = 2;
  private static final int MAX_DISTANCE = 6;
  private static final String INDEX = "/struck";
  private static final String BULK = "/_plugins/_simhash/struck/_bulk?field=near&max_distance=6";

  private final Random random = new Random(Long.getLong("tests.bulkSeed", 1815));
  private final long[] families = random.longs(300).toArray();
  private final Map<String, Long> fingerprints = new TreeMap<>();

  @Test
  void nothingIsSkippedAndAbsent() throws Exception {
    Cluster cluster = Cluster.shared();
    cluster
        .rest(0)
        .put(
            INDEX,
            "{\"settings\": {\"number_of_shards\": 3, \"number_of_replicas\": 1, \"codec\":"
                + " \"simhash\", \"index.unassigned.node_left.delayed_timeout\": 0},"
                + " \"mappings\": {\"properties\": {\"near\": {\"type\": \"simhash\"}}}}")
        .ok();
    try {
      for (int kill = 0; kill < KILLS; kill++) {
        cluster.awaitGreen();
        strike(cluster, kill);
      }
    } finally {
      cluster.rest(0).delete(INDEX);
    }
  }

  private void strike(Cluster cluster, int kill) throws Exception {
    List<List<String>> requests = new ArrayList<>();
    for (int i = 0; i < CLIENTS * REQUESTS; i++) {
      List<String> ids = new ArrayList<>();
      for (int j = 0; j < DOCUMENTS; j++) {
        String id = kill + "-" + i + "-" + j;
        long family = families[random.nextInt(families.length)];
        fingerprints.put(
            id, random.nextInt(3) == 0 ? random.nextLong() : family ^ (1L << random.nextInt(64)));
        ids.add(id);
      }
      requests.add(ids);
    }
    Map<String, String> results = new HashMap<>();
    List<Callable<Map<String, String>>> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      Rest node = cluster.rest(i % Cluster.NODES);
      List<List<String>> mine = requests.subList(i * REQUESTS, (i + 1) * REQUESTS);
      clients.add(() -> send(node, mine));
    }
    long delay = 500L + random.nextInt(2_000);
    try (ExecutorService threads = Executors.newFixedThreadPool(CLIENTS + 1)) {
      Future<?> killer =
          threads.submit(
              () -> {
                Thread.sleep(delay);
                cluster.kill(VICTIM);
                return null;
              });
      for (Future<Map<String, String>> client : threads.invokeAll(clients)) {
        results.putAll(client.get());
      }
      killer.get();
    }
    cluster.start(VICTIM);
    cluster.awaitNodes(Cluster.NODES);
    cluster.awaitGreen();
    check(cluster, results, kill);
  }

  /** The results of those that were answered: what was done, or whom they are near. */
  private Map<String, String> send(Rest node, List<List<String>> requests) {
    Map<String, String> results = new HashMap<>();
    for (List<String> ids : requests) {
      StringBuilder bulk = new StringBuilder();
      for (String id : ids) {
        bulk.append("{\"index\": {\"_id\": \"").append(id).append("\"}}\n{\"near\": \"");
        bulk.append(Fingerprint.of(fingerprints.get(id)).toString()).append("\"}\n");
      }
      try {
        Rest.Answer answer = node.post(BULK, bulk.toString());
        if (answer.status() == 200) {
          answer.body().get("items").forEach(item -> take(item.get("index"), results));
        }
      } catch (IOException e) {
        // the node is killed: not answered
      }
    }
    return results;
  }

  private static void take(JsonNode item, Map<String, String> results) {
    if (!item.has("error")) {
      results.put(
          item.get("_id").asText(),
          item.has("near") ? item.get("near").get("_id").asText() : item.get("result").asText());
    }
  }

  private void check(Cluster cluster, Map<String, String> results, int kill) throws IOException {
    List<List<String>> again = new ArrayList<>();
    for (String id : fingerprints.keySet()) {
      if (id.startsWith(kill + "-") && !results.containsKey(id)) {
        again.add(List.of(id));
      }
    }
    int answered = results.size();
    results.putAll(send(cluster.rest(0), again));
    Map<String, Long> indexed = new HashMap<>();
    Rest rest = cluster.rest(0);
    rest.post(INDEX + "/_refresh", "").ok();
    for (JsonNode hit :
        rest.post(INDEX + "/_search", "{\"size\": 10000, \"_source\": false}")
            .ok()
            .get("hits")
            .get("hits")) {
      indexed.put(hit.get("_id").asText(), fingerprints.get(hit.get("_id").asText()));
    }
    int skipped = 0;
    for (Map.Entry<String, String> result : results.entrySet()) {
      if (fingerprints.containsKey(result.getValue())) {
        Long near = indexed.get(result.getValue());
        assertTrue(near != null, () -> "skipped, its reason is absent: " + result);
        long own = fingerprints.get(result.getKey());
        assertTrue(Fingerprint.distance(near, own) <= MAX_DISTANCE);
        skipped++;
      } else {
        assertTrue(indexed.containsKey(result.getKey()), () -> "added, absent: " + result);
      }
    }
    long[] all = indexed.values().stream().mapToLong(Long::longValue).toArray();
    int slipped = 0;
    for (int i = 0; i < all.length; i++) {
      slipped += Popcount.nearest(all, 0, i, all[i]) <= MAX_DISTANCE ? 1 : 0;
    }
    System.out.printf(
        Locale.ROOT,
        "kill %d: %d answered, %d offered again, %d skipped, %d slipped through%n",
        kill,
        answered,
        again.size(),
        skipped,
        slipped);
    assertEquals(CLIENTS * REQUESTS * DOCUMENTS, results.size());
    assertTrue(answered > 0 && skipped > 0);
  }
}
