package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** A test of copied passages, on an index of two shards. */
abstract class CopiedPassagesIndexTest extends IndexTest {

  static final String INDEX = "/passages";

  /** A text of 30 words. */
  static final String PARAGRAPH =
      "The ferry from the island was late again on Monday, and nobody at the harbour <could> say"
          + " why, although the sea was calm and the sky had been clear since";

  static final String MAPPING =
      """
      {"settings": {"number_of_shards": 2, "number_of_replicas": 1},
       "mappings": {%s"properties": {
          "body": {"type": "text", "copy_to": "copied"},
          "title": {"type": "text", "copy_to": "copied", "fields": {
             "copied": {"type": "copied_passages"}}},
          "copied": {"type": "copied_passages"},
          "other": {"type": "alias", "path": "copied"},
          "tenant": {"type": "keyword"}}},
       "aliases": {"passages_of_a": {"filter": {"term": {"tenant": "a"}}}}}
      """;

  CopiedPassagesIndexTest() {
    super(INDEX, 1, MAPPING.replace("%s", ""));
  }

  final void add(String id, String source) throws IOException {
    rest.put(INDEX + "/_doc/" + id + "?refresh=true", source).ok();
  }

  static String quoted(String text) throws IOException {
    return Rest.quoted(text);
  }

  static String query(String field, String text, String more) throws IOException {
    return ("{\"copied_passages\": {\"field\": \"" + field + "\", \"text\": " + quoted(text))
        + (more + "}}");
  }

  final JsonNode hits(String path, String body) throws IOException {
    JsonNode answer = rest.post(path + "/_search", body).ok();
    assertEquals(0, answer.get("_shards").get("failed").asInt(), answer::toString);
    return answer.get("hits").get("hits");
  }

  final Set<String> ids(String path, String query) throws IOException {
    Set<String> ids = new TreeSet<>();
    hits(path, "{\"query\": " + query + "}").forEach(hit -> ids.add(hit.get("_id").asText()));
    return ids;
  }

  final Set<String> ids(String query) throws IOException {
    return ids(INDEX, query);
  }

  /** Adds copies of all words ({@code all}), of 25 ({@code short}) and of 24 ({@code less}). */
  final void addCopies() throws IOException {
    String[] words = PARAGRAPH.split(" ", -1);
    add("all", "{\"tenant\": \"a\", \"body\": " + quoted("News. " + PARAGRAPH + " Read on") + "}");
    for (int count : new int[] {25, 24}) {
      String part =
          String.join("\n", List.of(words).subList(2, 2 + count)).toUpperCase(Locale.ROOT);
      String body = "{\"tenant\": \"b\", \"body\": [\"Other\", " + quoted("so " + part) + "]}";
      add(count == 25 ? "short" : "less", body);
    }
    add("title", "{\"tenant\": \"b\", \"title\": " + quoted(PARAGRAPH) + "}");
    add("own", "{\"tenant\": \"a\", \"copied\": " + quoted(PARAGRAPH) + "}");
    add("none", "{\"tenant\": \"a\", \"copied\": null, \"body\": 7}");
  }
}
