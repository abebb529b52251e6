package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the mapping of a field with {@code short_texts} and a query of it can say. */
class ShortTextContractTest extends ShortTextIndexTest {

  @Test
  void aFieldSaysWhatItHas() throws IOException {
    make("default");
    JsonNode mapping = rest.get(INDEX + "/_mapping").ok().get("titles").get("mappings");
    JsonNode fields = mapping.get("properties");
    assertEquals(Rest.json("{\"type\": \"simhash\", \"short_texts\": true}"), fields.get("near"));
    assertEquals(
        Rest.json("{\"type\": \"simhash\"}"), fields.get("title").get("fields").get("plain"));
    rest.put(INDEX + "/_mapping", mapping.toString()).ok();
    rest.put("/titles-copy", "{\"mappings\": " + mapping + "}").ok();
    assertEquals(
        mapping, rest.get("/titles-copy/_mapping").ok().get("titles-copy").get("mappings"));
    rest.delete("/titles-copy").ok();
    String kept = ", \"short_texts\": ";
    mapping("near", "").refused("[short_texts]", "from [true] to [false]");
    mapping("near", kept + "false").refused("[short_texts]", "from [true] to [false]");
    mapping("near", kept + "0.75").ok();
    String shown = rest.get(INDEX + "/_mapping/field/near").ok().findValue("short_texts").asText();
    assertEquals("0.75", shown);
    mapping("near", kept + "false").refused("[short_texts]", "from [0.75] to [false]");
    mapping("near", kept + "\"true\"").ok();
    mapping("late", "").ok();
    mapping("late", kept + "true").refused("[short_texts]", "from [false] to [true]");
    mapping("late", kept + "0.8").refused("[short_texts]", "from [false] to [0.8]");
    for (String bad : List.of("\"some\"", "0.4", "1.5", "0", "null", "[0.8]")) {
      mapping("bad", kept + bad).refused("short_texts");
    }
    mapping("bad", kept + "0.4").refused("[0.4]", "[true] or a number from 0.5 to 1");
    mapping("bad", ", \"short_texts\": true, \"fields\": {\"words\": {\"type\": \"keyword\"}}")
        .refused("bad.words");
  }

  private Rest.Answer mapping(String field, String more) throws IOException {
    String body = "{\"properties\": {\"" + field + "\": {\"type\": \"simhash\"" + more + "}}}";
    return rest.put(INDEX + "/_mapping", body);
  }

  @Test
  void badRequests() throws IOException {
    make("default");
    rest.put(INDEX + "/_doc/1?refresh=true", "{\"title\": \"渡轮晚点 again\"}").ok();
    String min = ", \"short_texts\": ";
    for (String bad : List.of("0", "-0.5", "0.49", "1.01")) {
      refused("near", "\"text\": \"a\"" + min + bad, "short_texts is [" + bad, "from 0.5 to 1");
    }
    refused("near", "\"fingerprint\": 1" + min + "0.6", "beside [fingerprint]", "[text] or [like]");
    refused("near", "\"text\": \"a\", \"nearest\": 3" + min + "0.6", "beside [nearest]");
    refused("near", "\"text\": \"a\", \"guard\": \"some\"", "guard is [some]", "[none]");
    assertEquals(Set.of("1"), ids("other", "\"text\": \"渡轮晚点了 again\"" + min + "0.6"));
    rest.put(INDEX + "/_doc/2", "{\"near\": [\"one\", \"00ff00ff00ff00ff\"]}")
        .refused("a ready fingerprint and [1] other");
    rest.post(INDEX + "/_search", "{\"query\": {\"term\": {\"near.words\": \"ferry\"}}}")
        .refused("[near.words]", "query [simhash]");
    assertEquals(404, rest.get(INDEX + "/_doc/2").status());
  }

  /** An index that is older than the words of short texts may use their name. */
  @Test
  void anApplicationsOwnFieldOfThatName() throws IOException {
    String words =
        "ferry to the island is late because of the storm and nobody knows when it goes again";
    for (String type : List.of("keyword", "text", "long\", \"ignore_malformed\": \"true")) {
      String own =
          "{\"mappings\": {\"properties\": {\"near\": {\"type\": \"simhash\", \"fields\":"
              + " {\"words\": {\"type\": \""
              + type
              + "\"}}}}}}";
      rest.put("/own", own).ok();
      rest.put("/own/_doc/1", "{\"near\": [\"\", \"" + words + "\"]}").ok();
      rest.put("/own/_doc/2?refresh=true", "{\"near\": \"" + words + "!\"}").ok();
      for (String more : List.of("", ", \"nearest\": 5")) {
        String inner = "\"like\": {\"_index\": \"own\", \"_id\": \"1\"}" + more;
        JsonNode answer =
            rest.post("/own/_search", "{\"query\": " + query("near", inner) + "}").ok();
        assertEquals(1, answer.at("/hits/total/value").asInt(), type + answer);
      }
      rest.delete("/own").ok();
    }
    String letters = "\"type\": \"simhash\", \"short_texts\": true, \"scheme\": \"char\"";
    rest.put("/own", "{\"mappings\": {\"properties\": {\"near\": {" + letters + "}}}}")
        .refused("scheme 'char' compares characters");
  }

  /**
   * Only some indices of a pattern may have the words: the others are searched by distance, and
   * refuse a resemblance of words that a query names.
   */
  @Test
  void aFieldWithoutWords() throws IOException {
    make("default", "0.7");
    rest.put("/titles-old", "{\"mappings\": {\"properties\": {\"near\": {\"type\": \"simhash\"}}}}")
        .ok();
    String title = "The ferry from the island was late again";
    for (String index : List.of(INDEX, "/titles-old")) {
      rest.put(index + "/_doc/" + index.length(), "{\"near\": \"" + title + "\"}").ok();
      String edited = "The ferry from the island was late again today";
      rest.put(
              index + "/_doc/s" + index.length() + "?refresh=true",
              "{\"near\": \"" + edited + "\"}")
          .ok();
    }
    String body = "{\"query\": " + query("near", text(title)) + "}";
    JsonNode answer = rest.post("/titles*/_search", body).ok();
    assertEquals(0, answer.at("/_shards/failed").asInt(), answer::toString);
    assertEquals(
        List.of("11", "7", "s7"), answer.findValuesAsText("_id").stream().sorted().toList());
    String alone = rest.post("/titles-old/_search", body).ok().toString();
    assertTrue(alone.contains("\"_id\":\"11\"") && !alone.contains("s11"), alone);
    String named = "{\"query\": " + query("near", text(title) + ", \"short_texts\": 0.6") + "}";
    answer = rest.post("/titles*/_search", named).ok();
    assertEquals(1, answer.at("/_shards/failed").asInt(), answer::toString);
    assertEquals(List.of("7", "s7"), answer.findValuesAsText("_id").stream().sorted().toList());
    String[] reasons = {"short_texts is [0.6]", "[near] of [titles-old]", "without [short_texts]"};
    rest.post("/titles-old/_search", named).refused(reasons);
    String collapse =
        "{\"search_pipeline\": {\"request_processors\": [{\"simhash_collapse\": {\"field\":"
            + " \"near\", \"short_texts\": 0.6}}], \"response_processors\":"
            + " [{\"simhash_collapse\": {}}]}}";
    rest.post("/titles-old/_search", collapse).refused("short_texts is [0.6]");
    rest.post("/titles*/_search", collapse).refused("short_texts is [0.6]", "[titles-old]");
    String groups = "{\"field\": \"near\", \"short_texts\": 0.6}";
    rest.post("/_plugins/_simhash/titles*/_groups", groups).refused(reasons);
    rest.post("/_plugins/_simhash/titles*/_groups", "{\"field\": \"near\"}").ok();
    rest.delete("/titles-old").ok();
  }

  /** Of several indices those without the words may come first; nothing else may differ. */
  @Test
  void groupsOfFieldsWithAndWithoutWords() throws IOException {
    make("default", "0.7");
    for (String id : List.of("1", "2")) {
      rest.put(INDEX + "/_doc/" + id, "{\"near\": \"The ferry is late again\"}").ok();
    }
    JsonNode answer = groups("").ok();
    assertEquals("0.7", answer.get("short_texts").asText());
    assertEquals(1, answer.get("near_duplicates").asInt(), answer::toString);
    groups(", \"preset\": \"reprints\"")
        .refused("is compared by [12", "in index [old-titles]", "in index [titles]");
    rest.put("/titles-new", mapped(", \"short_texts\": 0.8")).ok();
    Rest.Answer differs = groups("");
    rest.delete("/titles-new").ok();
    differs.refused("words=0.7", "in index [titles]", "words=0.8", "in index [titles-new]");
  }

  private static String mapped(String options) {
    String near = "{\"type\": \"simhash\"" + options + "}";
    return "{\"mappings\": {\"properties\": {\"near\": " + near + "}}}";
  }

  private Rest.Answer groups(String options) throws IOException {
    rest.put("/old-titles", mapped(options)).ok();
    String path = "/_plugins/_simhash/old-titles,titles*/_groups";
    Rest.Answer answer = rest.post(path, "{\"field\": \"near\"}");
    rest.delete("/old-titles").ok();
    return answer;
  }

  /** A query of text passes by the words where it passes by a field that nothing is found in. */
  @Test
  void besideFieldsOfText() throws IOException {
    make("default");
    rest.put(INDEX + "/_mapping", "{\"properties\": {\"bin\": {\"type\": \"binary\"}}}").ok();
    rest.put(INDEX + "/_doc/1?refresh=true", "{\"title\": \"ferry late again\"}").ok();
    for (String type :
        List.of("best_fields", "cross_fields", "phrase", "phrase_prefix", "bool_prefix")) {
      String query = "{\"multi_match\": {\"query\": \"ferry late\", \"type\": \"" + type + "\"%s}}";
      besideFieldsOfText(query);
    }
    besideFieldsOfText("{\"query_string\": {\"query\": \"ferry lat* \\\"late again\\\"\"%s}}");
    besideFieldsOfText("{\"simple_query_string\": {\"query\": \"ferry lat*\"%s}}");
  }

  private void besideFieldsOfText(String query) throws IOException {
    for (String fields :
        List.of(
            "[\"*\"]",
            "[\"title\", \"*.words\"]",
            "[\"t*\", \"near*\"], \"lenient\": true",
            "[\"title\", \"near.words\"], \"lenient\": true",
            "[\"title\", \"near.words\"]")) {
      String asked = query.replace("%s", ", \"fields\": " + fields);
      Rest.Answer answer = rest.post(INDEX + "/_search", "{\"query\": " + asked + "}");
      String binary = "{\"query\": " + asked.replace("near.words", "bin") + "}";
      assertEquals(rest.post(INDEX + "/_search", binary).status(), answer.status(), asked);
      if (!fields.endsWith("near.words\"]")) {
        assertEquals(Set.of("1"), found(asked).keySet(), asked);
      }
    }
  }

  @Test
  void insideOtherQueries() throws IOException {
    make("simhash");
    String near = "{\"properties\": {\"near\": {\"type\": \"simhash\", \"short_texts\": 0.6}}";
    String parts = "{\"properties\": {\"parts\": " + near + ", \"type\": \"nested\"}}}";
    rest.put(INDEX + "/_mapping", parts).ok();
    String body = "{\"parts\": [{\"near\": \"one two three\"}, {\"near\": \"four five six\"}]}";
    rest.put(INDEX + "/_doc/1?refresh=true", body).ok();
    for (int i = 0; i < 3; i++) { // the second time it may come out of a cache
      for (String text : List.of("one two", "five six")) {
        for (String outer :
            List.of(
                "{\"nested\": {\"path\": \"parts\", \"query\": %s}}",
                "{\"constant_score\": {\"filter\": {\"nested\": {\"path\": \"parts\", \"query\": %s}}}}",
                "{\"nested\": {\"path\": \"parts\", \"query\": {\"bool\": {\"filter\": %s}}}}")) {
          String byWords = outer.replace("%s", query("parts.near", text(text)));
          assertEquals(Set.of("1"), found(byWords).keySet());
          String byDistance =
              outer.replace("%s", query("parts.near", text(text) + ", \"short_texts\": false"));
          assertEquals(Set.of(), found(byDistance).keySet());
        }
      }
    }
    assertEquals(Set.of(), ids("nowhere", text("one") + ", \"ignore_unmapped\": true"));
  }

  private void refused(String field, String inner, String... reasons) throws IOException {
    Rest.Answer answer = rest.post(INDEX + "/_search", "{\"query\": " + query(field, inner) + "}");
    assertEquals(400, answer.status(), answer::toString);
    answer.refused(reasons);
  }

  @Test
  void isAnOrdinaryQuery() throws IOException {
    make("simhash", "0.65");
    String title = "The ferry from the island was late again";
    String edited = "The ferry from the island was so late again";
    rest.put(INDEX + "/_doc/1", "{\"title\": \"" + title + "\"}").ok();
    rest.put(INDEX + "/_doc/2", "{\"title\": \"" + edited + "\"}").ok();
    rest.put(INDEX + "/_doc/3", "{\"title\": \"渡轮\"}").ok();
    rest.put(INDEX + "/_doc/4", "{\"near\": \"00ff00ff00ff00ff\"}").ok();
    rest.post(INDEX + "/_refresh", "").ok();
    for (String highlighter : List.of("unified", "plain")) {
      JsonNode hits =
          search(
              "{\"explain\": true, \"profile\": true, \"fields\": [\"*\"], \"docvalue_fields\":"
                  + " [\"near.words\"], \"query\": {\"bool\": {\"must\": ["
                  + query("near", text(title) + ", \"boost\": 2, \"_name\": \"n\"")
                  + ", {\"match\": {\"title\": \"ferry\"}}]}}, \"highlight\": {\"type\": \""
                  + highlighter
                  + "\", \"fields\": {\"title\": {}, \"*\": {}}}}");
      assertEquals(2, hits.size(), hits::toString);
      JsonNode second = hits.get(1);
      assertEquals("2", second.get("_id").asText());
      assertEquals("n", second.get("matched_queries").get(0).asText());
      assertTrue(second.get("highlight").get("title").get(0).asText().contains("<em>ferry</em>"));
      String explained = second.get("_explanation").toString();
      assertTrue(explained.contains("boost * similarity"), explained);
      JsonNode words = second.get("fields").get("near.words");
      assertEquals(2 * (1 + 9 * 3), words.get(0).asText().length(), words::toString);
      assertTrue(
          rest.post(INDEX + "/_explain/2", "{\"query\": " + query("near", text(title)) + "}")
              .ok()
              .get("matched")
              .asBoolean());
    }
    String exists = "{\"exists\": {\"field\": \"%s\"}}";
    assertEquals(Set.of("1", "2", "3", "4"), found(exists.replace("%s", "near")).keySet());
    assertEquals(Set.of("1", "2", "3"), found(exists.replace("%s", "near.words")).keySet());
    String body = "{\"query\": " + query("near", like("1")) + "}";
    assertEquals(1, rest.post(INDEX + "/_count", body).ok().get("count").asInt());
    assertEquals("2", rest.post(INDEX + "/_search?scroll=1m", body).ok().findValue("_id").asText());
    assertEquals(
        2,
        rest.post(
                INDEX + "/_delete_by_query?refresh=true",
                "{\"query\": " + query("near", text("the ferry from the island was again")) + "}")
            .ok()
            .get("deleted")
            .asInt());
  }
}
