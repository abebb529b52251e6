package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * What is promised of {@code _plugins/_simhash/INDEX/_bulk}, alone and from several nodes at once.
 */
class DedupBulkTest extends IndexTest {

  private static final String INDEX = "/guarded";
  private static final int MAX_DISTANCE = 6;
  private static final String BULK = "/_plugins/_simhash/guarded/_bulk?field=near&max_distance=6";
  private static final String TEXT =
      "The harbour master has told the crews of all ferries to stay in port until the storm is"
          + " over";

  private final Random random = new Random(2019);
  private final Map<String, Long> fingerprints = new TreeMap<>();

  DedupBulkTest() {
    super(
        INDEX,
        0,
        """
        {"settings": {"number_of_shards": 3, "number_of_replicas": 1, "codec": "simhash"},
         "mappings": {"properties": {"near": {"type": "simhash"}, "day": {"type": "integer"},
            "group": {"type": "keyword"}, "body": {"type": "text", "copy_to": "near"}}}}
        """);
  }

  /** A bulk of documents, many of them near one of a few families. */
  private String bulk(String prefix, int documents, long[] families) {
    StringBuilder bulk = new StringBuilder();
    for (int i = 0; i < documents; i++) {
      long fingerprint = random.nextLong();
      if (random.nextInt(3) > 0) {
        fingerprint = families[random.nextInt(families.length)];
        for (int flips = random.nextInt(3); flips > 0; flips--) {
          fingerprint ^= 1L << random.nextInt(Fingerprint.WORD_BITS);
        }
      }
      String id = prefix + i;
      fingerprints.put(id, fingerprint);
      bulk.append("{\"index\": {\"_id\": \"").append(id).append("\"}}\n{\"near\": \"");
      bulk.append(Fingerprint.of(fingerprint).toString()).append("\"}\n");
    }
    return bulk.toString();
  }

  private long[] families(int count) {
    return random.longs(count).toArray();
  }

  /** All that is in the index. */
  private Map<String, Long> indexed() throws IOException {
    rest.post(INDEX + "/_refresh", "").ok();
    Map<String, Long> indexed = new TreeMap<>();
    for (JsonNode hit :
        rest.post(INDEX + "/_search", "{\"size\": 10000}").ok().get("hits").get("hits")) {
      indexed.put(hit.get("_id").asText(), fingerprints.get(hit.get("_id").asText()));
    }
    return indexed;
  }

  private static int nearPairs(Map<String, Long> documents) {
    int pairs = 0;
    for (Map.Entry<String, Long> one : documents.entrySet()) {
      for (Map.Entry<String, Long> other : documents.entrySet()) {
        boolean isBefore = one.getKey().compareTo(other.getKey()) < 0;
        int distance = Fingerprint.distance(one.getValue(), other.getValue());
        pairs += isBefore && distance <= MAX_DISTANCE ? 1 : 0;
      }
    }
    return pairs;
  }

  /** Each item was added, or is near one that was: no document is lost. */
  private int checkItems(JsonNode answer, Map<String, Long> added) {
    int skipped = 0;
    for (JsonNode item : answer.get("items")) {
      JsonNode index = item.get("index");
      String id = index.get("_id").asText();
      if (index.get("result").asText().equals("near_duplicate")) {
        String near = index.get("near").get("_id").asText();
        int distance = Fingerprint.distance(fingerprints.get(id), fingerprints.get(near));
        assertEquals(distance, index.get("near").get("distance").asInt());
        assertTrue(distance <= MAX_DISTANCE && added.containsKey(near), index::toString);
        assertFalse(added.containsKey(id));
        skipped++;
      } else {
        assertEquals("created", index.get("result").asText());
        assertTrue(added.containsKey(id), index::toString);
      }
    }
    assertEquals(skipped, answer.get("near_duplicates").asInt());
    return skipped;
  }

  @Test
  void oneNodeAddsNoNearDuplicate() throws Exception {
    long[] families = families(8);
    List<String> bulks = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      bulks.add(bulk("b" + i + "-", 40, families));
    }
    List<JsonNode> answers = atOnce(BULK, bulks, 1);
    Map<String, Long> indexed = indexed();
    assertEquals(0, nearPairs(indexed));
    int skipped = 0;
    for (JsonNode answer : answers) {
      skipped += checkItems(answer, indexed);
    }
    assertEquals(fingerprints.size() - skipped, indexed.size());
    assertTrue(skipped > fingerprints.size() / 2, skipped + " skipped");
  }

  @Test
  void severalNodesAddNoNearDuplicate() throws Exception {
    for (int round = 0; round < 2; round++) {
      long[] families = families(4);
      List<String> bulks = new ArrayList<>();
      for (int i = 0; i < 2 * Cluster.NODES; i++) {
        bulks.add(bulk("r" + round + "-" + i + "-", 20, families));
      }
      List<JsonNode> answers = atOnce(BULK, bulks, Cluster.NODES);
      Map<String, Long> indexed = indexed();
      for (JsonNode answer : answers) {
        checkItems(answer, indexed);
      }
      assertEquals(0, nearPairs(indexed));
    }
  }

  @Test
  void sweepResolvesWhatTheOrdinaryBulkAdds() throws Exception {
    long[] families = families(4);
    List<String> bulks = new ArrayList<>();
    for (int i = 0; i < 2 * Cluster.NODES; i++) {
      bulks.add(bulk("s" + i + "-", 20, families));
    }
    atOnce(INDEX + "/_bulk", bulks, Cluster.NODES);
    Map<String, Long> indexed = indexed();
    assertTrue(nearPairs(indexed) > 0);
    JsonNode swept =
        rest.post(
                "/_plugins/_simhash/guarded/_sweep",
                "{\"field\": \"near\", \"max_distance\": 6, \"dry_run\": false}")
            .ok();
    assertEquals(0, swept.get("changed").asInt() + swept.get("failed").asInt());
    Map<String, Long> left = indexed();
    assertEquals(indexed.size() - swept.get("deleted").asInt(), left.size());
    assertEquals(0, nearPairs(left));
    for (long gone : indexed.values()) {
      assertTrue(
          left.values().stream()
              .anyMatch(kept -> Fingerprint.distance(kept, gone) <= MAX_DISTANCE));
    }
  }

  private List<JsonNode> atOnce(String path, List<String> bulks, int nodes)
      throws InterruptedException, ExecutionException {
    List<Callable<JsonNode>> clients = new ArrayList<>();
    for (int i = 0; i < bulks.size(); i++) {
      Rest node = cluster.rest(i % nodes);
      String bulk = bulks.get(i);
      clients.add(() -> node.post(path, bulk).ok());
    }
    List<JsonNode> answers = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(bulks.size())) {
      for (Future<JsonNode> answer : threads.invokeAll(clients)) {
        answers.add(answer.get());
      }
    }
    return answers;
  }

  private JsonNode items(String path, String bulk) throws IOException {
    return rest.post(path, bulk).ok().get("items");
  }

  @Test
  void textsAreFoundWhereTheMappingTakesThemFrom() throws IOException {
    String body = "{\"body\": " + Rest.quoted(TEXT) + "}\n";
    JsonNode items =
        items(
            BULK,
            "{\"create\": {\"_id\": \"1\"}}\n"
                + body
                + "{\"index\": {}}\n"
                + body
                + "{\"index\": {\"_id\": \"3\"}}\n{\"day\": 3}\n"
                + "{\"delete\": {\"_id\": \"4\"}}\n");
    assertEquals("created", items.get(0).get("create").get("result").asText());
    assertEquals("1", items.get(1).get("index").get("near").get("_id").asText());
    assertEquals("created", items.get(2).get("index").get("result").asText());
    assertEquals("not_found", items.get(3).get("delete").get("result").asText());
    JsonNode again = items(BULK, "{\"index\": {\"_id\": \"1\"}}\n" + body);
    assertEquals("updated", again.get(0).get("index").get("result").asText());
  }

  @Test
  void whatIsNearADocumentThatFailsIsAdded() throws IOException {
    JsonNode answer =
        rest.post(
                BULK,
                "{\"index\": {\"_id\": \"bad\"}}\n{\"near\": \"0f0f0f0f0f0f0f0f\", \"day\":"
                    + " \"Monday\"}\n"
                    + "{\"index\": {\"_id\": \"good\"}}\n{\"near\": \"0f0f0f0f0f0f0f0e\"}\n"
                    + "{\"index\": {\"_id\": \"late\"}}\n{\"near\": \"0f0f0f0f0f0f0f0c\"}\n")
            .ok();
    assertTrue(answer.get("errors").asBoolean());
    JsonNode items = answer.get("items");
    assertEquals(400, items.get(0).get("index").get("status").asInt());
    assertEquals("created", items.get(1).get("index").get("result").asText());
    assertEquals("good", items.get(2).get("index").get("near").get("_id").asText());
  }

  @Test
  void nearDuplicatesAreMarked() throws IOException {
    String bulk =
        """
        {"index": {"_id": "a"}}
        {"near": "0f0f0f0f0f0f0f0f"}
        {"index": {"_id": "b"}}
        {"near": "0f0f0f0f0f0f0f0e"}
        {"index": {"_id": "c"}}
        {"near": "f0f0f0f0f0f0f0f0"}
        """;
    JsonNode answer = rest.post(BULK + "&mark=group", bulk).ok();
    assertEquals(1, answer.get("near_duplicates").asInt());
    assertEquals(3, answer.get("added").asInt());
    String later = "{\"index\": {\"_id\": \"d\"}}\n{\"near\": \"0f0f0f0f0f0f0f0e\"}\n";
    rest.post(BULK + "&mark=group", later).ok();
    for (String id : List.of("b", "d")) {
      JsonNode source = rest.get(INDEX + "/_doc/" + id).ok().get("_source");
      assertEquals("a", source.get("group").asText());
    }
    assertFalse(rest.get(INDEX + "/_doc/c").ok().get("_source").has("group"));
  }

  @Test
  void badRequests() throws IOException {
    String one = "{\"index\": {\"_id\": \"1\"}}\n{\"near\": \"0f0f0f0f0f0f0f0f\"}\n";
    rest.post("/_plugins/_simhash/guarded/_bulk?field=body", one).refused("[text]", "[simhash]");
    rest.post("/_plugins/_simhash/nowhere/_bulk?field=near", one)
        .refused("no such index [nowhere]");
    rest.post(BULK + "5", one).refused("[65]", "0 to 64");
    rest.post(BULK, "").refused("body");
    rest.post(BULK, one.replace("_id", "_index")).refused("_index [1]", "expected [guarded]");
    String bad = one.replace("0f0f0f0f0f0f0f0f\"", "\", \"near\": {\"x\": 1}");
    assertEquals(400, items(BULK, bad).get(0).get("index").get("status").asInt());
    assertEquals(0, indexed().size());
  }
}
