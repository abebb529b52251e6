package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests the field and the query of copied passages, on a cluster. */
class CopiedPassagesTest extends CopiedPassagesIndexTest {

  @Test
  void copiesAreFoundThroughFiltersAndAliases() throws IOException {
    addCopies();
    String query = query("copied", PARAGRAPH, "");
    assertEquals(Set.of("all", "short", "title", "own"), ids(query));
    assertEquals(
        Set.of("all", "title", "own"), ids(query("copied", PARAGRAPH, ", \"at_least\": 30")));
    assertEquals(Set.of("all", "short", "title", "own"), ids(query("other", PARAGRAPH, "")));
    assertEquals(Set.of("title"), ids(query("title.copied", PARAGRAPH, "")));
    assertEquals(Set.of("all", "own"), ids("/passages_of_a", query));
    String filter = "\"filter\": [{\"term\": {\"tenant\": \"b\"}}]";
    assertEquals(
        Set.of("short", "title"), ids("{\"bool\": {\"must\": [" + query + "], " + filter + "}}"));
    assertEquals(Set.of("less", "none"), ids("{\"bool\": {\"must_not\": [" + query + "]}}"));
    assertEquals(Set.of(), ids(query("copied", "The ferry was late", "")));
    assertEquals(6, ids("{\"exists\": {\"field\": \"copied\"}}").size());
    rest.delete(INDEX + "/_doc/title").ok();
    add("own", "{\"copied\": \"Another text\"}");
    assertEquals(Set.of("all", "short"), ids(query));
    rest.post(INDEX + "/_forcemerge?max_num_segments=1", "").ok();
    assertEquals(Set.of("all", "short"), ids(query));
  }

  @Test
  void scoreExplanationAndProfile() throws IOException {
    addCopies();
    String query = query("copied", "He wrote: " + PARAGRAPH, ", \"boost\": 2, \"_name\": \"n\"");
    JsonNode answer =
        rest.post(
                INDEX + "/_search",
                "{\"profile\": true, \"explain\": true, \"query\": " + query + "}")
            .ok();
    assertTrue(answer.get("profile").toString().contains("copied:copied("), answer::toString);
    JsonNode hits = answer.get("hits").get("hits");
    assertEquals(4, hits.size(), answer::toString);
    assertEquals(60, hits.get(0).get("_score").asDouble());
    assertEquals(50, hits.get(3).get("_score").asDouble());
    assertEquals("short", hits.get(3).get("_id").asText());
    assertEquals("n", hits.get(3).get("matched_queries").get(0).asText());
    String explained = hits.get(3).get("_explanation").toString();
    assertTrue(explained.contains("words 4 to 28 of the text"), explained);
    JsonNode one = rest.post(INDEX + "/_explain/less", "{\"query\": " + query + "}").ok();
    assertEquals("false", one.get("matched").asText(), one::toString);
  }

  @Test
  void whatIsLeftOutIsTold() throws IOException {
    String own = IntStream.range(0, 40).mapToObj(i -> "w" + i).collect(Collectors.joining(" "));
    for (int i = 0; i < 8; i++) {
      String body = i == 7 ? PARAGRAPH + " " + own : PARAGRAPH;
      add(String.valueOf(i), "{\"body\": " + quoted(body) + "}");
    }
    String rare = query("copied", PARAGRAPH + " " + own, ", \"at_most_in\": 1");
    for (int node = 0; node < Cluster.NODES; node++) {
      HttpResponse<String> answer =
          cluster.rest(node).begin(INDEX + "/_search", "{\"query\": " + rare + "}").join();
      JsonNode hits = Rest.answer(answer).ok().get("hits").get("hits");
      assertEquals(1, hits.size(), answer::body);
      assertEquals("7", hits.get(0).get("_id").asText());
      List<String> told = answer.headers().allValues("Warning");
      assertTrue(!told.isEmpty(), "a warning from node " + node);
      String expected = "more than 1 documents of a shard of [passages]";
      assertTrue(told.getFirst().contains(expected), told::toString);
      assertTrue(told.getFirst().contains("characters 0 to "), told::toString);
    }
    String all = query("copied", PARAGRAPH, ", \"at_most_in\": 8");
    HttpResponse<String> answer = rest.begin(INDEX + "/_search", "{\"query\": " + all + "}").join();
    assertEquals(8, Rest.answer(answer).ok().at("/hits/total/value").asInt());
    assertEquals(List.of(), answer.headers().allValues("Warning"));
  }

  private Rest.Answer search(String inner) throws IOException {
    return rest.post(INDEX + "/_search", "{\"query\": {\"copied_passages\": {" + inner + "}}}");
  }

  @Test
  void badRequestsAreRefused() throws IOException {
    String begin = "\"field\": \"copied\", \"text\": \"late\"";
    search("\"text\": \"late\"").refused("has no [field]");
    search("\"field\": \"copied\"").refused("has no [text]");
    search(begin + ", \"at_least\": 24").refused("[copied]", "at_least [24]", "25 words or more");
    search(begin + ", \"at_most_in\": 0").refused("[copied]", "at_most_in [0]", "1 document");
    search(begin + ", \"least\": 30").refused("least");
    String field = "\"field\": \"%s\", \"text\": \"late\"";
    search(field.replace("%s", "nope")).refused("[nope]", "not in the mapping", "ignore_unmapped");
    assertEquals(Set.of(), ids(query("nope", PARAGRAPH, ", \"ignore_unmapped\": true")));
    search(field.replace("%s", "body")).refused("[body]", "of type [text]", "[copied_passages]");
    add("1", "{\"body\": " + quoted(PARAGRAPH) + "}");
    for (String query : List.of("match", "term")) {
      rest.post(INDEX + "/_search", "{\"query\": {\"" + query + "\": {\"copied\": \"ferry\"}}}")
          .refused("[copied]", "[ferry]", "query [copied_passages]");
    }
    String wrong = "{\"highlight\": {\"type\": \"copied_passages\", \"fields\": {\"body\": {}}}}";
    rest.post(INDEX + "/_search?allow_partial_search_results=false", wrong)
        .refused("[body]", "of type [text]");
    rest.post(INDEX + "/_search", "{\"sort\": [\"copied\"]}").refused("[copied]");
    rest.put(INDEX + "/_doc/2", "{\"copied\": {\"text\": \"late\"}}")
        .refused("[copied]", "START_OBJECT", "expected a text");
    String mapping = "{\"properties\": {\"x\": {\"type\": \"copied_passages\", \"at\": 3}}}";
    rest.put(INDEX + "/_mapping", mapping).refused("[x]", "at");
    mapping =
        "{\"properties\": {\"parts\": {\"type\": \"nested\", \"properties\": {\"text\": {\"type\":"
            + " \"copied_passages\"}}}}}";
    rest.put(INDEX + "/_mapping", mapping).ok();
    rest.put(INDEX + "/_doc/2", "{\"parts\": [{\"text\": \"late\"}]}")
        .refused("[parts.text]", "nested");
  }

  @Test
  void textsThatTheSourceDoesNotHaveAreRefused() throws IOException {
    String query = "{\"query\": " + query("copied", PARAGRAPH, "") + "}";
    for (String source :
        List.of("\"enabled\": false", "\"excludes\": [\"bo*\"]", "\"includes\": [\"title\"]")) {
      rest.delete(INDEX).ok();
      rest.put(INDEX, MAPPING.replace("%s", "\"_source\": {" + source + "}, ")).ok();
      add("1", "{\"body\": " + quoted(PARAGRAPH) + "}");
      rest.post(INDEX + "/_search", query).refused("[copied] has no texts", "source");
      rest.put(INDEX + "/_doc/2", "{\"copied\": \"late\"}");
    }
    rest.delete(INDEX).ok();
    String source = "\"_source\": {\"includes\": [\"body\", \"title\"]}, ";
    rest.put(INDEX, MAPPING.replace("%s", source)).ok();
    add("1", "{\"body\": " + quoted(PARAGRAPH) + "}");
    rest.put(INDEX + "/_doc/2", "{\"copied\": \"late\"}").refused("[copied]", "out of the source");
    assertEquals(Set.of("1"), ids(query("copied", PARAGRAPH, "")));
  }

  @Test
  void nothingIsToldOfWhatAUserMayNotSee() throws IOException {
    addCopies();
    String body = "{\"query\": " + query("copied", PARAGRAPH, "") + "}";
    Map<String, Set<String>> seen =
        Map.of(
            "docs=tenant:b", Set.of("short", "title"),
            "docs=tenant:b;by=query", Set.of("short", "title"),
            "hide=body", Set.of("title", "own"),
            "hide=copied", Set.of());
    for (Map.Entry<String, Set<String>> user : seen.entrySet()) {
      Set<String> ids = new TreeSet<>();
      JsonNode answer = rest.as(user.getKey()).post(INDEX + "/_search", body).ok();
      answer.get("hits").get("hits").forEach(hit -> ids.add(hit.get("_id").asText()));
      assertEquals(user.getValue(), ids, user.getKey());
    }
  }
}
