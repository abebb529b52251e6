package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the options of mappings and requests on a cluster. */
class FieldAndQueryTest extends IndexTest {

  private static final String INDEX = "/articles";
  private static final String STORM =
      "A storm has closed the harbour of the old town for three days, and the ferries stay in port";
  private static final String STORM_AGAIN =
      "A storm has closed the harbour of the old town for three days, and all ferries stay in port";
  private static final String OTHER =
      "The council has voted for a new library, which is to open in the spring of next year";

  FieldAndQueryTest() {
    super(
        INDEX,
        1,
        """
        {"settings": {"number_of_shards": 3, "number_of_replicas": 1, "codec": "simhash",
            "analysis": {"analyzer": {"words": {"type": "custom", "tokenizer": "standard"}}}},
         "mappings": {"properties": {
            "body": {"type": "text", "copy_to": "near", "fields": {
               "inner": {"type": "simhash", "scheme": "en", "store_format": "default"}}},
            "near": {"type": "simhash"},
            "own": {"type": "simhash", "scheme": {"analyzer": "words", "interleaved": true,
               "shingle": 3, "weights": "tf", "top_features": 100,
               "hash_seed": 7}}}}}
        """);
  }

  @BeforeEach
  void index() throws IOException, InterruptedException {
    add("storm", "{\"body\": " + Rest.quoted(STORM) + ", \"own\": " + Rest.quoted(STORM) + "}");
    add("again", "{\"body\": " + Rest.quoted(STORM_AGAIN) + "}");
    add("other", "{\"body\": " + Rest.quoted(OTHER) + "}");
    add("hex", "{\"near\": \"00ff00ff00ff00ff\"}");
    add("long", "{\"near\": -1}");
    add("none", "{\"body\": \"\", \"near\": null, \"own\": \"two words\"}");
    rest.post(INDEX + "/_refresh", "").ok();
  }

  private void add(String id, String source) throws IOException {
    rest.put(INDEX + "/_doc/" + id, source).ok();
  }

  private JsonNode search(String body) throws IOException {
    JsonNode answer = rest.post(INDEX + "/_search", body).ok();
    assertEquals(0, answer.get("_shards").get("failed").asInt(), () -> answer.toString());
    return answer.get("hits").get("hits");
  }

  private static String near(String target) {
    return "{\"simhash\": {\"field\": \"near\", " + target + "}}";
  }

  private List<String> ids(String query) throws IOException {
    List<String> ids = new ArrayList<>();
    search("{\"query\": " + query + "}").forEach(hit -> ids.add(hit.get("_id").asText()));
    return ids;
  }

  @Test
  void textFingerprintAndLike() throws IOException {
    String text = "\"text\": " + Rest.quoted(STORM);
    assertEquals(List.of("storm", "again"), ids(near(text + ", \"max_distance\": 20")));
    assertEquals(List.of("storm"), ids(near(text + ", \"max_distance\": 0")));
    assertEquals(List.of("hex"), ids(near("\"fingerprint\": \"00FF00FF00FF00FF\"")));
    assertEquals(List.of("long"), ids(near("\"fingerprint\": \"ffffffffffffffff\"")));
    assertEquals(List.of("long"), ids(near("\"fingerprint\": -1")));
    assertEquals(List.of(), ids(near("\"text\": \"\"")));
    String like = "\"like\": {\"_index\": \"articles\", \"_id\": \"%s\"}";
    assertEquals(
        List.of("again"), ids(near(like.replace("%s", "storm") + ", \"max_distance\": 20")));
    assertEquals(
        List.of("again"),
        ids(near(like.replace("%s", "storm") + ", \"nearest\": 1")).subList(0, 1));
    assertEquals(List.of(), ids(near(like.replace("%s", "none"))));
    assertEquals(List.of("long"), ids("{\"term\": {\"near\": \"ffffffffffffffff\"}}"));
    assertEquals(5, ids("{\"exists\": {\"field\": \"near\"}}").size());
  }

  @Test
  void otherFieldsHaveTheirSchemes() throws IOException {
    String text = "\"text\": " + Rest.quoted(STORM) + ", \"max_distance\": 0}}";
    assertEquals(List.of("storm"), ids("{\"simhash\": {\"field\": \"own\", " + text));
    assertEquals(List.of("storm"), ids("{\"simhash\": {\"field\": \"body.inner\", " + text));
  }

  @Test
  void nearestAreTheNearestOfAllShards() throws IOException {
    JsonNode hits =
        search(
            "{\"size\": 3, \"query\": "
                + near("\"fingerprint\": \"00ff00ff00ff00fe\", \"nearest\": 3")
                + "}");
    assertEquals(3, hits.size());
    assertEquals("hex", hits.get(0).get("_id").asText());
    assertEquals(1 - 1 / 64.0, hits.get(0).get("_score").asDouble());
    String filter = "\"filter\": {\"exists\": {\"field\": \"body\"}}";
    JsonNode filtered =
        search(
            "{\"size\": 3, \"query\": "
                + near("\"text\": " + Rest.quoted(STORM) + ", \"nearest\": 2, " + filter)
                + "}");
    assertEquals("storm", filtered.get(0).get("_id").asText());
    filtered.forEach(
        hit -> assertTrue(hit.get("_source").has("body"), () -> hit + " is not of the filter"));
  }

  @Test
  void scoreIsOneMinusDistanceTimesBoost() throws IOException {
    String query = near("\"fingerprint\": \"00ff00ff00ff00f0\", \"boost\": 2, \"_name\": \"n\"");
    JsonNode hit =
        search(
                "{\"query\": {\"bool\": {\"should\": ["
                    + query
                    + "], \"filter\": [{\"exists\": {\"field\": \"near\"}}],"
                    + " \"minimum_should_match\": 1}}}")
            .get(0);
    assertEquals(2 * (1 - 4 / 64.0), hit.get("_score").asDouble());
    assertEquals("n", hit.get("matched_queries").get(0).asText());
  }

  @Test
  void hexIsShown() throws IOException {
    JsonNode hits =
        search(
            "{\"docvalue_fields\": [\"near\"], \"fields\": [\"near\"], \"query\": "
                + near("\"fingerprint\": \"00ff00ff00ff00fe\", \"nearest\": 6")
                + "}");
    assertEquals("hex", hits.get(0).get("_id").asText());
    assertEquals("00ff00ff00ff00ff", hits.get(0).get("fields").get("near").get(0).asText());
    JsonNode sorted = search("{\"sort\": [{\"near\": \"desc\"}]}");
    for (int i = 1; i < 5; i++) {
      long before = sorted.get(i - 1).get("sort").get(0).asLong();
      assertTrue(before >= sorted.get(i).get("sort").get(0).asLong(), sorted::toString);
    }
  }

  @Test
  void highlightExplainAndProfileDoNotBreak() throws IOException {
    for (String target :
        List.of(
            "\"text\": " + Rest.quoted(STORM),
            "\"text\": " + Rest.quoted(STORM) + ", \"nearest\": 2")) {
      for (String highlighter : List.of("unified", "plain")) {
        JsonNode hit =
            search(
                    "{\"explain\": true, \"profile\": true, \"query\": {\"bool\": {\"must\": ["
                        + near(target)
                        + ", {\"match\": {\"body\": \"storm\"}}]}}, \"highlight\": {\"type\": \""
                        + highlighter
                        + "\", \"fields\": {\"body\": {}, \"near\": {}}}}")
                .get(0);
        assertEquals("storm", hit.get("_id").asText());
        assertTrue(hit.get("highlight").get("body").get(0).asText().contains("<em>storm</em>"));
        assertTrue(hit.get("_explanation").toString().contains("distance"), hit::toString);
      }
    }
    JsonNode explained =
        rest.post(
                INDEX + "/_explain/again",
                "{\"query\": " + near("\"text\": " + Rest.quoted(STORM)) + "}")
            .ok();
    assertTrue(explained.has("explanation"), explained::toString);
    assertTrue(
        rest.post(
                INDEX + "/_validate/query?explain=true",
                "{\"query\": " + near("\"fingerprint\": \"00ff00ff00ff00ff\"") + "}")
            .ok()
            .get("valid")
            .asBoolean());
  }

  @Test
  void mappingSaysWhatItWasGiven() throws IOException {
    JsonNode fields =
        rest.get(INDEX + "/_mapping").ok().get("articles").get("mappings").get("properties");
    assertEquals(Rest.json("{\"type\": \"simhash\"}"), fields.get("near"));
    assertEquals("words", fields.get("own").get("scheme").get("analyzer").asText());
    assertTrue(fields.get("own").get("scheme").get("interleaved").asBoolean());
    rest.put(INDEX + "/_mapping", "{\"properties\": {\"own\": " + fields.get("own") + "}}").ok();
    rest.put(
            INDEX + "/_mapping",
            "{\"properties\": {\"near\": {\"type\": \"simhash\", \"store_format\": \"default\"}}}")
        .ok();
  }

  private Rest.Answer aggregation(String aggregation) throws IOException {
    String request = "{\"size\": 0, \"aggs\": {\"a\": {" + aggregation + "}}}";
    return rest.post(INDEX + "/_search", request);
  }

  @Test
  void identicalFingerprintsAreCounted() throws IOException {
    add("copy", "{\"near\": \"00ff00ff00ff00ff\"}");
    rest.post(INDEX + "/_refresh", "").ok();
    JsonNode found = aggregation("\"terms\": {\"field\": \"near\", \"min_doc_count\": 2}").ok();
    JsonNode buckets = found.get("aggregations").get("a").get("buckets");
    assertEquals(1, buckets.size());
    assertEquals("00ff00ff00ff00ff", buckets.get(0).get("key").asText());
    assertEquals(2, buckets.get(0).get("doc_count").asInt());
  }

  /**
   * An aggregation that computes with doubles is refused. Few fingerprints are exact as doubles, so
   * it would show fingerprints that no document has.
   */
  @Test
  void aggregationsAreExactOrRefused() throws IOException {
    String field = ": {\"field\": \"near\"";
    for (String wrong : List.of("min", "max", "avg", "stats", "percentiles")) {
      aggregation("\"" + wrong + "\"" + field + "}").refused("[near] of type [simhash]", wrong);
    }
    aggregation("\"histogram\"" + field + ", \"interval\": 5}").refused("[near] of type [simhash]");
    for (String count : List.of("cardinality", "value_count")) {
      JsonNode answer = aggregation("\"" + count + "\"" + field + "}").ok();
      assertEquals(5, answer.get("aggregations").get("a").get("value").asInt(), count);
    }
    JsonNode missing = aggregation("\"missing\"" + field + "}").ok();
    int all = rest.get(INDEX + "/_count").ok().get("count").asInt();
    assertEquals(all - 5, missing.get("aggregations").get("a").get("doc_count").asInt());
    JsonNode found =
        aggregation(
                "\"composite\": {\"sources\": [{\"n\": {\"terms\""
                    + field
                    + "}}}], \"after\": {\"n\":"
                    + " \"fffffffffffffffe\"}}")
            .ok();
    JsonNode buckets = found.get("aggregations").get("a").get("buckets");
    assertEquals(1, buckets.size(), found::toString);
    assertEquals("ffffffffffffffff", buckets.get(0).get("key").get("n").asText());
  }

  /** Digits 0 and 1 without {@code 0b} are refused, and not silently read as text or hex. */
  @Test
  void bitsSayThatTheyAreBits() throws IOException {
    String bits = "0000000011111111".repeat(4);
    rest.put(INDEX + "/_doc/bits", "{\"near\": \"" + bits + "\"}")
        .refused(bits + "' has 64 digits 0 and 1, expected 0b before them");
    rest.post(INDEX + "/_search", "{\"query\": " + near("\"fingerprint\": \"" + bits + "\"}"))
        .refused("has 64 digits 0 and 1, expected 0b before them");
    rest.post(INDEX + "/_search", "{\"query\": {\"term\": {\"near\": \"" + bits + "\"}}}")
        .refused("has 64 digits 0 and 1, expected 0b before them");
    for (String wide : List.of("0b" + bits + bits, "0x" + "00ff".repeat(8))) {
      rest.put(INDEX + "/_doc/bits", "{\"near\": \"" + wide + "\"}")
          .refused("field [near] got a fingerprint of [128] bits, expected 64");
    }
    for (String form : List.of("0b" + bits, "0x00ff00ff00ff00ff")) {
      add("bits", "{\"near\": \"" + form + "\"}");
      rest.post(INDEX + "/_refresh", "").ok();
      assertEquals(2, ids(near("\"fingerprint\": \"" + form + "\"")).size());
      assertEquals(2, ids("{\"term\": {\"near\": \"" + form + "\"}}").size());
    }
  }

  /** An index cannot be sorted by fingerprints, because none of its shards would start. */
  @Test
  void noIndexIsSortedByFingerprints() throws IOException {
    String body =
        """
        {"settings": {"number_of_replicas": 0, "sort.field": ["date", "FIELD"]},
         "mappings": {"properties": {
            "date": {"type": "date"},
            "near": {"type": "simhash"},
            "alias": {"type": "alias", "path": "near"},
            "wide": {"type": "simhash", "scheme": {"bits": 128}},
            "body": {"type": "text", "fields": {"inner": {"type": "simhash"}}},
            "copied": {"type": "copied_passages"}}}}
        """;
    for (String field : List.of("near", "alias", "wide", "body.inner", "copied")) {
      Rest.Answer answer = rest.put("/sorted", body.replace("FIELD", field));
      rest.delete("/sorted");
      answer.refused("sort", field.equals("alias") ? "[near]" : "[" + field + "]");
    }
  }

  @Test
  void textsAreNotMatched() throws IOException {
    for (String query : List.of("match", "term", "match_phrase")) {
      rest.post(INDEX + "/_search", "{\"query\": {\"" + query + "\": {\"near\": \"ferry\"}}}")
          .refused("[near] of type [simhash]", "query [simhash]");
    }
  }
}
