package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.docs.Page;
import io.github.lucenesimhash.docs.Page.Block;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests that the requests in the README and the guides do what the guide says. */
class OpenSearchPageTest {

  private static final Pattern CURL =
      Pattern.compile("curl -X (\\w+) 'localhost:9200([^']*)'(?: -H '[^']*' -d '([^']*)')?\n");

  @Test
  void requestsRun() throws IOException, InterruptedException {
    Rest rest = Cluster.shared().rest(0);
    List<JsonNode> answers = new ArrayList<>();
    try {
      rest.put("/notes/_doc/1?refresh=true", "{\"body\": \"The ferry was late again\"}").ok();
      for (Page page : Page.all()) {
        boolean isGuide = page.file().endsWith("opensearch.md");
        for (Block block : page.blocks("sh")) {
          if (block.isRequest()) {
            send(block.text(), rest, isGuide ? answers : new ArrayList<>());
            if (isGuide && block.text().contains("wait_for_completion=false'")) {
              checkSwept(answers, rest);
            }
          }
        }
      }
      assertEquals(15, answers.size());
      assertEquals(List.of("2"), ids(answers.get(3)));
      JsonNode mark = answers.get(3).at("/hits/hits/0/_source/near_duplicate_of");
      assertEquals("[\"1\"]", mark.get("ids").toString());
      assertEquals("verified", mark.get("how").asText());
      assertTrue(mark.get("distance").asInt() > 0, mark::toString);
      assertEquals(1, answers.get(6).get("updated").asInt(), () -> answers.get(6).toString());
      String exists = "{\"query\": {\"exists\": {\"field\": \"near\"}}}";
      assertEquals(List.of("1"), ids(rest.post("/notes/_search", exists).ok()));
      assertEquals("3", ids(answers.get(7)).getFirst());
      JsonNode nearest = answers.get(7).get("hits").get("hits").get(0);
      assertEquals(1 - 1 / 64.0, nearest.get("_score").asDouble());
      assertEquals("00ff00ff00ff00ff", nearest.at("/fields/near/0").asText());
      assertEquals(1, ids(answers.get(9)).size());
      assertEquals(1, answers.get(9).get("ext").get("simhash_collapse").get("folded").asInt());
      JsonNode group = answers.get(10).get("items").get(0);
      assertEquals("1", group.get("kept").asText());
      assertEquals(1, group.get("members").size(), group::toString);
      assertEquals(1, answers.get(11).get("deleted").asInt());
      assertEquals(List.of("1"), ids(answers.get(14)));
      JsonNode passage = answers.get(14).get("hits").get("hits").get(0);
      assertEquals(32, passage.get("_score").asInt());
      String shown = passage.at("/highlight/passages/0").asText();
      assertTrue(shown.matches("<em>The ferry .* the morning</em>"), shown);
      JsonNode chinese = rest.get("/wenzhang/_doc/2").ok();
      assertEquals("1", chinese.at("/_source/near_duplicate_of/ids/0").asText());
    } finally {
      rest.delete("/articles,notes,wenzhang,reports?ignore_unavailable=true").ok();
      rest.delete("/_search/pipeline/no-near-duplicates");
      rest.delete("/_ingest/pipeline/near-duplicates");
      rest.delete("/_ingest/pipeline/quchong");
    }
  }

  /** Checks that the scheduled sweep deleted the marked document, and puts the document back. */
  private static void checkSwept(List<JsonNode> answers, Rest rest) throws IOException {
    String path = "/_tasks/" + answers.getLast().get("task").asText() + "?wait_for_completion=true";
    assertEquals(1, rest.get(path).ok().at("/response/deleted").asInt());
    assertEquals(404, rest.get("/articles/_doc/2").status());
    JsonNode body = answers.get(3).at("/hits/hits/0/_source/body");
    rest.put("/articles/_doc/2?refresh=true", "{\"body\": " + body + "}").ok();
  }

  /** Sends the requests of a block, and checks that it contains nothing else. */
  private static void send(String block, Rest rest, List<JsonNode> answers) throws IOException {
    Matcher command = CURL.matcher(block);
    int end = 0;
    for (; command.find(); end = command.end()) {
      assertEquals("", block.substring(end, command.start()));
      answers.add(rest.send(command.group(1), command.group(2), command.group(3)).ok());
    }
    assertEquals(block.length(), end, block);
  }

  private static List<String> ids(JsonNode answer) {
    List<String> ids = new ArrayList<>();
    answer.get("hits").get("hits").forEach(hit -> ids.add(hit.get("_id").asText()));
    return ids;
  }
}
