package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.runWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.github.lucenesimhash.testing.JavaCommand;
import io.github.lucenesimhash.testing.Seeds;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests messages of the Model Context Protocol, in the forms that its specification shows. */
class McpTest extends IndexTestCase {

  private int asked;

  private String call(String tool, String argument, String value) {
    return String.format(
        Locale.ROOT,
        "{\"jsonrpc\": \"2.0\", \"id\": %d, \"method\": \"tools/call\", \"params\":"
            + " {\"name\": \"%s\", \"arguments\": {\"%s\": %s}}}%n",
        ++asked,
        tool,
        argument,
        JsonNodeFactory.instance.textNode(value));
  }

  private List<JsonNode> answers(String lines) {
    return runWith(lines, "serve", index, "--mcp").fine().out().lines().map(McpTest::json).toList();
  }

  private static JsonNode json(String text) {
    try {
      return new ObjectMapper().readTree(text);
    } catch (IOException e) {
      throw new AssertionError(text, e);
    }
  }

  @Test
  void opensAndListsItsTools() {
    List<JsonNode> answers =
        answers(
            """
            {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": \
            "2025-06-18", "capabilities": {"roots": {"listChanged": true}, "sampling": {}, \
            "elicitation": {}}, "clientInfo": {"name": "ExampleClient", "title": "Example Client \
            Display Name", "version": "1.0.0"}}}
            {"jsonrpc": "2.0", "method": "notifications/initialized"}
            {"jsonrpc": "2.0", "id": "123", "method": "ping"}
            {"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {"cursor": "none"}}
            """);
    assertEquals(3, answers.size(), answers.toString());
    JsonNode opened = answers.get(0);
    assertEquals(1, opened.get("id").intValue());
    assertEquals("2.0", opened.get("jsonrpc").textValue());
    assertEquals("2025-06-18", opened.at("/result/protocolVersion").textValue());
    assertTrue(opened.at("/result/capabilities/tools").isObject());
    assertEquals("lucene-simhash", opened.at("/result/serverInfo/name").textValue());
    assertTrue(opened.at("/result/serverInfo/version").isTextual());
    assertEquals(
        json("{'jsonrpc':'2.0','id':'123','result':{}}".replace('\'', '"')), answers.get(1));
    Set<String> tools = new HashSet<>();
    for (JsonNode tool : answers.get(2).at("/result/tools")) {
      tools.add(tool.get("name").textValue());
      assertEquals("object", tool.at("/inputSchema/type").textValue());
      for (JsonNode required : tool.at("/inputSchema/required")) {
        assertTrue(tool.at("/inputSchema/properties").has(required.textValue()), tool.toString());
      }
    }
    assertEquals(Set.of("remember", "find_duplicates", "forget"), tools);
  }

  @Test
  void everyBadMessageIsAnsweredByItsError() {
    List<JsonNode> answers =
        answers(
            """
            {"jsonrpc": "2.0", "id": 3, "method"

            [{"jsonrpc": "2.0", "id": 3, "method": "ping"}]
            {"id": 3, "method": "ping"}
            {"jsonrpc": "2.0", "id": null, "method": "ping"}
            {"jsonrpc": "2.0", "id": 4, "method": "resources/list"}
            {"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": {"name": "invalid_tool_name", "arguments": {}}}
            {"jsonrpc": "2.0", "id": 6, "method": "tools/call", "params": {"name": "remember", "arguments": {"text": 7}}}
            {"jsonrpc": "2.0", "id": 7, "method": "tools/call"}
            {"jsonrpc": "2.0", "id": 8, "method": "ping"}
            """);
    assertEquals(
        "[-32700 null, -32700 null, -32600 null, -32600 3, -32600 null, -32601 4, -32602 5, -32602 6,"
            + " -32602 7, 0 8]",
        answers.stream()
            .map(it -> it.at("/error/code").asInt() + " " + it.get("id"))
            .toList()
            .toString());
    assertEquals(
        "Unknown tool: invalid_tool_name", answers.get(6).at("/error/message").textValue());
    assertTrue(answers.stream().allMatch(it -> it.has("error") != it.has("result")));
  }

  /** Remembers facts one after another, and returns the kinds of the answers. */
  private String kinds(String... facts) {
    StringBuilder lines = new StringBuilder();
    for (String fact : facts) {
      lines.append(call("remember", "text", fact));
    }
    return answers(lines.toString()).stream()
        .map(it -> it.at("/result/structuredContent"))
        .map(
            it ->
                it.get("kind").textValue()
                    + it.at("/known/0/spellings").toString().replace('"', '\''))
        .collect(Collectors.joining(" "));
  }

  @Test
  void tellsWhatAFactIsBesideTheKnown() {
    assertEquals(
        "new changed['Google','Microsoft'] same changed['','in Zurich'] contained new",
        kinds(
            "I work at Google",
            "I work at Microsoft",
            "i work at GOOGLE.",
            "I work at Google in Zurich",
            "I work in Zurich",
            "The harbour gets a second pier"));
  }

  /** Only a fact that says nothing but what a known fact says is left out. */
  @Test
  void keepsWhatIsChanged() {
    assertEquals(
        "new changed['Alice manages Bob','Bob manages Alice']"
            + " new changed['5','6'] same changed['','not']"
            + " new changed['Rated 5 in Oslo','Rated -5 in Oslo'] new changed['南','北']",
        kinds(
            "Since May Alice manages Bob",
            "Since May Bob manages Alice",
            "It is below 5 degrees here",
            "It is below 6 degrees here",
            "It is below 5 degrees  here!",
            "It is not below 6 degrees here",
            "Rated 5 in Oslo",
            "Rated -5 in Oslo",
            "会议改在周五下午南楼三层举行",
            "会议改在周五下午北楼三层举行"));
  }

  @Test
  void findsWithoutStoringAndForgets() {
    String fox = call("remember", "text", FOX);
    String id = answers(fox).get(0).at("/result/structuredContent/id").textValue();
    List<JsonNode> answers =
        answers(
            call("find_duplicates", "text", FOX)
                + call("find_duplicates", "text", STOCKS)
                + call("forget", "id", id)
                + call("forget", "id", id)
                + fox.replace("\"text\"", "\"id\": \"fox\", \"text\"")
                + fox.replace(FOX, STOCKS).replace("\"text\"", "\"id\": \"fox\", \"text\"")
                + call("find_duplicates", "text", FOX));
    assertEquals(
        """
        {'kind':'same','known':[{'kind':'same','id':'ID','text':'FOX','resemblance':1.0}]}
        {'kind':'new','known':[]}
        {'id':'ID','forgotten':true}
        {'id':'ID','forgotten':false}
        {'kind':'new','id':'fox','stored':true,'replaced':false,'known':[]}
        {'kind':'new','id':'fox','stored':true,'replaced':true,'known':[]}
        {'kind':'new','known':[]}
        """
            .replace("ID", id)
            .replace("FOX", FOX),
        answers.stream()
            .map(it -> it.at("/result/structuredContent").toString().replace('"', '\'') + "\n")
            .collect(Collectors.joining()));
    for (JsonNode answer : answers) {
      JsonNode content = answer.at("/result/content/0");
      assertEquals("text", content.get("type").textValue());
      assertEquals(answer.at("/result/structuredContent"), json(content.get("text").textValue()));
    }
  }

  /** An id that is null counts as absent, and an empty id is refused. */
  @Test
  void anIdIsATextOrNone() {
    String fox = call("remember", "text", FOX);
    String empty = fox.replace("\"text\"", "\"id\": \"\", \"text\"");
    List<JsonNode> answers =
        answers(
            empty
                + call("forget", "id", "")
                + call("remember", "text", "")
                + fox.replace("\"text\"", "\"id\": null, \"text\""));
    for (JsonNode refused : answers.subList(0, 3)) {
      assertEquals(-32602, refused.at("/error/code").intValue(), answers.toString());
    }
    assertTrue(answers.get(3).at("/result/structuredContent/id").isTextual(), answers.toString());
  }

  /**
   * An id that no index can have is refused: Java would write half of a surrogate pair as a
   * question mark, and a long id is no term.
   */
  @Test
  void anIdThatNoIndexHasIsRefused() {
    String half = call("forget", "id", "HALF") + call("remember", "text", "HALF");
    String large = call("forget", "id", "a".repeat(33_000));
    List<JsonNode> answers =
        answers(half.replace("HALF", "\\ud800") + large + call("remember", "text", FOX));
    for (JsonNode refused : answers.subList(0, 3)) {
      assertEquals(-32602, refused.at("/error/code").intValue(), answers.toString());
    }
    List<String> reasons =
        answers.stream().limit(3).map(answer -> answer.at("/error/message").asText()).toList();
    assertTrue(reasons.get(0).contains("'id' has an unpaired surrogate"), reasons.toString());
    assertTrue(reasons.get(1).contains("'text' has an unpaired surrogate"), reasons.toString());
    assertTrue(reasons.get(2).contains("'id' is longer than 32 kB"), reasons.toString());
    assertTrue(answers.get(3).at("/result/structuredContent/stored").booleanValue());
  }

  /** The file of changes is bounded, even for changes of one id in a row. */
  @Test
  void theFileOfChangesIsBounded() throws IOException {
    IndexFolder target = new IndexFolder(index);
    IndexPlan plan = FactMemory.plan(null, target);
    Path changes = index.resolve("changes.jsonl");
    try (target) {
      target.open();
      try (FactMemory memory = new FactMemory(index, target, plan)) {
        for (int i = 0; i < 999; i++) {
          memory.remember("fox", FOX);
        }
        assertEquals(999, Files.readAllLines(changes).size());
        memory.remember("fox", FOX);
        assertEquals(0, Files.size(changes));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"id\":7", "null", "{}", "{\"id\":null,\"text\":\"x\"}", "[]", "x"})
  void aDamagedChangeIsNamed(String line) throws IOException {
    answers(call("remember", "text", FOX));
    Path changes = index.resolve("changes.jsonl");
    String damaged = "{\"id\":\"a\",\"text\":\"some text\"}\n" + line + "\n";
    Files.writeString(changes, damaged);
    String reason = ":2: damaged, expected an object with \"id\" and \"text\"";
    runWith("", "serve", index, "--mcp").refused(changes + reason);
    assertEquals(damaged, Files.readString(changes));
    Files.write(changes, new byte[] {'"', (byte) 0xFF, '\n'});
    runWith("", "serve", index, "--mcp").refused(changes + ":1: invalid UTF-8");
  }

  @Test
  void whatWasAnsweredSurvivesAKill() throws Exception {
    Random random = Seeds.random(17);
    Set<String> answered = new HashSet<>();
    for (int round = 0; round < 3; round++) {
      List<String> command = JavaCommand.of("256m", Main.class);
      command.addAll(List.of("serve", index.toString(), "--mcp"));
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
          Writer in = process.outputWriter(StandardCharsets.UTF_8)) {
        int last = 5 + random.nextInt(40);
        for (int i = 0; i <= last; i++) {
          String words =
              random
                  .ints(5 + random.nextInt(9), 0, 1 << 20)
                  .mapToObj(word -> "w" + Integer.toString(word, 36))
                  .collect(Collectors.joining(" "));
          in.write(call("remember", "text", words));
          in.flush();
          if (i < last) { // the last call is not answered before the kill
            JsonNode answer = json(out.readLine()).at("/result/structuredContent");
            assertTrue(answer.get("stored").booleanValue());
            answered.add(answer.get("id").textValue());
          }
        }
        process.destroyForcibly();
      } catch (IOException e) {
        // the process is gone, and the last call is lost
      }
      assertEquals(128 + 9, process.waitFor());
      Path changes = index.resolve("changes.jsonl");
      Files.writeString(changes, "{\"id\":\"cut", StandardOpenOption.APPEND);
      assertEquals(List.of(), answers(""));
      assertEquals(0, Files.size(changes));
      assertTrue(IndexWindowTest.ids(index).containsAll(answered), "round " + round);
    }
  }
}
