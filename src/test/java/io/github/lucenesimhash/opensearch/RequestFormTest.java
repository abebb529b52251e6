package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What stands in the query string, what in the body, and how time and refreshes are answered. */
class RequestFormTest extends IndexTest {

  private static final String INDEX = "/form";
  private static final String BULK = "/_plugins/_simhash" + INDEX + "/_bulk";
  private static final String DOCUMENT =
      "{\"index\": {\"_id\": \"1\"}}\n{\"near\": \"00ff00ff00ff00ff\"}\n";

  RequestFormTest() {
    super(
        INDEX,
        1,
        """
        {"settings": {"number_of_shards": 2, "refresh_interval": "1s"},
         "mappings": {"properties": {"near": {"type": "simhash"}}}}
        """);
  }

  private int shown() throws IOException {
    return rest.get(INDEX + "/_count").ok().get("count").asInt();
  }

  @Test
  void optionsStandInTheFirstLine() throws IOException {
    String options = "{\"field\": \"near\", \"max_distance\": 3, \"verify\": false}\n";
    JsonNode answer = rest.post(BULK, options + DOCUMENT).ok();
    assertEquals(1, answer.get("added").asInt(), answer::toString);
    answer = rest.post(BULK, "\n\n" + options + DOCUMENT.replace("\"1\"", "\"2\"")).ok();
    assertEquals(1, answer.get("near_duplicates").asInt(), answer::toString);
    rest.post(BULK, options).refused("no requests added");
    rest.post(BULK, "{\"field\": \"near\"}")
        .refused("no line of actions", "expected one of options");
    rest.post(BULK, "{\"feild\": \"near\"}\n" + DOCUMENT).refused("first line", "[feild]");
    for (String action : List.of("_groups", "_sweep")) {
      String path = "/_plugins/_simhash" + INDEX + "/" + action;
      rest.post(path + "?max_distance=3", options).refused("unrecognized parameter");
    }
  }

  @Test
  void refreshes() throws IOException {
    String options = "{\"field\": \"near\"}\n";
    for (String policy : List.of("true", "wait_for")) {
      rest.post(BULK + "?refresh=" + policy, options + DOCUMENT).ok();
      assertEquals(1, shown(), policy);
      rest.delete(INDEX + "/_doc/1?refresh=true").ok();
    }
    rest.post(BULK + "?refresh=soon", options + DOCUMENT).refused("[soon]");
  }

  /** A request that has no time left gets 408, as no load is the reason. */
  @Test
  void timeIsOver() throws IOException {
    for (String action : List.of("_groups", "_sweep")) {
      String path = "/_plugins/_simhash" + INDEX + "/" + action + "?timeout=1nanos";
      Rest.Answer answer = rest.post(path, "{\"field\": \"near\"}");
      assertEquals(408, answer.status(), answer::toString);
    }
  }
}
