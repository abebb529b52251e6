package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests that texts are verified by comparing the words that the field's scheme makes of them. */
class SchemeVerifierTest extends IndexTest {

  private static final String INDEX = "/by-scheme";
  private static final List<String> SCHEMES =
      List.of(
          "{\"analyzer\": \"words\", \"shingle\": 1}", "{\"analyzer\": \"words\", \"shingle\": 3}");
  private static final String TEXT =
      "ferry island late again monday harbour nobody could say why it left mainland hour after";

  /** A text that equals {@link #TEXT} for an analyzer that removes one word. */
  private static final String FILLED = TEXT.replace(" ", " filler ");

  SchemeVerifierTest() {
    super(INDEX, 0, null);
  }

  private void make(String scheme) throws IOException {
    rest.put(
            INDEX,
            """
            {"settings": {"number_of_shards": 1, "number_of_replicas": 0, "analysis": {
                "analyzer": {"words": {"type": "custom", "tokenizer": "letters", "filter": ["fillers"]}},
                "filter": {"fillers": {"type": "stop", "stopwords": ["filler"]}},
                "tokenizer": {"letters": {"type": "standard"}}}},
             "mappings": {"properties": {
                "body": {"type": "text", "copy_to": "near"},
                "near": {"type": "simhash", "scheme": %s}}}}
            """
                .replace("%s", scheme))
        .ok();
  }

  private static String line(String id, String text) {
    return "{\"index\": {\"_id\": \"" + id + "\"}}\n{\"body\": \"" + text + "\"}\n";
  }

  @Test
  void processorAndGroups() throws IOException {
    for (String scheme : SCHEMES) {
      make(scheme);
      String lines = line("a", TEXT) + line("b", FILLED);
      for (int node = 0; node < Cluster.NODES; node++) {
        String options = ", \"field\": \"near\", \"verify\": 0.9, \"guard\": \"none\"";
        JsonNode answer = cluster.rest(node).offer(INDEX, options, lines);
        assertEquals(Map.of("b", "a"), Rest.near(answer), scheme + answer);
      }
      rest.post(INDEX + "/_bulk?refresh=true", lines).ok();
      for (int node = 0; node < Cluster.NODES; node++) {
        String body = "{\"field\": \"near\", \"verify\": 0.9, \"guard\": \"none\"}";
        JsonNode answer =
            cluster.rest(node).post("/_plugins/_simhash" + INDEX + "/_groups", body).ok();
        assertEquals(1, answer.get("groups").asInt(), scheme + answer);
      }
      rest.delete(INDEX).ok();
    }
  }
}
