package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Tests requests with a security plugin. A role of the guide's table is enough for its request, and
 * without one of its actions nothing is done. No request reaches an index that the user may not
 * touch.
 */
class GuardedActionsTest extends IndexTest {

  private static final String INDEX = "/granted";
  private static final String SAME = "The ferry from the island was late again on Monday morning";
  private static final String FIELD = "{\"field\": \"near\"";

  /** The requests of the guide's table, by the words in the first column. */
  private static final Map<String, String[]> REQUESTS =
      new TreeMap<>(
          Map.of(
              "`_groups`", new String[] {"/_plugins/_simhash/granted/_groups", FIELD + "}"},
              "`_groups` with `into`",
                  new String[] {
                    "/_plugins/_simhash/granted/_groups", FIELD + ", \"into\": \"found\"}"
                  },
              "`_sweep`",
                  new String[] {
                    "/_plugins/_simhash/granted/_sweep", FIELD + ", \"dry_run\": false}"
                  },
              "`simhash_dedup`",
                  new String[] {
                    "/granted/_bulk?pipeline=granted",
                    "{\"index\": {\"_id\": \"new\"}}\n{\"body\": \"Rain is expected from the west"
                        + " until the end of next week\"}\n"
                  },
              "`simhash` with `like`",
                  new String[] {
                    "/granted/_search",
                    "{\"query\": {\"simhash\": {\"field\": \"near\", \"like\": {\"_index\":"
                        + " \"granted\", \"_id\": \"1\"}}}}"
                  }));

  GuardedActionsTest() {
    super(
        INDEX,
        1,
        """
        {"settings": {"number_of_shards": 2}, "aliases": {"open": {}},
         "mappings": {"properties": {"body": {"type": "text", "copy_to": "near"},
            "near": {"type": "simhash"}}}}
        """);
  }

  private void index(String index) throws IOException {
    StringBuilder bulk = new StringBuilder();
    for (int id = 1; id <= 4; id++) {
      bulk.append("{\"index\": {\"_id\": \"" + id + "\"}}\n{\"body\": \"" + SAME + "\"}\n");
    }
    JsonNode answer = rest.post(index + "/_bulk?refresh=true", bulk.toString()).ok();
    assertFalse(answer.get("errors").asBoolean(), answer::toString);
  }

  private int count(String index) throws IOException {
    rest.post(index + "/_refresh", "").ok();
    return rest.get(index + "/_count").ok().get("count").asInt();
  }

  /** Returns the actions in the guide's row of a request. */
  private static List<String> role(String request) throws IOException {
    String row =
        Files.readAllLines(Path.of("src/site/markdown/opensearch.md")).stream()
            .filter(line -> line.startsWith("| " + request + " |") && line.contains("indices:"))
            .findFirst()
            .orElseThrow(() -> new AssertionError("no row for " + request));
    return Pattern.compile("`([^`]*:[^`]*)`")
        .matcher(row.substring(request.length() + 3))
        .results()
        .map(name -> name.group(1))
        .toList();
  }

  @TestFactory
  Stream<DynamicTest> roles() throws IOException {
    index(INDEX);
    rest.put(
            "/_ingest/pipeline/granted",
            "{\"processors\": [{\"simhash_dedup\": {\"field\": \"near\", \"refresh\": true,"
                + " \"on_duplicate\": \"fail\"}}]}")
        .ok();
    List<DynamicTest> rows = new ArrayList<>();
    for (Map.Entry<String, String[]> request : REQUESTS.entrySet()) {
      List<String> role = role(request.getKey());
      assertTrue(!role.isEmpty(), request.getKey());
      for (String missing : role) {
        List<String> others = new ArrayList<>(role);
        others.remove(missing);
        others.add("indices:admin/delete"); // to delete an index that the request began
        rows.add(
            DynamicTest.dynamicTest(
                request.getKey() + " without " + missing,
                () -> {
                  Rest.Answer answer = ask(others, request.getValue());
                  String all = answer.body().toString();
                  assertTrue(all.contains("no permissions for ["), all);
                  assertTrue(all.contains("\"status\":403"), all);
                  assertEquals(4, count(INDEX));
                  awaitNone("/found");
                }));
      }
    }
    for (Map.Entry<String, String[]> request : REQUESTS.entrySet()) {
      rows.add(
          DynamicTest.dynamicTest(
              request.getKey(),
              () -> {
                JsonNode answer = ask(role(request.getKey()), request.getValue()).ok();
                assertFalse(answer.toString().contains("no permissions"), answer::toString);
                rest.delete("/found");
              }));
    }
    return rows.stream();
  }

  /** An index that a failed request began stays if the user has no right to delete indexes. */
  @Test
  void anIndexIsDeletedAsTheUser() throws IOException {
    index(INDEX);
    String request = "`_groups` with `into`";
    List<String> others = new ArrayList<>(role(request));
    others.remove("indices:data/write/bulk*");
    Rest.Answer answer = ask(others, REQUESTS.get(request));
    assertEquals(403, answer.status(), answer::toString);
    assertEquals(0, count("/found"));
    rest.delete("/found").ok();
  }

  /** Waits for the deletion of an index that was begun, which comes after the answer. */
  private void awaitNone(String index) throws IOException, InterruptedException {
    for (int attempt = 0; rest.get(index + "/_count").status() != 404; attempt++) {
      assertTrue(attempt < 200, index);
      Thread.sleep(50);
    }
  }

  private Rest.Answer ask(List<String> actions, String[] request) throws IOException {
    String user = "actions=" + (actions.isEmpty() ? "none" : String.join(",", actions));
    return rest.as(user).post(request[0], request[1]);
  }

  @Test
  void noOtherIndexIsReached() throws IOException {
    rest.put(
            "/closed",
            "{\"mappings\": {\"properties\": {\"body\": {\"type\": \"text\", \"copy_to\":"
                + " \"near\"}, \"near\": {\"type\": \"simhash\"}}}, \"aliases\": {\"door\": {}}}")
        .ok();
    try {
      index(INDEX);
      index("/closed");
      Rest user = rest.as("indices=granted");
      String delete = FIELD + ", \"dry_run\": false}";
      for (String name : List.of("closed", "granted,closed", "*", "clo*", "door", "open,door")) {
        refused(user.post("/_plugins/_simhash/" + name + "/_groups", FIELD + "}"));
        refused(user.post("/_plugins/_simhash/" + name + "/_sweep", delete));
      }
      refused(user.post("/_plugins/_simhash/granted/_groups", FIELD + ", \"into\": \"found\"}"));
      refused(user.post(INDEX + "/_search", like("closed")));
      refused(user.post(INDEX + "/_search", like("door")));
      assertEquals(4, count("/closed"));
      assertEquals(4, count(INDEX));
      assertEquals(404, rest.get("/found/_count").status());
      user.post(INDEX + "/_search", like("open")).ok();
      user.post("/_plugins/_simhash/open/_groups", FIELD + "}").ok();
      assertEquals(
          3, user.post("/_plugins/_simhash/gran*/_sweep", delete).ok().get("deleted").asInt());
      assertEquals(4, count("/closed"));
    } finally {
      rest.delete("/closed");
    }
  }

  /** A request left without index names is refused, as no names would mean all indexes. */
  @Test
  void aRequestMayBeLeftWithoutNames() throws IOException {
    index(INDEX);
    Rest user = rest.as("leaves=none");
    for (String name : List.of("granted", "gran*", "*", "_all", "open")) {
      for (String request : List.of("_groups", "_sweep")) {
        String more = request.equals("_sweep") ? ", \"dry_run\": false}" : "}";
        Rest.Answer answer = user.post("/_plugins/_simhash/" + name + "/" + request, FIELD + more);
        assertEquals(404, answer.status(), answer::toString);
        String reason = answer.body().get("error").get("reason").asText();
        assertEquals("no such index [" + name + "]", reason);
        assertEquals(name.equals("granted"), answer.toString().contains("granted"), "its name");
      }
    }
    assertEquals(4, count(INDEX));
    rest.as("leaves=granted").post("/_plugins/_simhash/granted,open/_groups", FIELD + "}").ok();
  }

  private static String like(String index) {
    return "{\"query\": {\"simhash\": {\"field\": \"near\", \"like\": {\"_index\": \""
        + index
        + "\", \"_id\": \"1\"}}}}";
  }

  private static void refused(Rest.Answer answer) {
    assertEquals(403, answer.status(), answer::toString);
    answer.refused("no permissions for [");
  }
}
