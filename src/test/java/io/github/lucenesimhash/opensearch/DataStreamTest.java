package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code _plugins/_simhash/NAME/_bulk} into data streams and into indexes that templates make. */
class DataStreamTest extends IndexTest {

  private static final String STREAM = "/streamed-news";
  private static final String BULK = "/_plugins/_simhash/streamed-news/_bulk?field=near";
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
              "mappings": {"properties": {"group": {"type": "keyword"},
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

  private JsonNode item(String path, String bulk) throws IOException {
    return rest.post(path, bulk).ok().get("items").get(0).elements().next();
  }

  private void result(String expected, String path, String bulk) throws IOException {
    JsonNode item = item(path, bulk);
    assertEquals(expected, item.path("result").asText(), item::toString);
  }

  @Test
  void allOfTheStreamIsLookedAt() throws IOException {
    result("created", BULK, document("create", "1", "00ff00ff00ff00ff"));
    result("near_duplicate", BULK, document("create", "2", "00ff00ff00ff00fe"));
    result("created", BULK, document("create", "3", "ff00ff00ff00ff00"));
    String both =
        document("create", "4", "0123456789abcdef") + document("create", "5", "0123456789abcdee");
    assertEquals(1, rest.post(BULK, both).ok().get("added").asInt());
    rest.post(STREAM + "/_rollover", "").ok();
    for (String id : new String[] {"6", "1"}) { // of another index and with the same id too
      JsonNode item = item(BULK, document("create", id, "00ff00ff00ff00fe"));
      assertEquals("near_duplicate", item.path("result").asText(), item::toString);
      assertEquals(".ds-streamed-news-000002", item.get("_index").asText());
      assertEquals("1", item.get("near").get("_id").asText());
      assertEquals(".ds-streamed-news-000001", item.get("near").get("_index").asText());
    }
    result("created", BULK + "&mark=group", document("create", "7", "00ff00ff00ff00fc"));
    rest.post(STREAM + "/_refresh", "").ok();
    String query = "{\"query\": {\"term\": {\"group\": \"1\"}}}";
    JsonNode hits = rest.post(STREAM + "/_search", query).ok().get("hits").get("hits");
    assertEquals(1, hits.size(), hits::toString);
    assertEquals(".ds-streamed-news-000002", hits.get(0).get("_index").asText());
    JsonNode groups =
        rest.post("/_plugins/_simhash/streamed-news/_groups", "{\"field\": \"near\"}").ok();
    assertEquals(1, groups.get("near_duplicates").asInt(), groups::toString);
  }

  @Test
  void onlyCreateIsTaken() throws IOException {
    String bulk = document("index", "1", "00ff00ff00ff00ff");
    bulk += "{\"delete\": {\"_id\": \"2\"}}\n" + document("create", "3", "00ff00ff00ff00ff");
    JsonNode answer = rest.post(BULK, bulk).ok();
    assertEquals(1, answer.get("added").asInt(), answer::toString);
    for (String action : new String[] {"index", "delete"}) {
      String item = answer.get("items").findValue(action).toString();
      assertTrue(item.contains("data stream") && item.contains("[create]"), item);
      assertTrue(item.contains("400"), item);
    }
  }

  @Test
  void schemesOfAStreamDoNotMix() throws IOException {
    result("created", BULK, document("create", "1", "00ff00ff00ff00ff"));
    template("streamed", "\"data_stream\": {},", "en");
    rest.post(STREAM + "/_rollover", "").ok();
    rest.post(BULK, document("create", "2", "00ff00ff00ff00ff"))
        .refused("[.ds-streamed-news-000001]", "do not compare");
  }

  @Test
  void templatesMakeIndexes() throws IOException {
    String bulk = "/_plugins/_simhash/daily-2026.11.23/_bulk?field=near";
    result("created", bulk, document("index", "1", "00ff00ff00ff00ff"));
    result("near_duplicate", bulk, document("index", "2", "00ff00ff00ff00ff"));
    String other = "/_plugins/_simhash/dialy-2026.11.23/_bulk?field=near"; // misspelt
    rest.post(other, document("index", "1", "00ff00ff00ff00ff")).refused("no such index");
    assertEquals(404, rest.get("/dialy-2026.11.23").status());
    rest.post(bulk.replace("23", "24") + "&require_alias=true", document("index", "1", "00"))
        .refused("no such index");
  }
}
