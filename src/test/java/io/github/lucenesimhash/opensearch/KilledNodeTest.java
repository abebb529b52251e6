package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Tests a node that is killed ({@code kill -9}) while documents are loaded. No acknowledged
 * document is missing, and answers are exact once the cluster is green.
 */
class KilledNodeTest {

  private static final String INDEX = "/killed";
  private static final int BATCHES = 60;
  private static final int BATCH = 100;
  private static final int KILL_AT = 20;
  private static final int VICTIM = 2;

  private final Random random = new Random(2011);
  private final long[] fingerprints = new long[BATCHES * BATCH];

  @Test
  void noAcknowledgedDocumentIsMissing() throws IOException, InterruptedException {
    Cluster cluster = Cluster.shared();
    Rest rest = cluster.rest(0);
    rest.put(
            INDEX,
            "{\"settings\": {\"number_of_shards\": 3, \"number_of_replicas\": 1, \"codec\":"
                + " \"simhash\", \"index.unassigned.node_left.delayed_timeout\": 0},"
                + " \"mappings\": {\"properties\": {\"near\": {\"type\": \"simhash\"}}}}")
        .ok();
    try {
      cluster.awaitGreen();
      Set<Integer> acknowledged = load(cluster);
      assertTrue(acknowledged.size() > KILL_AT * BATCH, acknowledged.size() + " acknowledged");
      cluster.start(VICTIM);
      cluster.awaitNodes(Cluster.NODES);
      cluster.awaitGreen();
      rest.post(INDEX + "/_refresh", "").ok();
      assertEquals(List.of(), missing(rest, acknowledged));
      loadAgain(rest, acknowledged);
      rest.post(INDEX + "/_refresh", "").ok();
      checkAnswers(cluster);
    } finally {
      rest.delete(INDEX);
    }
  }

  private Set<Integer> load(Cluster cluster) throws IOException, InterruptedException {
    Set<Integer> acknowledged = new TreeSet<>();
    Thread killer = null;
    for (int batch = 0; batch < BATCHES; batch++) {
      if (batch == KILL_AT) {
        killer = Thread.ofPlatform().start(() -> cluster.kill(VICTIM));
      }
      List<Integer> documents = new ArrayList<>();
      for (int i = batch * BATCH; i < (batch + 1) * BATCH; i++) {
        fingerprints[i] =
            i > 0 && random.nextBoolean()
                ? fingerprints[random.nextInt(i)] ^ (1L << random.nextInt(64))
                : random.nextLong();
        documents.add(i);
      }
      acknowledged.addAll(send(cluster.rest(batch % VICTIM), documents));
    }
    killer.join();
    return acknowledged;
  }

  /** Sends documents, and returns the numbers of the acknowledged ones. */
  private List<Integer> send(Rest rest, List<Integer> documents) throws IOException {
    StringBuilder bulk = new StringBuilder();
    for (int i : documents) {
      bulk.append("{\"index\": {\"_id\": \"").append(i).append("\"}}\n{\"near\": \"");
      bulk.append(Fingerprint.of(fingerprints[i]).toString()).append("\"}\n");
    }
    Rest.Answer answer = rest.post(INDEX + "/_bulk?timeout=30s", bulk.toString());
    List<Integer> acknowledged = new ArrayList<>();
    if (answer.status() == 200) {
      for (JsonNode item : answer.body().get("items")) {
        JsonNode index = item.get("index");
        if (index.get("status").asInt() / 100 == 2) {
          acknowledged.add(index.get("_id").asInt());
        }
      }
    }
    return acknowledged;
  }

  private static List<Integer> missing(Rest rest, Set<Integer> documents) throws IOException {
    String ids = documents.stream().map(id -> "\"" + id + "\"").collect(Collectors.joining(","));
    List<Integer> missing = new ArrayList<>();
    for (JsonNode found :
        rest.post(INDEX + "/_mget?_source=false", "{\"ids\": [" + ids + "]}").ok().get("docs")) {
      if (!found.get("found").asBoolean()) {
        missing.add(found.get("_id").asInt());
      }
    }
    return missing;
  }

  private void loadAgain(Rest rest, Set<Integer> acknowledged) throws IOException {
    List<Integer> left = new ArrayList<>();
    for (int i = 0; i < fingerprints.length; i++) {
      if (!acknowledged.contains(i)) {
        left.add(i);
      }
    }
    if (!left.isEmpty()) {
      assertEquals(left.size(), send(rest, left).size());
    }
  }

  private void checkAnswers(Cluster cluster) throws IOException {
    for (int query = 0; query < 30; query++) {
      long asked = fingerprints[random.nextInt(fingerprints.length)] ^ (1L << random.nextInt(64));
      TreeMap<Integer, Integer> expected = new TreeMap<>();
      for (int i = 0; i < fingerprints.length; i++) {
        int distance = Fingerprint.distance(asked, fingerprints[i]);
        if (distance <= 8) {
          expected.put(i, distance);
        }
      }
      JsonNode answer =
          cluster
              .rest(query % Cluster.NODES)
              .post(
                  INDEX + "/_search",
                  "{\"size\": 10000, \"query\": {\"simhash\": {\"field\": \"near\","
                      + " \"max_distance\": 8, \"fingerprint\": \""
                      + Fingerprint.of(asked).toString()
                      + "\"}}}")
              .ok();
      assertEquals(0, answer.get("_shards").get("failed").asInt(), answer::toString);
      TreeMap<Integer, Integer> actual = new TreeMap<>();
      for (JsonNode hit : answer.get("hits").get("hits")) {
        actual.put(
            hit.get("_id").asInt(),
            (int) ((1 - hit.get("_score").asDouble()) * Fingerprint.LANE_BITS));
      }
      assertEquals(expected, actual);
      assertFalse(expected.isEmpty());
    }
  }
}
