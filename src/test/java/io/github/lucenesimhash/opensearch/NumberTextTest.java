package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Numbers and hex digits of other fields are texts; of the field itself, ready fingerprints. */
class NumberTextTest extends IndexTest {

  private static final String INDEX = "/numbered";
  private static final String BULK = "/_plugins/_simhash/numbered/_bulk?field=near";

  NumberTextTest() {
    super(
        INDEX,
        1,
        """
        {"settings": {"number_of_shards": 2, "number_of_replicas": 0},
         "mappings": {"properties": {
            "near": {"type": "simhash"},
            "title": {"type": "text", "copy_to": "near"},
            "meta": {"properties": {"name": {"type": "text", "copy_to": "near"}}},
            "inner": {"type": "text", "fields": {"near": {"type": "simhash"}}}}}}
        """);
  }

  private static String document(String id, String source) {
    return "{\"index\": {\"_id\": \"" + id + "\"}}\n{" + source + "}\n";
  }

  private static String title(String id, String value) {
    return document(id, "\"title\": " + value);
  }

  /** Of each item what became of it, or its status. */
  private List<String> results(String path, String bulk) throws IOException {
    List<String> results = new ArrayList<>();
    for (JsonNode item : rest.post(path, bulk).ok().get("items")) {
      JsonNode result = item.elements().next();
      results.add(result.has("result") ? result.get("result").asText() : result.get("status") + "");
    }
    return results;
  }

  private List<String> within(int distance, String field, String text) throws IOException {
    rest.post(INDEX + "/_refresh", "").ok();
    String query =
        String.format(
            Locale.ROOT,
            "{\"query\": {\"simhash\": {\"field\": \"%s\", \"text\": %s, \"max_distance\": %d}}}",
            field,
            Rest.quoted(text),
            distance);
    List<String> ids = new ArrayList<>();
    JsonNode answer = rest.post(INDEX + "/_search", query).ok();
    answer.get("hits").get("hits").forEach(hit -> ids.add(hit.get("_id").asText()));
    return ids;
  }

  @Test
  void lookedForAsTexts() throws IOException {
    String bulk =
        title("1984", "1984") + title("2001", "2001") + title("300", "300") + title("7", "7");
    assertEquals(List.of("created", "created", "created", "created"), results(BULK, bulk));
    String same = title("a", "1984") + title("b", "\"1984\"") + title("c", "[1984]");
    same += document("d", "\"meta.name\": 1984") + document("e", "\"meta\": {\"name\": 1984}");
    String skipped = "near_duplicate";
    assertEquals(List.of(skipped, skipped, skipped, skipped, skipped), results(BULK, same));
    String near = rest.post(BULK, title("a", "\"1984\"")).ok().toString();
    assertFalse(near.contains("\"verified\":false"), near);
  }

  @Test
  void everyNumberIsAText() throws IOException {
    String digits = "12345678901234567890";
    String bulk =
        title("half", "3.50")
            + title("true", "true")
            + title("large", digits)
            + title("null", "null");
    for (String path : List.of(INDEX + "/_bulk", BULK)) {
      rest.delete(INDEX + "/_doc/half");
      rest.delete(INDEX + "/_doc/true");
      rest.delete(INDEX + "/_doc/large");
      rest.delete(INDEX + "/_doc/null");
      rest.post(INDEX + "/_refresh", "").ok();
      assertEquals(List.of("created", "created", "created", "created"), results(path, bulk), path);
      assertEquals(List.of("half"), within(0, "near", "3.50"));
      assertEquals(List.of("true"), within(0, "near", "true"));
      assertEquals(List.of("large"), within(0, "near", digits));
    }
    assertEquals(
        List.of("near_duplicate", "near_duplicate", "near_duplicate"),
        results(
            BULK, title("1", "3.50") + title("2", "\"true\"") + title("3", "\"" + digits + "\"")));
    assertEquals(List.of("created"), results(INDEX + "/_bulk", document("i", "\"inner\": 3.50")));
    assertEquals(List.of("i"), within(0, "inner.near", "3.50"));
  }

  @Test
  void theFieldItselfTakesReadyFingerprints() throws IOException {
    for (String path : List.of(INDEX + "/_bulk", BULK)) {
      for (String wrong : List.of("3.5", "true", "12345678901234567890", "{\"a\": 1}")) {
        assertEquals(List.of("400"), results(path, document("w", "\"near\": " + wrong)), wrong);
      }
    }
    assertEquals(List.of("created"), results(BULK, document("3", "\"near\": 3")));
    assertEquals(
        List.of("near_duplicate", "400"),
        results(BULK, document("2", "\"near\": 2") + document("w", "\"near\": 3.5")));
  }

  /** Order numbers: as fingerprints they would be within 2 of each other. */
  @Test
  void sixteenDigitsOfAnotherFieldAreAText() throws IOException {
    String first = "\"2024112310000001\"";
    String second = "\"2024112310000002\"";
    assertEquals(
        List.of("created", "created", "near_duplicate"),
        results(BULK, title("1", first) + title("2", second) + title("3", first)));
    assertFalse(rest.post(BULK, title("3", first)).ok().toString().contains("\"verified\":false"));
    assertEquals(List.of("1"), within(0, "near", "2024112310000001"));
    String inner = document("i", "\"inner\": " + first);
    assertEquals(List.of("created"), results(INDEX + "/_bulk", inner));
    assertEquals(List.of("i"), within(0, "inner.near", "2024112310000001"));
    String own = document("own", "\"near\": " + second);
    assertEquals(List.of("created"), results(BULK, own)); // it is of other bits than the text
    JsonNode groups =
        rest.post("/_plugins/_simhash/numbered/_groups", "{\"field\": \"near\"}").ok();
    assertEquals(0, groups.get("near_duplicates").asInt(), groups::toString);
  }

  @Test
  void sweptAndUpdated() throws IOException {
    String bulk = title("1", "1984") + title("2", "1985") + title("3", "1984.0");
    rest.post(INDEX + "/_bulk?refresh=true", bulk + title("4", "\"1984\"")).ok();
    JsonNode groups =
        rest.post("/_plugins/_simhash/numbered/_groups", "{\"field\": \"near\"}").ok();
    assertEquals(1, groups.get("near_duplicates").asInt(), groups::toString);
    assertEquals(0, groups.get("unverified").asInt(), groups::toString);
    assertEquals("1", groups.get("items").get(0).get("kept").asText());
    rest.post(INDEX + "/_update/2", "{\"doc\": {\"title\": 1986}}").ok();
    assertEquals(List.of("2"), within(0, "near", "1986"));
    String like =
        "{\"query\": {\"simhash\": {\"field\": \"near\", \"like\": {\"_index\":"
            + " \"numbered\", \"_id\": \"1\"}}}}";
    JsonNode hits = rest.post(INDEX + "/_search", like).ok().get("hits").get("hits");
    assertEquals(1, hits.size(), hits::toString);
    assertEquals("4", hits.get(0).get("_id").asText());
  }
}
