package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.lucenesimhash.corpus.RawText;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.IOUtils;
import org.apache.lucene.util.UnicodeUtil;

/**
 * Answers messages of the Model Context Protocol, revision 2025-06-18. Each message is a line of
 * JSON-RPC. The answers to all methods except {@code tools/call} are in {@code mcp.json}.
 */
final class McpServer {

  private static final int NO_JSON = -32700;
  private static final int NO_REQUEST = -32600;
  private static final int NO_SUCH_METHOD = -32601;
  private static final int BAD_ARGUMENTS = -32602;

  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record Response(String jsonrpc, JsonNode id, Object result, Failure error) {}

  private record Failure(int code, String message) {}

  private record ToolResult(List<Content> content, Object structuredContent) {}

  private record Content(String type, String text) {}

  private final FactMemory memory;
  private final JsonNode answers;

  McpServer(FactMemory memory) throws IOException {
    this.memory = memory;
    try (InputStream in = McpServer.class.getResourceAsStream("mcp.json")) {
      answers = Json.read(new String(in.readAllBytes(), StandardCharsets.UTF_8), JsonNode.class);
    }
    String version = new Main.Version().getVersion()[0];
    ((ObjectNode) answers.at("/initialize/serverInfo"))
        .put("version", version.substring(version.indexOf(' ') + 1));
  }

  /** Answers messages until standard input ends. A change is stored before it is answered. */
  static void serve(Console console, Path folder, IndexFolder target) throws IOException {
    IndexPlan plan;
    try (StoredIndex index = target.holdsIndex() ? StoredIndex.open(folder) : null) {
      plan = FactMemory.plan(index, target);
    }
    Writer out = console.writer();
    FactMemory[] memory = new FactMemory[1]; // null unless the memory is open
    try (target;
        Interruption interruption =
            new Interruption(console, () -> IOUtils.close(memory[0], target))) {
      interruption.step(target::open);
      interruption.step(() -> memory[0] = new FactMemory(folder, target, plan));
      McpServer server = new McpServer(memory[0]);
      RawText.forEachBatch(
          console.in(),
          lines ->
              interruption.step(
                  () -> {
                    for (RawText line : lines) {
                      out.write(server.answer(line));
                    }
                    out.flush();
                  }));
      interruption.step(
          () -> {
            memory[0].close();
            memory[0] = null;
          });
    } catch (IOException | AlreadyClosedException e) {
      throw target.cause(e);
    }
  }

  /** Returns the answer to a message as a line, or the empty string for a notification. */
  String answer(RawText line) throws IOException {
    JsonNode message;
    try {
      message = Json.read(line.text(), JsonNode.class);
    } catch (JsonProcessingException e) {
      return failure(NullNode.instance, NO_JSON, "Parse error: the line is no JSON");
    } catch (IllegalArgumentException e) {
      return failure(NullNode.instance, NO_JSON, "Parse error: " + e.getMessage());
    }
    JsonNode id = message.path("id");
    boolean hasId = id.isTextual() || id.isNumber();
    String method = message.path("method").asText();
    if (!message.path("jsonrpc").asText().equals("2.0")
        || method.isEmpty()
        || !(hasId || id.isMissingNode())) {
      String expected = "Invalid Request: expected \"jsonrpc\": \"2.0\", a method and an id";
      return failure(hasId ? id : NullNode.instance, NO_REQUEST, expected);
    }
    if (!hasId) {
      return "";
    }
    if (answers.has(method)) {
      return Json.line(new Response("2.0", id, answers.get(method), null));
    }
    if (!method.equals("tools/call")) {
      return failure(id, NO_SUCH_METHOD, "Method not found: " + method);
    }
    try {
      Object answer = call(message.at("/params/name").asText(), message.at("/params/arguments"));
      ToolResult result = new ToolResult(List.of(new Content("text", Json.text(answer))), answer);
      return Json.line(new Response("2.0", id, result, null));
    } catch (IllegalArgumentException e) {
      return failure(id, BAD_ARGUMENTS, e.getMessage());
    }
  }

  private static String failure(JsonNode id, int code, String message) throws IOException {
    return Json.line(new Response("2.0", id, null, new Failure(code, message)));
  }

  private Object call(String tool, JsonNode arguments) throws IOException {
    return switch (tool) {
      case "remember" ->
          memory.remember(
              arguments.hasNonNull("id") ? argument(arguments, "id") : null,
              argument(arguments, "text"));
      case "find_duplicates" -> memory.find(argument(arguments, "text"));
      case "forget" -> memory.forget(argument(arguments, "id"));
      default -> throw new IllegalArgumentException("Unknown tool: " + tool);
    };
  }

  private static String argument(JsonNode arguments, String name) {
    JsonNode value = arguments.path(name);
    if (value.asText().isEmpty() || !value.isTextual()) {
      throw new IllegalArgumentException(
          "Invalid arguments: '" + name + "' is empty or not a string");
    }
    String text = value.textValue();
    int bytes = UnicodeUtil.calcUTF16toUTF8Length(text, 0, text.length());
    boolean isTooLong = name.equals("id") && bytes > IndexWriter.MAX_TERM_LENGTH;
    if (isTooLong || !StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw new IllegalArgumentException(
          "Invalid arguments: '"
              + name
              + (isTooLong ? "' is longer than 32 kB" : "' has an unpaired surrogate"));
    }
    return text;
  }
}
