package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/**
 * Tests that numbers and hex digits of other fields are texts, and in the field itself ready
 * fingerprints.
 */
class NumberTextTest extends IndexTest {

  private static final String INDEX = "/numbered";

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

  /** Returns the result of each item, or the status of an item without a result. */
  private List<String> results(String bulk) throws IOException {
    return results(rest.post(INDEX + "/_bulk", bulk).ok());
  }

  /** Returns the results of documents that an ingest processor compares. */
  private List<String> offered(String bulk) throws IOException {
    return results(rest.offer(INDEX, ", \"field\": \"near\"", bulk));
  }

  private static List<String> results(JsonNode answer) {
    List<String> results = new ArrayList<>();
    for (JsonNode item : answer.get("items")) {
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
  void comparedAsTexts() throws IOException {
    String digits = "12345678901234567890";
    String bulk = title("1984", "1984") + title("true", "true") + title("large", digits);
    assertEquals(
        List.of("created", "created", "created"),
        offered(bulk + title("null", "null")).subList(0, 3));
    String same = title("a", "1984") + title("b", "\"1984\"") + title("c", "[1984]");
    same += document("d", "\"meta.name\": 1984") + document("e", "\"meta\": {\"name\": 1984}");
    same += title("f", "\"true\"") + title("g", "\"" + digits + "\"");
    assertEquals(Collections.nCopies(7, "409"), offered(same));
  }

  @Test
  void everyNumberIsAText() throws IOException {
    String digits = "12345678901234567890";
    String bulk =
        title("half", "3.50")
            + title("true", "true")
            + title("large", digits)
            + title("null", "null");
    assertEquals(List.of("created", "created", "created", "created"), results(bulk));
    assertEquals(List.of("half"), within(0, "near", "3.50"));
    assertEquals(List.of("true"), within(0, "near", "true"));
    assertEquals(List.of("large"), within(0, "near", digits));
    assertEquals(List.of("created"), results(document("i", "\"inner\": 3.50")));
    assertEquals(List.of("i"), within(0, "inner.near", "3.50"));
  }

  @Test
  void theFieldItselfTakesReadyFingerprints() throws IOException {
    for (String wrong : List.of("3.5", "true", "12345678901234567890", "{\"a\": 1}")) {
      String line = document("w", "\"near\": " + wrong);
      assertEquals(List.of("400"), results(line), wrong);
      assertEquals(List.of("400"), offered(line), wrong);
    }
    assertEquals(List.of("created"), offered(document("3", "\"near\": 3")));
    String bulk = document("2", "\"near\": 2") + document("w", "\"near\": 3.5");
    assertEquals(List.of("409", "400"), offered(bulk));
  }

  /** Order numbers in another field are texts; as fingerprints they would be within 2 bits. */
  @Test
  void sixteenDigitsOfAnotherFieldAreAText() throws IOException {
    String first = "\"2024112310000001\"";
    String second = "\"2024112310000002\"";
    String bulk = title("1", first) + title("2", second) + title("3", first);
    assertEquals(List.of("created", "created", "409"), offered(bulk));
    assertEquals(List.of("1"), within(0, "near", "2024112310000001"));
    assertEquals(List.of("created"), results(document("i", "\"inner\": " + first)));
    assertEquals(List.of("i"), within(0, "inner.near", "2024112310000001"));
    String own = document("own", "\"near\": " + second);
    assertEquals(List.of("created"), results(own)); // its bits differ from those of the text
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
