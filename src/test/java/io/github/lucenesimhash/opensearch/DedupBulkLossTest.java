package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nothing is skipped because of a document that is gone, or that the alias does not show. */
@Timeout(300)
class DedupBulkLossTest extends IndexTest {

  private static final String INDEX = "/loss";
  private static final String FIELD = "/_bulk?field=near&max_distance=0";
  private static final int TIMES = 20;

  DedupBulkLossTest() {
    super(INDEX, 0, null);
  }

  private void index(String settings, String aliases) throws IOException {
    rest.put(
            INDEX,
            "{\"settings\": {"
                + settings
                + "}, \"mappings\": {\"properties\": {\"near\": {\"type\": \"simhash\"},"
                + " \"tenant\": {\"type\": \"keyword\"}}}, \"aliases\": {"
                + aliases
                + "}}")
        .ok();
  }

  private static String document(String id, int fingerprint, String routing, String tenant) {
    return String.format(
        Locale.ROOT,
        "{\"index\": {\"_id\": \"%s\", \"routing\": %s}}\n{\"near\": %d, \"tenant\": \"%s\"}\n",
        id,
        routing,
        fingerprint,
        tenant);
  }

  /** The results of a bulk's items, those that were created or updated being the added ones. */
  private List<String> bulk(String name, String bulk) throws IOException {
    JsonNode answer = rest.post("/_plugins/_simhash" + name + FIELD, bulk).ok();
    List<String> results = new ArrayList<>();
    answer.get("items").forEach(item -> results.add(item.findValue("result").asText()));
    long added = results.stream().filter(result -> result.matches("created|updated")).count();
    assertEquals(added, answer.get("added").asLong(), answer::toString);
    return results;
  }

  /** Replicas get whole segments some time after the primary has them. */
  @Test
  void replicasThatLagBehindAreNotAsked() throws IOException {
    index(
        "\"number_of_shards\": 1, \"number_of_replicas\": 2, \"replication.type\": \"SEGMENT\"",
        "");
    rest.get("/_cluster/health" + INDEX + "?wait_for_status=green&timeout=60s").ok();
    for (int i = 0; i < TIMES; i++) {
      assertEquals(List.of("created"), bulk(INDEX, document("old" + i, i, null, "a")));
      String renamed =
          "{\"delete\": {\"_id\": \"old" + i + "\"}}\n" + document("new" + i, i, null, "a");
      assertEquals(List.of("deleted", "created"), bulk(INDEX, renamed));
      assertEquals(List.of("near_duplicate"), bulk(INDEX, document("again", i, null, "a")));
    }
  }

  @Test
  void documentsThatLeaveTheAliasDoNotCount() throws IOException {
    index("\"number_of_shards\": 1", "\"a\": {\"filter\": {\"term\": {\"tenant\": \"a\"}}}");
    bulk("/a", document("1", 1, null, "a") + document("2", 2, null, "a"));
    String leave =
        document("3", 1, null, "a")
            + document("1", 1, null, "b")
            + document("2", 2, null, "b")
            + document("4", 2, null, "a");
    assertEquals(List.of("created", "near_duplicate", "updated", "created"), bulk("/a", leave));
  }

  @Test
  void documentsBesideTheRoutingDoNotCount() throws IOException {
    index("\"number_of_shards\": 3", "\"routed\": {\"search_routing\": \"r\"}");
    StringBuilder bulk = new StringBuilder();
    for (int i = 0; i < TIMES; i++) {
      bulk.append(document("by-id" + i, i, null, "a")).append(document("r" + i, i, "\"r\"", "a"));
    }
    List<String> results = bulk("/routed", bulk.toString());
    int shown = 0;
    for (int i = 0; i < TIMES; i++) {
      assertEquals("created", results.get(2 * i));
      shown += results.get(2 * i + 1).equals("created") ? 1 : 0;
    }
    assertTrue(shown > 0 && shown < TIMES, shown + " of " + TIMES);
    rest.post("/routed/_refresh", null).ok();
    assertEquals(
        TIMES, rest.get("/routed/_count").ok().get("count").asInt(), "one of each fingerprint");
  }
}
