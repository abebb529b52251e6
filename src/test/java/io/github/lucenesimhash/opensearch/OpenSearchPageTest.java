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

/** The requests in the README and the guides do what the guide says. */
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
          }
        }
      }
      assertEquals(20, answers.size());
      assertEquals(1, answers.get(3).get("updated").asInt(), () -> answers.get(3).toString());
      String exists = "{\"query\": {\"exists\": {\"field\": \"near\"}}}";
      assertEquals(List.of("1"), ids(rest.post("/notes/_search", exists).ok()));
      assertEquals(List.of("1", "2"), ids(answers.get(4)));
      assertEquals(List.of("1", "2"), ids(answers.get(5)));
      JsonNode verified = answers.get(5).get("hits").get("hits");
      assertEquals(1, verified.get(0).get("_score").asDouble());
      assertEquals(28 / 33.0, verified.get(1).get("_score").asDouble(), 1e-6);
      assertEquals("3", ids(answers.get(6)).get(0));
      JsonNode nearest = answers.get(6).get("hits").get("hits").get(0);
      assertEquals(1 - 1 / 64.0, nearest.get("_score").asDouble());
      assertEquals("00ff00ff00ff00ff", nearest.at("/fields/near/0").asText());
      assertEquals(1, ids(answers.get(8)).size());
      assertEquals(1, answers.get(8).get("ext").get("simhash_collapse").get("folded").asInt());
      JsonNode marked = answers.get(11).get("hits").get("hits");
      assertEquals(List.of("6"), ids(answers.get(11)));
      assertEquals(2, marked.get(0).at("/_source/near_duplicate_of/ids").size(), marked::toString);
      assertEquals(1, answers.get(12).get("added").asInt());
      assertEquals(1, answers.get(12).get("near_duplicates").asInt());
      assertEquals(3, answers.get(14).get("added").asInt());
      JsonNode stream = answers.get(14).get("items").get(1).get("index");
      assertEquals("near_duplicate", stream.get("result").asText());
      JsonNode group = answers.get(15).get("items").get(0);
      assertEquals("1", group.get("kept").asText());
      assertEquals(2, group.get("members").size(), group::toString);
      assertEquals(2, answers.get(16).get("deleted").asInt());
      assertEquals(List.of("1"), ids(answers.get(19)));
      JsonNode passage = answers.get(19).get("hits").get("hits").get(0);
      assertEquals(32, passage.get("_score").asInt());
      String shown = passage.at("/highlight/passages/0").asText();
      assertTrue(shown.matches("<em>The ferry .* the morning</em>"), shown);
    } finally {
      rest.delete("/articles,notes,news,wenzhang,reports");
      rest.delete("/_search/pipeline/no-near-duplicates");
      rest.delete("/_ingest/pipeline/mark-near-duplicates");
    }
  }

  /** The block is requests and nothing else. */
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
