package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests queries through filtered and routed aliases, on a cluster. */
@Timeout(300)
class AliasQueryTest extends IndexTest {

  private static final String INDEX = "/tenants";

  AliasQueryTest() {
    super(
        INDEX,
        0,
        """
        {"settings": {"number_of_shards": 1, "codec": "simhash"},
         "mappings": {"properties": {"near": {"type": "simhash"}, "number": {"type": "unsigned_long"},
            "long": {"type": "long"}, "tenant": {"type": "keyword"}}},
         "aliases": {
            "tenant_a": {"filter": {"term": {"tenant": "a"}}},
            "tenant_b": {"filter": {"term": {"tenant": "b"}}, "routing": "b"},
            "everything": {}}}
        """);
  }

  private void addTenants() throws IOException {
    StringBuilder bulk = new StringBuilder();
    for (int i = 0; i < 10; i++) {
      add(bulk, "b" + i, "b", i);
    }
    add(bulk, "a0", "a", 0xFFL);
    add(bulk, "a1", "a", 0xFFFFL);
    add(bulk, "a2", "a", 0xFFFFFFL);
    rest.post(INDEX + "/_bulk?refresh=true", bulk.toString()).ok();
  }

  private static void add(StringBuilder bulk, String id, String tenant, long fingerprint) {
    bulk.append("{\"index\": {\"_id\": \"").append(id).append("\", \"routing\": \"");
    bulk.append(tenant).append("\"}}\n{\"near\": ").append(fingerprint);
    bulk.append(", \"number\": 7, \"long\": 7, \"tenant\": \"").append(tenant).append("\"}\n");
  }

  private static String near(String target) {
    return "{\"simhash\": {\"field\": \"near\", " + target + "}}";
  }

  private static String like(String index, String id, String more) {
    return near("\"like\": {\"_index\": \"" + index + "\", \"_id\": \"" + id + "\"}, " + more);
  }

  private List<String> ids(String index, String body) throws IOException {
    JsonNode answer = rest.post(index + "/_search", body).ok();
    assertEquals(0, answer.get("_shards").get("failed").asInt(), answer::toString);
    List<String> ids = new ArrayList<>();
    answer.get("hits").get("hits").forEach(hit -> ids.add(hit.get("_id").asText()));
    return ids;
  }

  /** Documents are chosen as nearest after the query's own filter, and before an alias's filter. */
  @Test
  void nearestOfThoseThatAFilterShows() throws IOException {
    addTenants();
    String plain = near("\"fingerprint\": 0, \"nearest\": 2");
    assertEquals(List.of("b0", "b1"), ids(INDEX, "{\"query\": " + plain + "}"));
    assertEquals(List.of("b0", "b1"), ids("/everything", "{\"query\": " + plain + "}"));
    assertEquals(List.of("b0", "b1"), ids("/tenant_b", "{\"query\": " + plain + "}"));
    assertEquals(List.of(), ids("/tenant_a", "{\"query\": " + plain + "}"));
    String filter = ", \"filter\": {\"term\": {\"tenant\": \"a\"}}";
    String two = near("\"fingerprint\": 0, \"nearest\": 2, \"_name\": \"n\"" + filter);
    assertEquals(List.of("a0", "a1"), ids(INDEX, "{\"query\": " + two + "}"));
    assertEquals(List.of("a0", "a1"), ids("/tenant_a", "{\"query\": " + two + "}"));
    assertEquals(
        List.of("a0", "a1"), ids(INDEX, "{\"query\": {\"bool\": {\"filter\": [" + two + "]}}}"));
    assertEquals(
        List.of("a0", "a1"),
        ids("/tenant_a", "{\"query\": {\"bool\": {\"filter\": [" + two + "]}}}"));
    assertEquals(
        List.of("a0", "a1"), ids("/tenant_a", "{\"post_filter\": " + two + ", \"size\": 5}"));
    assertEquals(
        List.of("a1", "a2"),
        ids("/tenant_a", "{\"query\": " + like("tenant_a", "a0", "\"nearest\": 2" + filter) + "}"));
    String lookedUp = // two like documents and a terms lookup are read before shards are queried
        like(
            "tenants",
            "b9",
            "\"nearest\": 1, \"filter\": {\"bool\": {\"must\": ["
                + like("tenants", "b3", "\"max_distance\": 64")
                + "], \"filter\": {\"terms\": {\"tenant\": {\"index\": \"tenants\", \"id\": \"a0\","
                + " \"routing\": \"a\", \"path\": \"tenant\"}}}}}");
    assertEquals(List.of("a0"), ids(INDEX, "{\"query\": " + lookedUp + "}"));
    JsonNode answer =
        rest.post(
                "/tenant_a/_search?search_type=dfs_query_then_fetch",
                "{\"explain\": true, \"profile\": true, \"query\": "
                    + two
                    + ", \"aggs\": {\"f\": {\"filter\": "
                    + two
                    + "}, \"m\": {\"adjacency_matrix\": {\"filters\": {\"two\": "
                    + two
                    + "}}}}}")
            .ok();
    JsonNode hits = answer.get("hits").get("hits");
    assertEquals(2, hits.size(), answer::toString);
    assertEquals("a1", hits.get(1).get("_id").asText());
    assertEquals("n", hits.get(1).get("matched_queries").get(0).asText());
    assertTrue(hits.get(1).get("_explanation").get("value").asDouble() > 0, answer::toString);
    assertEquals(2, answer.get("aggregations").get("f").get("doc_count").asInt());
    JsonNode matrix = answer.get("aggregations").get("m").get("buckets"); // parsed with the request
    assertEquals(2, matrix.path(0).path("doc_count").asInt(), answer::toString);
    assertEquals(
        2, rest.post("/tenant_a/_count", "{\"query\": " + two + "}").ok().get("count").asInt());
  }

  /**
   * The filter of an alias may contain nearest queries. They do not look for what the alias shows,
   * which would need the filter itself.
   */
  @Test
  void anAliasMayShowTheNearest() throws IOException {
    addTenants();
    String six = near("\"fingerprint\": 0, \"nearest\": 6");
    String filter =
        "{\"bool\": {\"must\": [" + six + ", " + near("\"fingerprint\": 1, \"nearest\": 7") + "]}}";
    rest.post(
            "/_aliases",
            "{\"actions\": [{\"add\": {\"index\": \"tenants\", \"alias\": \"six\", \"filter\": "
                + filter
                + "}}]}")
        .ok();
    List<String> shown = ids("/six", "{\"size\": 20}");
    assertTrue(shown.size() >= 5 && shown.size() <= 6, shown::toString);
    List<String> found =
        ids("/six", "{\"query\": " + near("\"fingerprint\": 0, \"nearest\": 20") + "}");
    assertTrue(!found.isEmpty() && shown.containsAll(found), found::toString);
  }

  @Test
  void likeReadsOnlyWhatTheAliasShows() throws IOException {
    addTenants();
    for (String more : List.of("\"max_distance\": 64", "\"nearest\": 100")) {
      rest.post("/tenant_a/_search", "{\"query\": " + like("tenant_a", "b0", more) + "}")
          .refused("names document", "does not exist or is not visible");
      rest.post("/tenant_b/_search", "{\"query\": " + like("tenant_b", "a0", more) + "}")
          .refused("names document", "does not exist or is not visible");
      List<String> found = ids("/tenant_a", "{\"query\": " + like("tenant_a", "a1", more) + "}");
      Collections.sort(found);
      assertEquals(List.of("a0", "a2"), found);
      assertEquals(9, ids("/tenant_b", "{\"query\": " + like("tenant_b", "b9", more) + "}").size());
    }
  }

  @Test
  void likeAndTermRefuseWhatIsNoFingerprint() throws IOException {
    addTenants();
    for (String field : List.of("number", "long", "tenant")) {
      rest.post(
              INDEX + "/_search",
              "{\"query\": {\"simhash\": {\"field\": \""
                  + field
                  + "\", \"like\": {\"_index\": \"tenants\", \"_id\": \"a0\"}}}}")
          .refused(field);
    }
    assertEquals(List.of("b5"), ids(INDEX, "{\"query\": {\"term\": {\"near\": 5}}}"));
    assertEquals(
        List.of("b5"), ids(INDEX, "{\"query\": {\"terms\": {\"near\": [5, 5000000000]}}}"));
    rest.post(INDEX + "/_search", "{\"query\": {\"term\": {\"near\": 5.5}}}").refused("5.5");
  }
}
