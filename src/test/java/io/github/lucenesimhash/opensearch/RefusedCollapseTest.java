package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Tests which collapsed searches are refused, and for which reason. */
class RefusedCollapseTest extends CollapseIndexTest {

  @Test
  void badRequests() throws IOException {
    badConfig("{}", "{}").refused("[field] required property is missing");
    badConfig("{\"field\": \"near\", \"max_distance\": 257}", "{}").refused("[257]", "0 to 256");
    badConfig("{\"field\": \"near\", \"window\": 0}", "{}").refused("[0], expected 1 or more");
    badConfig("{\"field\": \"near\", \"inner_hits\": -1}", "{}").refused("[-1]", "0 or more");
    badConfig("{\"field\": \"near\", \"page\": 1}", "{}").refused("[page]");
    badConfig("{\"field\": \"near\"}", "{\"field\": \"near\"}").refused("[field]");
    badConfig("{\"field\": \"near\", \"window\": 10001}", "{}").refused("Result window", "10000");
    badConfig("{\"field\": \"day\"}", "{}").refused("[day]", "not of type [simhash]");
    badConfig("{\"field\": \"body\"}", "{}")
        .refused("[collapse]", "Field [body] of type [text]", "type [simhash]");
    String processor = "{\"simhash_collapse\": {\"field\": \"near\"}}";
    search("\"request_processors\": [" + processor + ", " + processor + "]").refused("twice");
    String fold = "{\"simhash_collapse\": {}}";
    String folds = "\"response_processors\": [" + fold + ", " + fold + "]";
    search(folds).refused("must be once among");
    search("\"request_processors\": [" + processor + "], " + folds)
        .refused("must be once among the request processors and once among");
    rest.post(INDEX + "/_search", "{\"from\": 91, " + pipeline("") + "}")
        .refused("from + size is [101]", "[100]");
    rest.post(
            INDEX + "/_search",
            "{\"sort\": [{\"key\": \"asc\"}], \"search_after\": [\"a\"], " + pipeline("") + "}")
        .refused("search_after");
  }

  @Test
  void otherFieldsAreRefused() throws IOException {
    rest.put(
            "/collapse-other",
            "{\"mappings\": {\"properties\": {\"near\": {\"type\": \"keyword\"},"
                + " \"day\": {\"type\": \"integer\"}}}}")
        .ok();
    try {
      rest.put("/collapse-other/_doc/1?refresh=true", "{\"day\": -1, \"near\": \"a\"}").ok();
      rest.post("/collapse*/_search", "{\"sort\": [{\"day\": \"asc\"}], " + pipeline("") + "}")
          .refused("[near]", "[collapse-other]", "[simhash]");
    } finally {
      rest.delete("/collapse-other");
    }
  }

  /** A field that no hit has is not refused: the answer counts the hits without a fingerprint. */
  @Test
  void aFieldThatIsNotThereFoldsNothing() throws IOException {
    JsonNode report =
        rest.post(INDEX + "/_search", "{" + pipeline("").replace("\"near\"", "\"naer\"") + "}")
            .ok()
            .get("ext")
            .get("simhash_collapse");
    assertEquals(report.get("seen"), report.get("without_fingerprint"), report::toString);
  }

  /** A query that a shard refuses is not mistaken for a field of another type. */
  @Test
  void otherFailuresOfShardsStayTheirs() throws IOException {
    rest.put("/collapse-bare/_doc/1?refresh=true", "{\"day\": -1}").ok();
    try {
      String query =
          "{\"query\": {\"bool\": {\"must\": {\"match_all\": {}}, \"should\": {\"term\":"
              + " {\"near\": \"x\"}}}}, ";
      JsonNode answer = rest.post("/collapse*/_search", query + pipeline("") + "}").ok();
      assertEquals(3, answer.get("_shards").get("failed").asInt(), answer::toString);
      assertTrue(answer.toString().contains("[near] of type [simhash] got"), answer::toString);
      assertEquals(1, answer.get("hits").get("hits").size(), answer::toString);
    } finally {
      rest.delete("/collapse-bare");
    }
  }

  /** A failed collapse cannot be ignored, because the whole window would be shown as the page. */
  @Test
  void failuresAreNotIgnored() throws IOException {
    String ignored = ", \"ignore_failure\": true";
    String pipeline = pipeline(ignored).replace("{}", "{" + ignored.substring(2) + "}");
    rest.post(INDEX + "/_search", "{\"from\": 91, " + pipeline + "}")
        .refused("from + size is [101]");
    rest.post(INDEX + "/_search", "{" + pipeline.replace("\"near\"", "\"day\"") + "}")
        .refused("not of type [simhash]");
  }

  @Test
  void schemesDoNotMix() throws IOException {
    rest.put(
            "/collapse-en",
            "{\"mappings\": {\"properties\": {\"near\": {\"type\": \"simhash\","
                + " \"scheme\": \"en\"}, \"day\": {\"type\": \"integer\"}}}}")
        .ok();
    try {
      String body = "{\"sort\": [{\"day\": \"asc\"}], " + pipeline("") + "}";
      rest.put("/collapse-en/_doc/1?refresh=true", "{\"day\": -1}").ok();
      rest.post("/collapse*/_search", body).ok(); // the new index has no fingerprint yet
      rest.put("/collapse-en/_doc/1?refresh=true", "{\"day\": -1, \"near\": \"00ff00ff00ff00ff\"}")
          .ok();
      rest.post("/collapse*/_search", body).refused("[collapse-en]", "cannot be compared");
      rest.post("/collapse-en/_search", body).ok();
    } finally {
      rest.delete("/collapse-en");
    }
  }

  @Test
  void distancesDoNotMix() throws IOException {
    rest.put(
            "/collapse-far",
            "{\"mappings\": {\"properties\": {\"near\": {\"type\": \"simhash\","
                + " \"preset\": \"contained\"}, \"day\": {\"type\": \"integer\"}}}}")
        .ok();
    try {
      String far = "{\"day\": -1, \"near\": \"00ff00ff00ff00ff\"}";
      rest.put("/collapse-far/_doc/1?refresh=true", far).ok();
      String sorted = "{\"sort\": [{\"day\": \"asc\"}], ";
      rest.post("/collapse*/_search", sorted + pipeline("") + "}")
          .refused("within [14] in index [collapse-far]", "within [10] in index [collapse]");
      rest.post("/collapse*/_search", sorted + pipeline(", \"max_distance\": 11") + "}").ok();
    } finally {
      rest.delete("/collapse-far");
    }
  }

  private Rest.Answer badConfig(String request, String response) throws IOException {
    return search(
        "\"request_processors\": [{\"simhash_collapse\": "
            + request
            + "}], \"response_processors\": [{\"simhash_collapse\": "
            + response
            + "}]");
  }

  private Rest.Answer search(String processors) throws IOException {
    return rest.post(INDEX + "/_search", "{\"search_pipeline\": {" + processors + "}}");
  }
}
