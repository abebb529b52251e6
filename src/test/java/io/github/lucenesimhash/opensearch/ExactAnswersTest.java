package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests that three nodes with three shards and one replica answer like brute force over all
 * documents. {@code -Dtests.multiplier=50} makes 200,000 generated documents and 2,000 queries.
 */
class ExactAnswersTest {

  private static final int MULTIPLIER = Integer.getInteger("tests.multiplier", 1);
  private static final int DOCUMENTS = 4_000 * MULTIPLIER;
  private static final int QUERIES = 40 * MULTIPLIER;
  private static final int[] DISTANCES = {0, 3, 8, 10};
  private static final int BATCH = 40;

  private final Random random = new Random(2007);
  private final Map<String, Long> fingerprints = new HashMap<>();
  private final List<Long> seen = new ArrayList<>();

  @Test
  void defaultFormat() throws IOException, InterruptedException {
    run("exact-default", false);
  }

  @Test
  void fastFormat() throws IOException, InterruptedException {
    run("exact-fast", true);
  }

  private void run(String index, boolean fast) throws IOException, InterruptedException {
    Cluster cluster = Cluster.shared();
    Rest rest = cluster.rest(0);
    rest.put(
            "/" + index,
            "{\"settings\": {\"number_of_shards\": 3, \"number_of_replicas\": 1, \"codec\": \""
                + (fast ? "simhash" : "default")
                + "\"}, \"mappings\": {\"properties\": {\"text\": {\"type\": \"text\", \"copy_to\":"
                + " \"near\"}, \"near\": {\"type\": \"simhash\"}}}}")
        .ok();
    try {
      loadCorpus(rest, index);
      rest.post("/" + index + "/_refresh", "").ok(); // makes a segment to merge later
      loadGenerated(cluster, index);
      rest.post("/" + index + "/_refresh", "").ok();
      cluster.awaitGreen();
      check(cluster, index);
      rest.post("/" + index + "/_forcemerge?max_num_segments=1", "").ok();
      rest.post("/" + index + "/_refresh", "").ok();
      assertEquals(fast, cluster.hasFile(".shd"));
      check(cluster, index);
      rest.put(
              "/" + index + "/_settings",
              "{\"index.routing.allocation.exclude._name\": \"node-2\"}")
          .ok();
      assertRelocated(cluster, index);
      check(cluster, index);
    } finally {
      rest.delete("/" + index);
    }
  }

  private static void assertRelocated(Cluster cluster, String index)
      throws IOException, InterruptedException {
    cluster.awaitGreen();
    for (int attempt = 0; attempt < 240; attempt++) {
      JsonNode shards = cluster.rest(0).get("/_cat/shards/" + index + "?format=json").ok();
      boolean done = true;
      for (JsonNode shard : shards) {
        done &=
            shard.get("state").asText().equals("STARTED")
                && !shard.get("node").asText().equals("node-2");
      }
      if (done) {
        assertEquals(6, shards.size());
        return;
      }
      Thread.sleep(500);
    }
    throw new AssertionError("shards are still on node-2");
  }

  private void loadCorpus(Rest rest, String index) throws IOException {
    FingerprintScheme scheme = FingerprintScheme.standard();
    StringBuilder bulk = new StringBuilder();
    try (Stream<Path> files = Files.walk(Path.of("test-corpus"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".txt")).sorted().toList()) {
        String text = Files.readString(file);
        String id = file.getParent().getFileName() + "-" + file.getFileName();
        add(bulk, id, "\"text\": " + Rest.quoted(text));
        scheme.fingerprint(text).ifPresent(fingerprint -> remember(id, fingerprint.lane(0)));
      }
    }
    assertFalse(fingerprints.isEmpty());
    send(rest, index, bulk);
  }

  private void loadGenerated(Cluster cluster, String index) throws IOException {
    StringBuilder bulk = new StringBuilder();
    for (int i = 0; i < DOCUMENTS; i++) {
      long fingerprint = random.nextInt(4) == 0 ? near(12) : random.nextLong();
      String id = "g" + i;
      add(
          bulk,
          id,
          "\"near\": "
              + (i % 2 == 0
                  ? '"' + Fingerprint.of(fingerprint).toString() + '"'
                  : Long.toString(fingerprint)));
      remember(id, fingerprint);
      if (i % 50 == 49) {
        String gone = "g" + random.nextInt(i);
        bulk.append("{\"delete\": {\"_id\": \"").append(gone).append("\"}}\n");
        fingerprints.remove(gone);
      }
      if (i % 5_000 == 4_999) {
        send(cluster.rest(i % Cluster.NODES), index, bulk);
      }
    }
    send(cluster.rest(1), index, bulk);
  }

  private void remember(String id, long fingerprint) {
    fingerprints.put(id, fingerprint);
    seen.add(fingerprint);
  }

  /** Returns the fingerprint of an earlier document with up to the given number of bits flipped. */
  private long near(int maxFlips) {
    long fingerprint = seen.get(random.nextInt(seen.size()));
    for (int flips = random.nextInt(maxFlips + 1); flips > 0; flips--) {
      fingerprint ^= 1L << random.nextInt(Fingerprint.LANE_BITS);
    }
    return fingerprint;
  }

  private static void add(StringBuilder bulk, String id, String field) {
    bulk.append("{\"index\": {\"_id\": \"").append(id).append("\"}}\n{");
    bulk.append(field).append("}\n");
  }

  private static void send(Rest rest, String index, StringBuilder bulk) throws IOException {
    if (bulk.length() > 0) {
      JsonNode answer = rest.post("/" + index + "/_bulk", bulk.toString()).ok();
      assertFalse(answer.get("errors").asBoolean(), () -> answer.toString());
      bulk.setLength(0);
    }
  }

  private void check(Cluster cluster, String index) throws IOException {
    String[] ids = fingerprints.keySet().toArray(String[]::new);
    long[] all = Stream.of(ids).mapToLong(fingerprints::get).toArray();
    int hits = 0;
    for (int done = 0; done < QUERIES; done += BATCH) {
      List<Long> queries = new ArrayList<>();
      StringBuilder search = new StringBuilder();
      for (int i = 0; i < BATCH; i++) {
        long query = random.nextInt(8) == 0 ? random.nextLong() : near(10);
        for (int maxDistance : DISTANCES) {
          queries.add(query);
          search.append("{}\n{\"size\": 10000, \"_source\": false, \"query\": {\"simhash\": {");
          search
              .append("\"field\": \"near\", \"fingerprint\": \"")
              .append(Fingerprint.of(query).toString());
          search.append("\", \"max_distance\": ").append(maxDistance).append("}}}\n");
        }
      }
      JsonNode answers =
          cluster
              .rest(done / BATCH % Cluster.NODES)
              .post("/" + index + "/_msearch?max_concurrent_searches=4", search.toString())
              .ok()
              .get("responses");
      assertEquals(queries.size(), answers.size());
      for (int i = 0; i < queries.size(); i++) {
        int maxDistance = DISTANCES[i % DISTANCES.length];
        JsonNode answer = answers.get(i);
        assertTrue(answer.has("hits"), () -> answer.toString());
        assertEquals(0, answer.get("_shards").get("failed").asInt(), () -> answer.toString());
        Map<String, Integer> expected = bruteForce(ids, all, queries.get(i), maxDistance);
        assertEquals(expected, distances(answer), () -> "within " + maxDistance + " of a query");
        hits += expected.size();
      }
    }
    assertTrue(hits > QUERIES, hits + " hits");
  }

  private static Map<String, Integer> bruteForce(
      String[] ids, long[] fingerprints, long query, int maxDistance) {
    Map<String, Integer> found = new HashMap<>();
    for (int i = 0; i < ids.length; i++) {
      int distance = Fingerprint.distance(query, fingerprints[i]);
      if (distance <= maxDistance) {
        found.put(ids[i], distance);
      }
    }
    return found;
  }

  private static Map<String, Integer> distances(JsonNode answer) {
    Map<String, Integer> found = new HashMap<>();
    for (JsonNode hit : answer.get("hits").get("hits")) {
      double distance = (1 - hit.get("_score").asDouble()) * Fingerprint.LANE_BITS;
      assertEquals(Math.rint(distance), distance);
      found.put(hit.get("_id").asText(), (int) distance);
    }
    return found;
  }
}
