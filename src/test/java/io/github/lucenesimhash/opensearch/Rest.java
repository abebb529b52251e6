package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** A client that sends HTTP requests to one node. */
final class Rest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final int port;
  private final String user;

  Rest(int port) {
    this(port, "");
  }

  private Rest(int port, String user) {
    this.port = port;
    this.user = user;
  }

  /** Returns a client of the same node, as a user of the {@link GuardPlugin}. */
  Rest as(String restricted) {
    return new Rest(port, restricted);
  }

  Rest asAdmin() {
    return new Rest(port);
  }

  int port() {
    return port;
  }

  /** The status and the body of an answer. */
  record Answer(int status, JsonNode body) {

    /** Asserts a success, and returns the body. */
    JsonNode ok() {
      assertEquals(2, status / 100, () -> status + " " + body);
      return body;
    }

    /** Asserts a refusal with a status 4xx whose body contains all the given reasons. */
    void refused(String... reasons) {
      assertEquals(4, status / 100, () -> status + " " + body);
      for (String reason : reasons) {
        assertTrue(body.toString().contains(reason), () -> reason + " is not in " + body);
      }
    }
  }

  static JsonNode json(String text) throws IOException {
    return JSON.readTree(text);
  }

  static String quoted(String text) throws IOException {
    return JSON.writeValueAsString(text);
  }

  Answer get(String path) throws IOException {
    return send("GET", path, null);
  }

  Answer put(String path, String body) throws IOException {
    return send("PUT", path, body);
  }

  Answer post(String path, String body) throws IOException {
    return send("POST", path, body);
  }

  /**
   * Sends a bulk through the ingest processor, which fails near-duplicates.
   *
   * @param options the options of the processor, each after a comma
   */
  JsonNode offer(String index, String options, String lines) throws IOException {
    String processor = "{\"simhash_dedup\": {\"on_duplicate\": \"fail\"" + options + "}}";
    asAdmin().put("/_ingest/pipeline/offer", "{\"processors\": [" + processor + "]}").ok();
    return post(index + "/_bulk?pipeline=offer", lines).ok();
  }

  /** Returns the ids of failed near-duplicates in a bulk, each with the id that it is near. */
  static Map<String, String> near(JsonNode answer) {
    Map<String, String> near = new TreeMap<>();
    for (JsonNode item : answer.get("items")) {
      JsonNode only = item.elements().next();
      JsonNode error = only.path("error");
      if (error.path("reason").asText().startsWith("near-duplicate of")) {
        assertEquals(409, only.get("status").asInt(), item::toString);
        near.put(only.get("_id").asText(), error.get("near_id").asText());
      }
    }
    return near;
  }

  Answer delete(String path) throws IOException {
    return send("DELETE", path, null);
  }

  Answer send(String method, String path, String body) throws IOException {
    try {
      return answer(CLIENT.send(request(method, path, body), BodyHandlers.ofString()));
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  /** Begins a request for {@link #answer}; cancelling the request closes the connection. */
  CompletableFuture<HttpResponse<String>> begin(String path, String body) {
    return CLIENT.sendAsync(request("POST", path, body), BodyHandlers.ofString());
  }

  static Answer answer(HttpResponse<String> response) throws IOException {
    String text = response.body();
    return new Answer(
        response.statusCode(),
        text.startsWith("{") || text.startsWith("[")
            ? JSON.readTree(text)
            : JSON.valueToTree(text));
  }

  private HttpRequest request(String method, String path, String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    if (!user.isEmpty()) {
      request.header(GuardPlugin.HEADER, user);
    }
    return request
        .timeout(Duration.ofMinutes(5))
        .header("Content-Type", "application/json")
        .method(
            method,
            body == null
                ? HttpRequest.BodyPublishers.noBody()
                : HttpRequest.BodyPublishers.ofString(body))
        .build();
  }
}
