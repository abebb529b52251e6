package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests fields of 128 and 256 bits, on a cluster. */
class WideFieldTest extends IndexTest {

  private static final String STORM =
      "A storm has closed the harbour of the old town for three days, and the ferries stay in port,"
          + " as the harbour master said on Monday to all who had waited at the quay since dawn";
  private static final String STORM_AGAIN = STORM.replace("Monday", "Tuesday");
  private static final String OTHER =
      "The council has voted for a new library, which is to open in the spring of next year";

  private static final FingerprintScheme SCHEME = FingerprintScheme.parse("standard bits=128");

  WideFieldTest() {
    super(
        "/wide",
        1,
        """
        {"settings": {"number_of_shards": 2, "number_of_replicas": 1, "codec": "simhash"},
         "mappings": {"properties": {
            "near": {"type": "simhash", "scheme": {"scheme": "standard", "bits": 128}},
            "image": {"type": "simhash", "scheme": {"bits": 256}, "store_format": "default"}}}}
        """);
  }

  @BeforeEach
  void index() throws IOException {
    add("storm", "\"near\": " + Rest.quoted(STORM) + ", \"image\": \"" + "00ff".repeat(16) + "\"");
    add("again", "\"near\": " + Rest.quoted(STORM_AGAIN));
    add("other", "\"near\": " + Rest.quoted(OTHER));
    add("ready", "\"near\": \"" + "0123456789abcdef".repeat(2) + "\"");
    rest.post("/wide/_refresh", "").ok();
  }

  private void add(String id, String source) throws IOException {
    rest.put("/wide/_doc/" + id, "{" + source + "}").ok();
  }

  private JsonNode search(String body) throws IOException {
    JsonNode answer = rest.post("/wide/_search", body).ok();
    assertEquals(0, answer.get("_shards").get("failed").asInt(), () -> answer.toString());
    return answer.get("hits").get("hits");
  }

  private List<String> ids(String body) throws IOException {
    List<String> ids = new ArrayList<>();
    search(body).forEach(hit -> ids.add(hit.get("_id").asText()));
    return ids;
  }

  private static String near(String target) {
    return "{\"query\": {\"simhash\": {\"field\": \"near\", " + target + "}}}";
  }

  @Test
  void textsAndFingerprintsAreFound() throws IOException {
    String text = "\"text\": " + Rest.quoted(STORM);
    assertEquals(List.of("storm", "again"), ids(near(text + ", \"max_distance\": 40")));
    assertEquals(List.of("storm"), ids(near(text + ", \"max_distance\": 0")));
    String hex = SCHEME.fingerprint(OTHER).orElseThrow().toString();
    assertEquals(List.of("other"), ids(near("\"fingerprint\": \"" + hex + "\"")));
    assertEquals(
        List.of("ready"), ids(near("\"fingerprint\": \"" + "0123456789abcdef".repeat(2) + "\"")));
    assertEquals("storm", ids(near(text + ", \"nearest\": 2")).get(0));
    assertEquals(
        List.of("again"),
        ids(near("\"like\": {\"_index\": \"wide\", \"_id\": \"storm\"}, \"max_distance\": 40")));
    assertEquals(
        List.of("storm"),
        ids(
            "{\"query\": {\"simhash\": {\"field\": \"image\", \"fingerprint\": \""
                + "00ff".repeat(16)
                + "\", \"max_distance\": 31}}}"));
  }

  @Test
  void fingerprintsAreShownAndScored() throws IOException {
    String hex = SCHEME.fingerprint(STORM).orElseThrow().toString();
    JsonNode hits =
        search(
            "{\"docvalue_fields\": [\"near\"], "
                + near("\"fingerprint\": \"" + hex + "\", \"nearest\": 2").substring(1));
    assertEquals("storm", hits.get(0).get("_id").asText());
    assertEquals(1, hits.get(0).get("_score").asDouble());
    assertEquals(hex, hits.get(0).get("fields").get("near").get(0).asText());
    assertEquals("again", hits.get(1).get("_id").asText());
  }

  /** Hex digits of only 0 and 1 are found, because messages between nodes mark them as hex. */
  @Test
  void hexDigitsOfOnlyZeroAndOneAreFound() throws IOException {
    String hex = "01".repeat(32);
    rest.put("/wide/_doc/image", "{\"image\": \"" + hex + "\"}")
        .refused("has 64 digits 0 and 1, expected 0b before them, which makes them 64 bits, or 0x");
    add("image", "\"image\": \"0x" + hex + "\"");
    rest.post("/wide/_refresh", "").ok();
    String query = "{\"simhash\": {\"field\": \"image\", \"fingerprint\": \"0x" + hex + "\"}}";
    assertEquals(List.of("image"), ids("{\"query\": " + query + "}"));
    JsonNode shown = search("{\"docvalue_fields\": [\"image\"], \"query\": " + query + "}");
    assertEquals(hex, shown.get(0).get("fields").get("image").get(0).asText());
    String like = "{\"simhash\": {\"field\": \"image\", \"like\": {\"_index\": \"wide\", \"_id\":";
    add("same", "\"image\": \"0x" + hex + "\"");
    rest.post("/wide/_refresh", "").ok();
    assertEquals(List.of("same"), ids("{\"query\": " + like + " \"image\"}}}}"));
  }

  @Test
  void otherBitsAreRefused() throws IOException {
    rest.post("/wide/_search", near("\"fingerprint\": \"00ff00ff00ff00ff\""))
        .refused("field [near] got a fingerprint of [64] bits, expected 128");
    rest.post("/wide/_search", near("\"text\": \"a\", \"max_distance\": 129")).refused("0 to 128");
    rest.post("/wide/_search", "{\"sort\": [\"near\"]}").refused("cannot sort by field [near]");
  }

  @Test
  void duplicatesAreGroupedAndSwept() throws IOException {
    String body = "{\"field\": \"near\", \"max_distance\": 40, \"verify\": false";
    JsonNode groups = rest.post("/_plugins/_simhash/wide/_groups", body + "}").ok();
    assertEquals(1, groups.get("groups").asInt(), groups::toString);
    rest.post("/_plugins/_simhash/wide/_sweep", body + ", \"dry_run\": false}").ok();
    rest.post("/wide/_refresh", "").ok();
    assertEquals(1, ids(near("\"text\": " + Rest.quoted(STORM) + ", \"max_distance\": 40")).size());
  }

  @Test
  void theProcessorFindsThem() throws IOException {
    String lines =
        "{\"index\": {\"_id\": \"new\"}}\n{\"near\": "
            + Rest.quoted(STORM)
            + "}\n{\"index\": {\"_id\": \"unlike\"}}\n{\"near\": \""
            + "fedcba9876543210".repeat(2)
            + "\"}\n";
    String options = ", \"field\": \"near\", \"max_distance\": 40, \"verify\": false";
    JsonNode answer = rest.offer("/wide", options, lines);
    assertEquals(Set.of("new"), Rest.near(answer).keySet(), answer::toString);
    rest.post("/wide/_refresh", "").ok();
    assertEquals(
        List.of("unlike"), ids(near("\"fingerprint\": \"" + "fedcba9876543210".repeat(2) + "\"")));
  }
}
