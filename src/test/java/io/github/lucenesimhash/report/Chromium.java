package io.github.lucenesimhash.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A headless Chromium that is driven through its DevTools protocol. Tests are skipped where no
 * Chromium is installed: Debian's packages are {@code chromium-headless-shell} and {@code
 * chromium}.
 */
public final class Chromium implements AutoCloseable {

  private static final Pattern LISTENING = Pattern.compile("DevTools listening on (ws://.*)");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int TIMEOUT_SECONDS = 60;

  private final Process process;
  private final WebSocket socket;
  private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
  private final List<String> requests = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private String session;
  private int lastId;

  private Chromium(Path profile, Path program) throws IOException {
    process =
        new ProcessBuilder(
                program.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(URI.create(address()), new Listener())
            .join();
    String target =
        call("Target.createTarget", Map.of("url", "about:blank")).get("targetId").asText();
    session =
        call("Target.attachToTarget", Map.of("targetId", target, "flatten", true))
            .get("sessionId")
            .asText();
    for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
      call(domain + ".enable", Map.of());
    }
  }

  /**
   * Starts a browser, or skips the test.
   *
   * @param profile an empty folder for the files of the browser
   */
  public static Chromium start(Path profile) throws IOException {
    Optional<Path> program =
        Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
            .flatMap(
                folder ->
                    Stream.of("chromium-headless-shell", "chromium")
                        .map(name -> Path.of(folder, name)))
            .filter(Files::isExecutable)
            .findFirst();
    assumeTrue(program.isPresent(), "skipped: no chromium-headless-shell or chromium on the PATH");
    return new Chromium(profile, program.get());
  }

  private String address() throws IOException {
    BufferedReader errors = process.errorReader();
    for (String line = errors.readLine(); line != null; line = errors.readLine()) {
      Matcher matcher = LISTENING.matcher(line);
      if (matcher.find()) {
        Thread drain = new Thread(() -> errors.lines().forEach(unused -> {}));
        drain.setDaemon(true);
        drain.start();
        return matcher.group(1);
      }
    }
    throw new IOException("Chromium ended before it listened");
  }

  /** Opens a page of the given size in pixels and waits until it is loaded. */
  public void open(Path page, int width, int height, boolean dark) throws IOException {
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
    call(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    call("Page.navigate", Map.of("url", page.toUri().toString()));
    while (!evaluate("document.readyState + location.href").asText().startsWith("completefile:")) {
      Thread.onSpinWait();
    }
  }

  /** Returns the value of an expression in the page. */
  public JsonNode evaluate(String expression) throws IOException {
    JsonNode answer =
        call("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true));
    assertFalse(answer.has("exceptionDetails"), () -> expression + ": " + answer);
    return answer.get("result").path("value");
  }

  /** Waits until an expression has a value, which the page may still be computing. */
  public void await(String expected, String expression) throws IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
    while (!evaluate(expression).asText().equals(expected) && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    assertEquals(expected, evaluate(expression).asText(), expression);
  }

  /** Sends downloads to a folder. */
  public void downloadInto(Path folder) throws IOException {
    call(
        "Page.setDownloadBehavior", Map.of("behavior", "allow", "downloadPath", folder.toString()));
  }

  /** Sets the value of a control, as a user does. */
  public void set(String id, Object value) throws IOException {
    evaluate(
        "{ const e = document.getElementById('"
            + id
            + "'); e.value = "
            + JSON.writeValueAsString(value)
            + "; e.dispatchEvent(new Event('input')); e.dispatchEvent(new Event('change')); 0 }");
  }

  /** Returns the addresses that were requested since the start. */
  public List<String> requests() {
    return List.copyOf(requests);
  }

  /** Returns console messages, exceptions and violations of the content security policy. */
  public List<String> problems() {
    return List.copyOf(problems);
  }

  private JsonNode call(String method, Map<String, ?> parameters) throws IOException {
    var message = JSON.createObjectNode().put("id", ++lastId).put("method", method);
    message.set("params", JSON.valueToTree(parameters));
    if (session != null) {
      message.put("sessionId", session);
    }
    socket.sendText(message.toString(), true).join();
    while (true) {
      JsonNode answer = next();
      if (answer.path("id").asInt() == lastId) {
        assertFalse(answer.has("error"), () -> method + ": " + answer);
        return answer.get("result");
      }
      note(answer);
    }
  }

  private JsonNode next() throws IOException {
    try {
      String message = messages.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      assertNotNull(message, "Chromium does not answer");
      return JSON.readTree(message);
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private void note(JsonNode event) {
    switch (event.path("method").asText()) {
      case "Network.requestWillBeSent" -> requests.add(event.at("/params/request/url").asText());
      case "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded" ->
          problems.add(event.toString());
      default -> {}
    }
  }

  /** Ends the browser, even if the program is a script that started it. */
  @Override
  public void close() {
    socket.abort();
    List<ProcessHandle> all =
        Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(one -> one.onExit().join());
    assertEquals(0, all.stream().filter(ProcessHandle::isAlive).count(), "browsers left");
  }

  /** Joins the parts of messages. */
  private final class Listener implements WebSocket.Listener {
    private final StringBuilder message = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket webSocket, CharSequence part, boolean last) {
      message.append(part);
      if (last) {
        messages.add(message.toString());
        message.setLength(0);
      }
      webSocket.request(1);
      return null;
    }
  }
}
