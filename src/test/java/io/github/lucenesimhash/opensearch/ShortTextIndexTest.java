package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Tests of fields with {@code short_texts}, on an index of three shards. */
abstract class ShortTextIndexTest extends IndexTest {

  static final String INDEX = "/titles";

  ShortTextIndexTest() {
    super(INDEX, 1, null);
  }

  final void make(String codec) throws IOException {
    make(codec, "true");
  }

  final void make(String codec, String shortTexts) throws IOException {
    rest.put(
            INDEX,
            """
            {"settings": {"number_of_shards": 3, "number_of_replicas": 1, "codec": "%s"},
             "mappings": {"properties": {
                "title": {"type": "text", "copy_to": "near", "fields": {
                   "plain": {"type": "simhash"},
                   "inner": {"type": "simhash", "short_texts": %t}}},
                "near": {"type": "simhash", "short_texts": %t},
                "other": {"type": "alias", "path": "near"}}}}
            """
                .replace("%s", codec)
                .replace("%t", shortTexts))
        .ok();
    cluster.awaitGreen();
  }

  static void add(StringBuilder bulk, String id, String field, String value) throws IOException {
    bulk.append("{\"index\": {\"_id\": \"").append(id).append("\"}}\n{\"").append(field);
    bulk.append("\": ").append(Rest.quoted(value)).append("}\n");
  }

  final void send(CharSequence bulk) throws IOException {
    JsonNode answer = rest.post(INDEX + "/_bulk?refresh=true", bulk.toString()).ok();
    assertFalse(answer.get("errors").asBoolean(), answer::toString);
  }

  final JsonNode search(String body) throws IOException {
    JsonNode answer = rest.post(INDEX + "/_search", body).ok();
    assertEquals(0, answer.get("_shards").get("failed").asInt(), answer::toString);
    return answer.get("hits").get("hits");
  }

  final Map<String, Float> found(String query) throws IOException {
    Map<String, Float> found = new TreeMap<>();
    search("{\"size\": 1000, \"_source\": false, \"query\": " + query + "}")
        .forEach(hit -> found.put(hit.get("_id").asText(), (float) hit.get("_score").asDouble()));
    return found;
  }

  static String query(String field, String inner) {
    return "{\"simhash\": {\"field\": \"" + field + "\", " + inner + "}}";
  }

  static String text(String text) throws IOException {
    return "\"text\": " + Rest.quoted(text);
  }

  static String like(String id) {
    return "\"like\": {\"_index\": \"titles\", \"_id\": \"" + id + "\"}";
  }

  final Set<String> ids(String field, String inner) throws IOException {
    return found(query(field, inner)).keySet();
  }
}
