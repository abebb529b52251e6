package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * An index that is never refreshed by itself: what was acknowledged before is seen all the same,
 * whoever wrote it. {@code -Dtests.multiplier=N}: N times as many requests.
 */
class DedupBulkUnseenTest extends IndexTest {

  private static final int REQUESTS = 60 * Integer.getInteger("tests.multiplier", 1);
  private static final int MAX_DISTANCE = 3;
  private static final String INDEX = "/unseen";
  private static final String BULK = "/_plugins/_simhash/unseen/_bulk?field=near&max_distance=3";

  private final long seed = Long.getLong("tests.bulkSeed", 1848);
  private final Random random = new Random(seed);
  private final long[] families = random.longs(150).toArray();
  private final Map<String, Long> there = new HashMap<>();
  private int ids;

  DedupBulkUnseenTest() {
    super(
        INDEX,
        0,
        """
        {"settings": {"number_of_shards": 2, "number_of_replicas": 1, "codec": "simhash",
            "refresh_interval": "-1"},
         "mappings": {"properties": {"near": {"type": "simhash"},
            "meta": {"properties": {"body": {"type": "text", "copy_to": "near"}}}}}}
        """);
  }

  private long fingerprint() {
    return random.nextInt(4) > 0
        ? random.nextLong()
        : families[random.nextInt(families.length)] ^ (1L << random.nextInt(64));
  }

  private static String line(String op, String id, Long fingerprint) {
    String head = "{\"" + op + "\": {\"_id\": \"" + id + "\"}}\n";
    return fingerprint == null
        ? head
        : head + "{\"near\": \"" + Fingerprint.of(fingerprint).toString() + "\"}\n";
  }

  private boolean isNear(long fingerprint) {
    return there.values().stream()
        .anyMatch(other -> Fingerprint.distance(fingerprint, other) <= MAX_DISTANCE);
  }

  /** Through the ordinary bulk, which looks at nothing: adds, changes and deletes. */
  private void others() throws IOException {
    StringBuilder bulk = new StringBuilder();
    List<String> old = new ArrayList<>(there.keySet());
    for (int i = 0; i < 3; i++) {
      String id = random.nextBoolean() || old.isEmpty() ? "o" + ids++ : old.get(old.size() / 2);
      Long fingerprint = random.nextInt(3) == 0 ? null : fingerprint();
      bulk.append(line(fingerprint == null ? "delete" : "index", id, fingerprint));
      there.remove(id);
      if (fingerprint != null) {
        there.put(id, fingerprint);
      }
    }
    cluster.rest(random.nextInt(Cluster.NODES)).post(INDEX + "/_bulk", bulk.toString()).ok();
  }

  @Test
  void whatIsAcknowledgedIsSeen() throws IOException {
    int skipped = 0;
    for (int request = 0; request < REQUESTS; request++) {
      if (random.nextInt(4) == 0) {
        others();
      }
      if (random.nextInt(8) == 0 && !there.isEmpty()) {
        String gone = there.keySet().iterator().next();
        rest.post(BULK, line("delete", gone, null)).ok();
        there.remove(gone);
      }
      Map<String, Long> sent = new HashMap<>();
      Map<String, Boolean> isSkipped = new HashMap<>();
      StringBuilder bulk = new StringBuilder();
      for (int i = 0; i < 8; i++) {
        String id = "d" + ids++;
        sent.put(id, fingerprint());
        isSkipped.put(id, isNear(sent.get(id)));
        if (!isSkipped.get(id)) {
          there.put(id, sent.get(id));
        }
        bulk.append(line("index", id, sent.get(id)));
      }
      JsonNode answer =
          cluster.rest(random.nextInt(Cluster.NODES)).post(BULK, bulk.toString()).ok();
      for (JsonNode item : answer.get("items")) {
        JsonNode index = item.get("index");
        String id = index.get("_id").asText();
        assertEquals(
            isSkipped.get(id),
            index.get("result").asText().equals("near_duplicate"),
            () -> "seed " + seed + ": " + index);
        skipped += isSkipped.get(id) ? 1 : 0;
        if (index.has("near")) {
          long near = there.get(index.get("near").get("_id").asText());
          int distance = Fingerprint.distance(near, sent.get(id));
          assertEquals(distance, index.get("near").get("distance").asInt());
        }
      }
    }
    assertEquals(true, skipped > REQUESTS / 2, skipped + " skipped");
  }

  /** What is written from now on is known, and shown only where it is near. */
  private void lookAtAllShards() throws IOException {
    long far = random.nextLong();
    for (int request = 0; request < 3; request++) { // the last two add nothing
      rest.post(BULK, line("index", "far" + request, far)).ok();
    }
  }

  /** What is known of an index that is gone takes no memory when the next one has its turn. */
  @Test
  void whatIsGoneIsForgotten() throws IOException {
    List<Long> bytes = new ArrayList<>();
    for (int index = 0; index < 3; index++) {
      rest.put(
              "/unseen-" + index,
              """
              {"settings": {"number_of_shards": 1, "number_of_replicas": 0,
                 "index.routing.allocation.require._name": "node-0"},
               "mappings": {"properties": {"near": {"type": "simhash"}}}}
              """)
          .ok();
      StringBuilder bulk = new StringBuilder(line("delete", "nobody", null));
      for (int i = 0; i < 50 && index == 1; i++) {
        bulk.append(line("index", "d" + i, random.nextLong()));
      }
      rest.post(BULK.replace("unseen", "unseen-" + index), bulk.toString()).ok();
      JsonNode nodes = rest.get("/_nodes/node-0/stats/breaker").ok().get("nodes");
      bytes.add(nodes.iterator().next().at("/breakers/fielddata/estimated_size_in_bytes").asLong());
      rest.delete("/unseen-" + index).ok();
    }
    assertTrue(bytes.get(1) > bytes.get(0), bytes::toString);
    assertEquals(bytes.get(0), bytes.get(2), bytes::toString);
  }

  /** The index has another fingerprint than the one that was sent. */
  @Test
  void whatAPipelineChangesIsSeenByTheNext() throws IOException {
    String move = "{\"move\": {\"from\": \"later\", \"to\": \"near\"}}";
    rest.put("/_ingest/pipeline/later", "{\"processors\": [" + move + "]}").ok();
    lookAtAllShards();
    for (String way : List.of("default_pipeline", "final_pipeline", "&pipeline=later")) {
      boolean isOfIndex = !way.startsWith("&");
      String setting = "{\"index." + way + "\": ";
      if (isOfIndex) {
        rest.put(INDEX + "/_settings", setting + "\"later\"}").ok();
      }
      long later = random.nextLong();
      String sent = "{\"near\": 1, \"later\": \"" + Fingerprint.of(later).toString() + "\"}\n";
      JsonNode answer =
          rest.post(BULK + (isOfIndex ? "" : way), line("index", way, null) + sent).ok();
      assertEquals(1, answer.get("added").asInt(), answer::toString);
      JsonNode item = rest.post(BULK, line("index", "next", later)).ok().get("items").get(0);
      assertEquals(way, item.get("index").path("near").path("_id").asText(), item::toString);
      if (isOfIndex) {
        rest.put(INDEX + "/_settings", setting + "null}").ok();
      }
    }
    rest.delete("/_ingest/pipeline/later").ok();
  }

  /** The plugin does not read it where it stands, and the index gives it a fingerprint. */
  @Test
  void aTextThatIsNotLookedAtIsSeenByTheNext() throws IOException {
    lookAtAllShards();
    String body = "\"The ferry from the island was late again on Monday, nobody could say why\"";
    String dots = "{\"meta\": {\"day\": 1}, \"meta.body\": " + body + "}\n";
    assertEquals(1, rest.post(BULK, line("index", "1", null) + dots).ok().get("added").asInt());
    String plain = "{\"meta\": {\"body\": " + body + "}}\n";
    JsonNode item = rest.post(BULK, line("index", "2", null) + plain).ok().get("items").get(0);
    assertEquals("1", item.get("index").path("near").path("_id").asText(), item::toString);
  }
}
