package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that an index has one sweep at a time: two sweeps could delete both of two documents. */
class SecondSweepTest {

  private static final String INDEX = "/swept";
  private static final String REQUEST = "/_plugins/_simhash" + INDEX;
  private static final int DOCUMENTS = 160;

  private Rest rest;

  @BeforeEach
  void start() throws IOException, InterruptedException {
    rest = Cluster.shared().rest(0);
  }

  @AfterEach
  void delete() throws IOException {
    if (rest != null) {
      rest.delete(INDEX);
      rest.delete("/swept-too,apart?ignore_unavailable=true");
    }
  }

  /** A sweep of several indexes is refused if, and only if, another sweep works on one of them. */
  @Test
  void sweepsThatOverlapAreRefused() throws Exception {
    for (String index : List.of(INDEX, "/swept-too", "/apart")) {
      rest.put(
              index,
              "{\"settings\": {\"index.max_result_window\": "
                  + (index.equals("/apart") ? 100 : 1)
                  + "}, \"mappings\": {\"properties\": {\"near\": {\"type\": \"simhash\"}}}}")
          .ok();
      StringBuilder bulk = new StringBuilder();
      for (int i = 0; i < DOCUMENTS / 2; i++) {
        bulk.append("{\"index\": {}}\n{\"near\": \"");
        bulk.append(Fingerprint.of(i / 2 * 0x9e37_79b9_7f4a_7c15L).toString()).append("\"}\n");
      }
      rest.post(index + "/_bulk?refresh=true", bulk.toString()).ok();
    }
    String body = "{\"field\": \"near\", \"max_distance\": 0, \"dry_run\": false}";
    String first =
        rest.post("/_plugins/_simhash/swept*/_sweep?wait_for_completion=false", body)
            .ok()
            .get("task")
            .asText();
    awaitReading(first);
    for (String names : List.of("swept-too", "apart,swept-too", "swept,apart", "*swept*,apart")) {
      Rest.Answer second =
          Cluster.shared().rest(1).post("/_plugins/_simhash/" + names + "/_sweep", body);
      assertEquals(409, second.status(), () -> names + " " + second);
      second.refused(first, "] already");
    }
    JsonNode apart = rest.post("/_plugins/_simhash/apart/_sweep", body).ok();
    assertEquals(DOCUMENTS / 4, apart.get("deleted").asInt(), apart::toString);
    JsonNode done = rest.get("/_tasks/" + first + "?wait_for_completion=true&timeout=60s").ok();
    assertEquals(3 * DOCUMENTS / 4, done.get("response").get("deleted").asInt(), done::toString);
    JsonNode left = rest.get("/swept,swept-too/_count").ok();
    assertEquals(DOCUMENTS / 4, left.get("count").asInt());
  }

  private void awaitReading(String task) throws IOException {
    JsonNode status = rest.get("/_tasks/" + task).ok();
    while (!status.get("completed").asBoolean()
        && !status.get("task").get("status").get("phase").asText().equals("reading")) {
      status = rest.get("/_tasks/" + task).ok();
    }
    assertFalse(status.get("completed").asBoolean(), status::toString);
  }

  /** A second sweep, which would keep the other document of each pair, is refused meanwhile. */
  @Test
  void aSecondSweepIsRefusedWhileOneRuns() throws Exception {
    rest.put(
            INDEX,
            "{\"settings\": {\"index.max_result_window\": 1}, \"mappings\": {\"properties\": {"
                + "\"near\": {\"type\": \"simhash\"}, \"n\": {\"type\": \"integer\"}}},"
                + " \"aliases\": {\"other\": {}}}")
        .ok();
    StringBuilder bulk = new StringBuilder();
    for (int i = 0; i < DOCUMENTS; i++) {
      bulk.append("{\"index\": {\"_id\": \"").append(i).append("\"}}\n{\"n\": ").append(i % 2);
      bulk.append(", \"near\": \"")
          .append(Fingerprint.of(i / 2 * 0x9e37_79b9_7f4a_7c15L).toString());
      bulk.append("\"}\n");
    }
    assertFalse(
        rest.post(INDEX + "/_bulk?refresh=true", bulk.toString()).ok().get("errors").asBoolean());
    String body = "{\"field\": \"near\", \"max_distance\": 0, \"keep_by\": \"n\", \"dry_run\": ";
    String first =
        rest.post(REQUEST + "/_sweep?wait_for_completion=false", body + "false}")
            .ok()
            .get("task")
            .asText();
    awaitReading(first);
    Rest.Answer second =
        Cluster.shared()
            .rest(2)
            .post("/_plugins/_simhash/other/_sweep", body + "false, \"order\": \"desc\"}");
    assertEquals(409, second.status(), second::toString);
    second.refused(first, "already sweeps [swept]");
    JsonNode done = rest.get("/_tasks/" + first + "?wait_for_completion=true&timeout=60s").ok();
    assertEquals(DOCUMENTS / 2, done.get("response").get("deleted").asInt(), done::toString);
    Set<Integer> pairs = new TreeSet<>();
    rest.put(INDEX + "/_settings", "{\"index.max_result_window\": 10000}").ok();
    JsonNode left = rest.post(INDEX + "/_search", "{\"size\": 10000}").ok().get("hits").get("hits");
    left.forEach(hit -> pairs.add(hit.get("_id").asInt() / 2));
    assertEquals(DOCUMENTS / 2, pairs.size());
    JsonNode again = rest.post(REQUEST + "/_sweep", body + "false}").ok();
    assertEquals(0, again.get("deleted").asInt());
  }
}
