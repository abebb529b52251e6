package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;

/** Tests that several values of a document are one text: in order of field names, a line each. */
class SeveralValuesTest extends IndexTest {

  private static final String INDEX = "/several";
  private static final String FERRY = "The ferry from the island was late again on Monday morning";
  private static final String NOBODY = "Nobody at the harbour could say why it had left so late";
  private static final String PORT = "Harbour news of the week, read by everybody on the island";

  SeveralValuesTest() {
    super(
        INDEX,
        1,
        """
        {"settings": {"number_of_shards": 2, "number_of_replicas": 0},
         "mappings": {"properties": {
            "near": {"type": "simhash"},
            "title": {"type": "text", "copy_to": "near"},
            "body": {"type": "text", "copy_to": "near"},
            "parts": {"properties": {"text": {"type": "text", "copy_to": "near"}}},
            "inside": {"type": "nested", "properties": {"near": {"type": "simhash"}}},
            "plain": {"type": "text"}}}}
        """);
  }

  private static String quoted(String format, String... texts) throws IOException {
    String filled = format;
    for (String text : texts) {
      filled = filled.replaceFirst("\\?", Matcher.quoteReplacement(Rest.quoted(text)));
    }
    return filled;
  }

  private Rest.Answer document(String id, String source) throws IOException {
    return rest.put(INDEX + "/_doc/" + id + "?refresh=true", source);
  }

  /** Returns the hits of a search, each with its score. */
  private List<String> hits(String search) throws IOException {
    List<String> hits = new ArrayList<>();
    for (JsonNode hit : rest.post(INDEX + "/_search", search).ok().get("hits").get("hits")) {
      hits.add(hit.get("_id").asText() + " " + hit.get("_score").asText());
    }
    hits.sort(null);
    return hits;
  }

  private static String near(String text, String options) throws IOException {
    return quoted("{\"query\": {\"simhash\": {\"field\": \"near\", " + options, text) + "}}";
  }

  private static final String EXACT = "\"max_distance\": 0, \"text\": ?}";

  @Test
  void oneText() throws IOException {
    document("array", quoted("{\"title\": ?, \"body\": [?, null, ?]}", PORT, FERRY, NOBODY)).ok();
    document("order", quoted("{\"body\": [?, ?], \"title\": [?]}", FERRY, NOBODY, PORT)).ok();
    String parts = "{\"parts\": [{\"text\": ?}, {\"text\": [?, ?]}]}";
    document("parts", quoted(parts, FERRY, NOBODY, PORT)).ok();
    document("own", quoted("{\"near\": [?, ?, ?]}", FERRY, NOBODY, PORT)).ok();
    String text = String.join("\n", FERRY, NOBODY, PORT);
    List<String> all = List.of("array 1.0", "order 1.0", "own 1.0", "parts 1.0");
    assertEquals(all, hits(near(text, EXACT)));
    for (int verify : new int[] {0, 1}) {
      String body = "{\"field\": \"near\", \"verify\": " + (verify == 0 ? "false" : "1.0") + "}";
      JsonNode groups = rest.post("/_plugins/_simhash/several/_groups", body).ok();
      assertEquals(3, groups.get("near_duplicates").asInt(), groups::toString);
    }
  }

  @Test
  void theProcessorReadsTheSame() throws IOException {
    String one = "{\"index\": {\"_id\": \"1\"}}\n";
    one += quoted("{\"title\": ?, \"body\": [?, ?]}\n", PORT, FERRY, NOBODY);
    String two = "{\"index\": {\"_id\": \"2\"}}\n";
    two += quoted("{\"body\": [?, ?], \"title\": ?}\n", FERRY, NOBODY, PORT);
    String joined = "{\"index\": {\"_id\": \"3\"}}\n";
    joined += quoted("{\"near\": ?}\n", String.join("\n", FERRY, NOBODY, PORT));
    String first = "{\"index\": {\"_id\": \"4\"}}\n" + quoted("{\"body\": ?}\n", FERRY);
    String options = ", \"field\": \"near\", \"verify\": 1, \"refresh\": true";
    String bulk = one + two + joined + first;
    JsonNode answer = rest.offer(INDEX, options + ", \"max_distance\": 0", bulk);
    assertEquals(Map.of("2", "1", "3", "1"), Rest.near(answer), answer::toString);
    String reversed = "{\"index\": {\"_id\": \"5\"}}\n";
    reversed += quoted("{\"body\": [?, ?], \"title\": ?}\n", NOBODY, FERRY, PORT);
    answer = rest.offer(INDEX, options, reversed + two);
    assertEquals(Map.of("2", "1"), Rest.near(answer), answer::toString);
  }

  /** An array in one of many documents does not stop the update of all documents. */
  @Test
  void documentsThatAreThere() throws IOException {
    StringBuilder bulk = new StringBuilder();
    for (int i = 0; i < 30; i++) {
      String plain = i == 13 ? quoted("[?, ?]", FERRY, NOBODY) : Rest.quoted(PORT + " " + i);
      bulk.append("{\"index\": {\"_id\": \"" + i + "\"}}\n{\"plain\": " + plain + "}\n");
    }
    rest.post(INDEX + "/_bulk?refresh=true", bulk.toString()).ok();
    String field = "{\"type\": \"text\", \"copy_to\": \"near\"}";
    rest.put(INDEX + "/_mapping", "{\"properties\": {\"plain\": " + field + "}}").ok();
    JsonNode updated = rest.post(INDEX + "/_update_by_query?refresh=true", "").ok();
    assertEquals(30, updated.get("updated").asInt(), updated::toString);
    assertEquals(List.of("13 1.0"), hits(near(FERRY + "\n" + NOBODY, EXACT)));
  }

  @Test
  void insideANestedQuery() throws IOException {
    document("1", quoted("{\"inside\": [{\"near\": ?}, {\"near\": ?}]}", FERRY, PORT)).ok();
    String nested =
        "{\"nested\": {\"path\": \"inside\", \"query\": {\"simhash\": {\"field\": \"inside.near\","
            + " \"text\": ?}}}}";
    for (int i = 0; i < 3; i++) { // later answers may come from a cache
      for (String filter : List.of("%s", "{\"bool\": {\"filter\": %s}}")) {
        String query = "{\"query\": " + filter.replace("%s", nested) + "}";
        assertEquals(1, hits(quoted(query, FERRY)).size());
        assertEquals(1, hits(quoted(query, PORT)).size());
        assertEquals(0, hits(quoted(query, NOBODY)).size());
      }
    }
  }

  @Test
  void aReadyFingerprintIsAlone() throws IOException {
    String two = "{\"near\": [\"00ff00ff00ff00ff\", 3]}";
    document("1", two).refused("[near]", "a ready fingerprint and [1] other");
    document("1", "{\"near\": [\"one text\", \"00ff00ff00ff00ff\"]}").refused("[1] other");
    document("1", "{\"title\": [\"a\", \"b\"], \"near\": 3}").refused("and [2] other");
    String line = "{\"index\": {\"_id\": \"1\"}}\n" + two + "\n";
    JsonNode answer = rest.offer(INDEX, ", \"field\": \"near\"", line);
    assertEquals(400, answer.get("items").get(0).get("index").get("status").asInt());
    document("2", "{\"title\": [\"\", null], \"near\": [\"00ff00ff00ff00ff\"], \"body\": \" \"}")
        .ok();
    document("3", quoted("{\"inside\": [{\"near\": ?}, {\"near\": [?]}]}", FERRY, PORT)).ok();
    document("4", quoted("{\"inside\": {\"near\": [?, ?]}}", FERRY, PORT))
        .refused("[inside.near] is nested");
    assertFalse(document("5", "{\"near\": [\"\", null]}").ok().isEmpty());
  }
}
