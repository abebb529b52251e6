package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the highlighter of copied passages, and that other highlighters still work. */
class CopiedPassagesHighlightTest extends CopiedPassagesIndexTest {

  private List<String> highlighted(String id, String query, String options) throws IOException {
    String body =
        "{\"query\": {\"bool\": {\"must\": [{\"ids\": {\"values\": [\"" + id + "\"]}}, " + query;
    JsonNode hit = hits(INDEX, body + "]}}, \"highlight\": {" + options + "}}").get(0);
    return hit.at("/highlight/copied").valueStream().map(JsonNode::asText).toList();
  }

  private static String fields(String options) {
    return "\"fields\": {\"copied\": {\"type\": \"copied_passages\"" + options + "}}";
  }

  @Test
  void passagesAreHighlighted() throws IOException {
    addCopies();
    String query = query("copied", "He wrote: " + PARAGRAPH, "");
    String end = " Read on";
    String marked = "<em>" + PARAGRAPH + "</em>";
    assertEquals(List.of(marked), highlighted("all", query, fields("")));
    assertEquals(
        List.of("News. " + marked + end),
        highlighted("all", query, fields(", \"number_of_fragments\": 0")));
    String tags = "\"encoder\": \"html\", \"pre_tags\": [\"{\"], \"post_tags\": [\"}\"], ";
    String encoded = "{" + PARAGRAPH.replace("<", "&lt;").replace(">", "&gt;") + "}";
    assertEquals(List.of(encoded), highlighted("all", query, tags + fields("")));
    String shorter = highlighted("short", query, fields("")).getFirst();
    assertEquals(25, shorter.split("\n", -1).length, shorter);
    assertTrue(shorter.startsWith("<em>FROM\nTHE"), shorter);
    assertEquals(List.of(marked), highlighted("own", query, fields("")));
    String byOther = "{\"match_all\": {}}";
    assertEquals(List.of(), highlighted("all", byOther, fields("")));
    assertEquals(
        List.of(marked), highlighted("all", byOther, fields(", \"highlight_query\": " + query)));
    String shortened = PARAGRAPH.substring(PARAGRAPH.indexOf(' ') + 1);
    String text = shortened + " Here is more. " + PARAGRAPH;
    add("two", "{\"body\": " + quoted(text) + "}");
    String asked = query("copied", PARAGRAPH, "");
    assertEquals(2, highlighted("two", asked, fields("")).size());
    assertEquals(1, highlighted("two", asked, fields(", \"number_of_fragments\": 1")).size());
    String last = fields(", \"number_of_fragments\": 1, \"order\": \"score\"");
    assertEquals(List.of(marked), highlighted("two", asked, last));
  }

  @Test
  void otherHighlightersDoNotBreak() throws IOException {
    addCopies();
    String query = "{\"bool\": {\"must\": [{\"match\": {\"body\": \"ferry\"}}, ";
    query += query("copied", PARAGRAPH, "") + "]}}";
    for (String type : List.of("unified", "plain")) {
      String fields = "\"fields\": {\"body\": {}, \"copied\": {}}, \"type\": \"" + type + "\"";
      for (String match : List.of("true", "false")) {
        String body = "{\"query\": " + query + ", \"highlight\": {\"require_field_match\": ";
        JsonNode hit = hits(INDEX, body + match + ", " + fields + "}}").get(0);
        assertEquals("all", hit.get("_id").asText());
        assertTrue(hit.at("/highlight/body").toString().contains("<em>ferry</em>"), hit::toString);
      }
    }
  }
}
