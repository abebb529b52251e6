package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the ingest processor before data streams and before indexes that templates create. */
class DataStreamTest extends IndexTest {

  private static final String STREAM = "/streamed-news";
  private static final String FIELD = ", \"field\": \"near\"";
  private static final String TEMPLATE = "/_index_template/";

  DataStreamTest() {
    super("/daily-*", 1, null);
  }

  private void template(String name, String kind, String scheme) throws IOException {
    rest.put(
            TEMPLATE + name,
            String.format(
                Locale.ROOT,
                """
            {"index_patterns": ["%s-*"], %s "template": {
              "settings": {"number_of_shards": 2, "number_of_replicas": 0},
              "mappings": {"properties": {
                "near": {"type": "simhash", "scheme": "%s"}}}}}
            """,
                name,
                kind,
                scheme))
        .ok();
  }

  @BeforeEach
  void templates() throws IOException {
    template("streamed", "\"data_stream\": {},", "standard");
    template("daily", "", "standard");
  }

  @AfterEach
  void delete() throws IOException {
    rest.delete("/_data_stream/streamed-*");
    rest.delete(TEMPLATE + "streamed");
    rest.delete(TEMPLATE + "daily");
  }

  private static String document(String action, String id, String fingerprint) {
    return "{\""
        + action
        + "\": {\"_id\": \""
        + id
        + "\"}}\n{\"@timestamp\": 1764000000000,"
        + " \"near\": \""
        + fingerprint
        + "\"}\n";
  }

  @Test
  void allOfTheStreamIsCompared() throws IOException {
    String lines = document("create", "1", "00ff00ff00ff00ff");
    assertEquals(Map.of(), Rest.near(rest.offer(STREAM, FIELD, lines))); // creates the stream
    lines = document("create", "2", "00ff00ff00ff00fe");
    lines += document("create", "3", "ff00ff00ff00ff00");
    lines += document("create", "4", "ff00ff00ff00ff01");
    rest.post(STREAM + "/_refresh", "").ok();
    assertEquals(Map.of("2", "1", "4", "3"), Rest.near(rest.offer(STREAM, FIELD, lines)));
    rest.post(STREAM + "/_rollover", "").ok();
    for (int node = 0; node < Cluster.NODES; node++) { // by recent documents and by searches
      rest.post(STREAM + "/_refresh", "").ok();
      lines = document("create", "5", "00ff00ff00ff00fe");
      lines += document("create", "6", "ff00ff00ff00ff01");
      JsonNode answer = cluster.rest(node).offer(STREAM, FIELD, lines);
      assertEquals(Map.of("5", "1", "6", "3"), Rest.near(answer), answer::toString);
    }
    JsonNode groups =
        rest.post("/_plugins/_simhash/streamed-news/_groups", "{\"field\": \"near\"}").ok();
    assertEquals(2, groups.get("documents").asInt(), groups::toString);
  }

  /** A request that creates an index is not compared, and the next request is. */
  @Test
  void templatesMakeIndexes() throws IOException {
    String lines = document("index", "1", "00ff00ff00ff00ff");
    assertEquals(Map.of(), Rest.near(rest.offer("/daily-2026.11.23", FIELD, lines)));
    rest.post("/daily-2026.11.23/_refresh", "").ok();
    lines = document("index", "2", "00ff00ff00ff00ff");
    assertEquals(Map.of("2", "1"), Rest.near(rest.offer("/daily-2026.11.23", FIELD, lines)));
    String dated = "/%3Cdaily-%7B2026.11.23%7C%7C%2Fd%7D%3E"; // <daily-{2026.11.23||/d}>
    JsonNode answer = rest.offer(dated, FIELD, lines);
    assertEquals(Map.of("2", "1"), Rest.near(answer), answer::toString);
  }
}
