package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that an index of either format answers like brute force, whatever is done to it. */
class IndexStatesTest {

  private static final int DOCUMENTS = 300;
  private static final int QUERIES = 12;
  private static final String INDEX = "states";
  private static final String REPOSITORY = "/_snapshot/states";

  private final Random random = new Random(1962);
  private final TreeMap<String, Long> fingerprints = new TreeMap<>();
  private Cluster cluster;
  private Rest rest;

  @BeforeEach
  void cluster() throws IOException, InterruptedException {
    cluster = Cluster.shared();
    rest = cluster.rest(0);
  }

  @AfterEach
  void delete() throws IOException {
    if (rest != null) {
      rest.delete("/" + INDEX + "*");
      rest.delete(REPOSITORY + "/all");
      rest.delete(REPOSITORY);
    }
  }

  private void create(String codec) throws IOException {
    rest.put(
            "/" + INDEX,
            "{\"settings\": {\"number_of_shards\": 2, \"number_of_routing_shards\": 4,"
                + " \"number_of_replicas\": 1, \"codec\": \""
                + codec
                + "\"}, \"mappings\": {\"properties\": {\"near\": {\"type\": \"simhash\","
                + " \"store_format\": \""
                + (codec.equals("simhash") ? "fast" : "default")
                + "\"}}}}")
        .ok();
    add("a");
    check(INDEX);
  }

  /** Adds documents, of which some are deleted again. */
  private void add(String prefix) throws IOException {
    StringBuilder bulk = new StringBuilder();
    Long[] families = random.longs(20).boxed().toArray(Long[]::new);
    for (int i = 0; i < DOCUMENTS; i++) {
      long fingerprint = families[i % families.length];
      for (int flips = random.nextInt(8); flips > 0; flips--) {
        fingerprint ^= 1L << random.nextInt(Fingerprint.LANE_BITS);
      }
      String id = prefix + i;
      bulk.append("{\"index\": {\"_id\": \"").append(id).append("\"}}\n{\"near\": \"");
      bulk.append(Fingerprint.of(fingerprint).toString()).append("\"}\n");
      fingerprints.put(id, fingerprint);
      if (i % 20 == 19) {
        String gone = prefix + random.nextInt(i);
        bulk.append("{\"delete\": {\"_id\": \"").append(gone).append("\"}}\n");
        fingerprints.remove(gone);
      }
    }
    rest.post("/" + INDEX + "/_bulk?refresh=true", bulk.toString()).ok();
  }

  private void check(String index) throws IOException {
    rest.get("/_cluster/health/" + index + "?wait_for_status=green&timeout=60s").ok();
    rest.post("/" + index + "/_refresh", "").ok();
    long[] asked = new long[QUERIES];
    StringBuilder searches = new StringBuilder();
    Long[] all = fingerprints.values().toArray(Long[]::new);
    for (int i = 0; i < QUERIES; i++) {
      asked[i] = all[random.nextInt(all.length)] ^ (1L << random.nextInt(Fingerprint.LANE_BITS));
      String target =
          "\"field\": \"near\", \"fingerprint\": \"" + Fingerprint.of(asked[i]).toString() + '"';
      searches.append("{}\n{\"size\": 1000, \"query\": {\"simhash\": {").append(target);
      searches.append(", \"max_distance\": ").append(maxDistance(i)).append("}}}\n");
      searches.append("{}\n{\"size\": 5, \"query\": {\"simhash\": {").append(target);
      searches.append(", \"nearest\": 5}}}\n");
    }
    JsonNode answers =
        rest.post("/" + index + "/_msearch", searches.toString()).ok().get("responses");
    int hits = 0;
    for (int i = 0; i < QUERIES; i++) {
      Map<String, Integer> expected = bruteForce(asked[i], maxDistance(i));
      assertEquals(expected, distances(answers.get(2 * i)), index);
      hits += expected.size();
      assertEquals(
          bruteForce(asked[i], Fingerprint.LANE_BITS).values().stream().sorted().limit(5).toList(),
          distances(answers.get(2 * i + 1)).values().stream().sorted().toList(),
          index);
    }
    assertTrue(hits > QUERIES, hits + " hits");
  }

  private static int maxDistance(int query) {
    return new int[] {2, 5, 8, 10}[query % 4];
  }

  private Map<String, Integer> bruteForce(long asked, int maxDistance) {
    TreeMap<String, Integer> found = new TreeMap<>();
    fingerprints.forEach(
        (id, fingerprint) -> {
          int distance = Fingerprint.distance(asked, fingerprint);
          if (distance <= maxDistance) {
            found.put(id, distance);
          }
        });
    return found;
  }

  private static Map<String, Integer> distances(JsonNode answer) {
    assertTrue(answer.has("hits"), answer::toString);
    assertEquals(0, answer.get("_shards").get("failed").asInt(), answer::toString);
    TreeMap<String, Integer> found = new TreeMap<>();
    for (JsonNode hit : answer.get("hits").get("hits")) {
      double distance = (1 - hit.get("_score").asDouble()) * Fingerprint.LANE_BITS;
      found.put(hit.get("_id").asText(), (int) distance);
    }
    return found;
  }

  private void settings(String settings) throws IOException {
    rest.put("/" + INDEX + "/_settings", "{" + settings + "}").ok();
  }

  private void merge(String index) throws IOException {
    rest.post("/" + index + "/_forcemerge?max_num_segments=1", "").ok();
  }

  private boolean isFast(String index) throws IOException {
    String uuid = rest.get("/" + index + "/_settings").ok().findValue("uuid").asText();
    return cluster.hasFile(uuid, ".shd");
  }

  private static String other(String codec) {
    return codec.equals("simhash") ? "default" : "simhash";
  }

  @ParameterizedTest
  @ValueSource(strings = {"simhash", "default"})
  void mergedClosedAndOpened(String codec) throws IOException {
    create(codec);
    add("b");
    merge(INDEX);
    check(INDEX);
    assertEquals(codec.equals("simhash"), isFast(INDEX));
    rest.post("/" + INDEX + "/_close", "").ok();
    rest.post("/" + INDEX + "/_open", "").ok();
    check(INDEX);
  }

  /** Answers are exact after a change of codec, with segments of both formats and after a merge. */
  @ParameterizedTest
  @ValueSource(strings = {"simhash", "default"})
  void codecChanged(String codec) throws IOException {
    create(codec);
    rest.put("/" + INDEX + "/_settings", "{\"index.codec\": \"" + other(codec) + "\"}")
        .refused("index.codec");
    rest.post("/" + INDEX + "/_close", "").ok();
    settings("\"index.codec\": \"" + other(codec) + "\"");
    rest.post("/" + INDEX + "/_open", "").ok();
    check(INDEX);
    add("b");
    check(INDEX);
    merge(INDEX);
    check(INDEX);
    assertTrue(isFast(INDEX) || codec.equals("simhash"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"simhash", "default"})
  void replicaPromoted(String codec) throws IOException {
    create(codec);
    cluster.awaitGreen();
    for (int shard = 0; shard < 2; shard++) {
      String primary = primary(shard);
      rest.post(
              "/_cluster/reroute",
              "{\"commands\": [{\"cancel\": {\"index\": \""
                  + INDEX
                  + "\", \"shard\": "
                  + shard
                  + ", \"node\": \""
                  + primary
                  + "\", \"allow_primary\": true}}]}")
          .ok();
      check(INDEX);
      assertNotEquals(primary, primary(shard));
    }
    add("b");
    check(INDEX);
  }

  private String primary(int shard) throws IOException {
    for (JsonNode copy : rest.get("/_cat/shards/" + INDEX + "?format=json").ok()) {
      if (copy.get("shard").asInt() == shard && copy.get("prirep").asText().equals("p")) {
        return copy.get("node").asText();
      }
    }
    throw new AssertionError("no primary of shard " + shard);
  }

  @ParameterizedTest
  @ValueSource(strings = {"simhash", "default"})
  void clonedSplitAndShrunk(String codec) throws IOException {
    create(codec);
    settings(
        "\"index.blocks.write\": true, \"index.number_of_replicas\": 0,"
            + " \"index.routing.allocation.require._name\": \"node-1\"");
    cluster.awaitGreen();
    for (var shards : Map.of("_clone", 2, "_split", 4, "_shrink", 1).entrySet()) {
      String target = INDEX + shards.getKey();
      rest.post(
              "/" + INDEX + "/" + shards.getKey() + "/" + target,
              "{\"settings\": {\"index.number_of_shards\": "
                  + shards.getValue()
                  + ", \"index.routing.allocation.require._name\": null}}")
          .ok();
      check(target);
    }
  }

  /** Sources sent into an index with the other codec, as by {@code _reindex}, answer exactly. */
  @ParameterizedTest
  @ValueSource(strings = {"simhash", "default"})
  void reindexed(String codec) throws IOException {
    create(codec);
    String target = INDEX + "-again";
    rest.put(
            "/" + target,
            "{\"settings\": {\"codec\": \""
                + other(codec)
                + "\"}, \"mappings\": {\"properties\": {\"near\": {\"type\": \"simhash\"}}}}")
        .ok();
    StringBuilder bulk = new StringBuilder();
    for (JsonNode hit :
        rest.post("/" + INDEX + "/_search", "{\"size\": 1000}").ok().get("hits").get("hits")) {
      bulk.append("{\"index\": {\"_id\": ").append(hit.get("_id")).append("}}\n");
      bulk.append(hit.get("_source")).append('\n');
    }
    rest.post("/" + target + "/_bulk", bulk.toString()).ok();
    check(target);
  }

  /** A restored snapshot answers exactly, as the same index and beside it with the other codec. */
  @ParameterizedTest
  @ValueSource(strings = {"simhash", "default"})
  void snapshotRestored(String codec) throws IOException {
    create(codec);
    rest.put(REPOSITORY, "{\"type\": \"fs\", \"settings\": {\"location\": \"states\"}}").ok();
    JsonNode taken =
        rest.put(REPOSITORY + "/all?wait_for_completion=true", "{\"indices\": \"" + INDEX + "\"}")
            .ok();
    assertEquals("SUCCESS", taken.get("snapshot").get("state").asText(), taken::toString);
    rest.delete("/" + INDEX).ok();
    String restore = REPOSITORY + "/all/_restore?wait_for_completion=true";
    rest.post(restore, "{}").ok();
    check(INDEX);
    rest.post(
            restore,
            "{\"rename_pattern\": \"(.+)\", \"rename_replacement\": \"$1-other\","
                + " \"index_settings\": {\"index.codec\": \""
                + other(codec)
                + "\"}}")
        .ok();
    check(INDEX + "-other");
    merge(INDEX + "-other");
    check(INDEX + "-other");
  }
}
