package io.github.lucenesimhash.opensearch;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Which collapsed searches are refused, and what is said then. */
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
    search("\"response_processors\": [{\"simhash_collapse\": {}}]").refused("request processors");
    search("\"request_processors\": [" + processor + "]").refused("response processors too");
    String fold = "{\"simhash_collapse\": {}}";
    search(
            "\"request_processors\": ["
                + processor
                + "], \"response_processors\": ["
                + fold
                + ", "
                + fold
                + "]")
        .refused("twice among the response processors");
    String twice = "{\"response_processors\": [" + fold + ", " + fold + "]}";
    rest.put("/_search/pipeline/twice", twice).refused("request processors too");
    rest.post(INDEX + "/_search", "{\"from\": 91, " + pipeline("") + "}")
        .refused("from + size is [101]", "[100]");
    rest.post(
            INDEX + "/_search",
            "{\"sort\": [{\"key\": \"asc\"}], \"search_after\": [\"a\"], " + pipeline("") + "}")
        .refused("search_after");
  }

  @Test
  void otherFieldsAreRefused() throws IOException {
    badConfig("{\"field\": \"naer\"}", "{}").refused("[naer]", "not in the mapping", "[simhash]");
    String none = "{\"query\": {\"match_none\": {}}, " + pipeline("") + "}";
    rest.post(INDEX + "/_search", none.replace("\"near\"", "\"naer\"")).ok(); // nothing to fold
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

  /** What cannot be folded is refused: the whole window would be shown for the page. */
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
      rest.post("/collapse*/_search", body).ok(); // it has no fingerprint yet
      rest.put("/collapse-en/_doc/1?refresh=true", "{\"day\": -1, \"near\": \"00ff00ff00ff00ff\"}")
          .ok();
      rest.post("/collapse*/_search", body).refused("[collapse-en]", "do not compare");
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
