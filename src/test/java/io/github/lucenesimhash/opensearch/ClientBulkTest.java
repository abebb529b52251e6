package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code _plugins/_simhash/INDEX/_bulk} takes what clients send to {@code INDEX/_bulk}. */
class ClientBulkTest extends IndexTest {

  private static final String PATH = "/_plugins/_simhash/";
  private static final String MAPPINGS =
      "\"settings\": {\"number_of_replicas\": 0},"
          + " \"mappings\": {\"properties\": {\"near\": {\"type\": \"simhash\"}}}";

  ClientBulkTest() {
    super("/client", 1, "{" + MAPPINGS + "}");
  }

  private static String action(String name, String meta, String fingerprint) {
    return "{\"" + name + "\": {" + meta + "}}\n{\"near\": \"" + fingerprint + "\"}\n";
  }

  private static List<String> results(Rest.Answer answer) {
    List<String> results = new ArrayList<>();
    for (JsonNode item : answer.ok().get("items")) {
      JsonNode result = item.elements().next();
      results.add(result.has("result") ? result.get("result").asText() : result.get("status") + "");
    }
    return results;
  }

  /**
   * Logstash's output with this path as its {@code bulk_path}; helpers of clients send the like.
   */
  @Test
  void asLogstashSends() throws IOException {
    String bulk =
        action("index", "\"_id\": \"1\", \"_index\": \"client\"", "00ff00ff00ff00ff")
            + action("create", "\"_index\": \"client\", \"routing\": \"r\"", "00ff00ff00ff00fe")
            + action("index", "\"_id\": null, \"_index\": \"client\"", "ff00ff00ff00ff00")
            + "{\"delete\": {\"_id\": \"9\", \"_index\": \"client\"}}\n";
    List<String> expected = List.of("created", "near_duplicate", "created", "not_found");
    assertEquals(expected, results(rest.post(PATH + "client/_bulk", bulk)));
    expected = List.of("updated", "near_duplicate", "near_duplicate", "not_found");
    assertEquals(expected, results(rest.put(PATH + "client/_bulk", bulk)));
    JsonNode filtered =
        rest.post(PATH + "client/_bulk?filter_path=errors,items.*.error,items.*.status", bulk).ok();
    assertFalse(filtered.get("errors").asBoolean());
    assertEquals(List.of("200", "200", "200", "404"), results(new Rest.Answer(200, filtered)));
    String update = "{\"update\": {\"_id\": \"1\", \"_index\": \"client\"}}\n";
    update += "{\"doc\": {\"near\": \"0f0f0f0f0f0f0f0f\"}}\n";
    JsonNode shown = rest.post(PATH + "client/_bulk?_source=true", "{}\n" + update).ok();
    assertEquals("0f0f0f0f0f0f0f0f", shown.findValue("_source").get("near").asText());
  }

  @Test
  void whatItDoesNotTake() throws IOException {
    String other = action("index", "\"_index\": \"other\"", "00ff00ff00ff00ff");
    rest.post(PATH + "client/_bulk", other).refused("_index [other]", "expected [client]");
    String second = "{\"properties\": {\"beside\": {\"type\": \"simhash\"}}}";
    rest.put("/client/_mapping", second).ok();
    String one = action("index", "", "00ff00ff00ff00ff");
    for (String bulk : List.of(one, "{}\n" + one)) {
      rest.post(PATH + "client/_bulk", bulk)
          .refused("[field] is missing", "[client]", "[beside, near]");
    }
    rest.post(PATH + "client/_bulk", "{\"field\": \"beside\"}\n" + one).ok();
    rest.put(PATH + "client/_groups", "{\"field\": \"near\"}").refused("PUT");
  }

  /** As it is after a rollover: all is looked at, and the newest written to. */
  @Test
  void anAliasWithAWriteIndex() throws IOException {
    String alias = ", \"aliases\": {\"client-all\": {\"is_write_index\": ";
    try {
      rest.put("/client-1", "{" + MAPPINGS + alias + "false}}}").ok();
      rest.put("/client-2", "{" + MAPPINGS + alias + "true}}}").ok();
      rest.put("/client-0", "{\"aliases\": {\"client-all\": {}}}").ok(); // without the field
      rest.put("/client-1/_doc/x", "{\"near\": \"00ff00ff00ff00ff\"}").ok();
      String meta = "\"_index\": \"client-all\", \"_id\": ";
      String bulk = action("index", meta + "\"a\"", "00ff00ff00ff00fe");
      bulk += action("index", meta + "\"b\"", "ff00ff00ff00ff00");
      bulk += "{\"delete\": {" + meta + "\"x\"}}\n"; // another one of the id
      Rest.Answer answer = rest.post(PATH + "client-all/_bulk", bulk);
      assertEquals(List.of("near_duplicate", "created", "not_found"), results(answer));
      JsonNode near = answer.body().get("items").get(0).get("index").get("near");
      assertEquals("client-1", near.get("_index").asText());
      assertEquals(200, rest.get("/client-2/_doc/b").status());
      assertEquals(
          List.of("near_duplicate"),
          results(
              rest.post(
                  PATH + "client-all/_bulk",
                  action("create", meta + "\"c\"", "ff00ff00ff00ff01"))));
      assertEquals(
          List.of("created"),
          results(
              rest.post(
                  PATH + "client-2/_bulk", action("index", "\"_id\": \"d\"", "00ff00ff00ff00fe"))));
    } finally {
      rest.delete("/client-*");
    }
  }
}
