package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Tests {@code _groups} and {@code _sweep} that are cancelled, or left by their client, at a random
 * moment. Very many of the documents are near each other. Each request ends in 10 seconds, leaves
 * no thread, and gives back its bytes. {@code -Dtests.multiplier=10} makes 30 runs on 15,000
 * documents.
 */
class CancelledSweepTest {

  private static final int MULTIPLIER = Integer.getInteger("tests.multiplier", 1);
  private static final int RUNS = 3 * MULTIPLIER;
  private static final int DOCUMENTS = MULTIPLIER == 1 ? 4_000 : 15_000;
  private static final String INDEX = "/dense";
  private static final String REQUEST = "/_plugins/_simhash" + INDEX;
  private static final List<String> MORE =
      List.of("", ", \"verify\": false", ", \"verify\": 0.9, \"verify_field\": \"body\"");

  private final Random random = new Random(Long.getLong("tests.seed", 2026));
  private Cluster cluster;
  private Rest rest;

  @Test
  void endsInTime() throws IOException, InterruptedException {
    cluster = Cluster.shared();
    rest = cluster.rest(1);
    rest.put(
            INDEX,
            """
            {"settings": {"number_of_shards": 3, "number_of_replicas": 1},
             "mappings": {"properties": {"near": {"type": "simhash"}, "body": {"type": "text"}}}}
            """)
        .ok();
    try {
      index();
      awaitNoBytes("indexing");
      long start = System.nanoTime();
      rest.post(REQUEST + "/_groups", body("\"size\": 0")).ok();
      int whole = (int) ((System.nanoTime() - start) / 1_000_000);
      int answered = 0;
      long slowest = 0;
      for (int run = 0; run < RUNS; run++) {
        boolean isSweep = random.nextBoolean();
        String request =
            body(
                (isSweep ? "\"dry_run\": " + (run % 3 > 0) : "\"into\": \"left\"")
                    + MORE.get(random.nextInt(MORE.size())));
        String path = REQUEST + (isSweep ? "/_sweep" : "/_groups");
        int pause = random.nextInt(whole * 5 / 4 + 1);
        if (run == 0) {
          cancelWhileComparing(path, request);
        } else if (random.nextBoolean()) {
          cancel(path, request, pause);
        } else {
          leave(path, request, pause);
        }
        long waited = awaitEnd();
        answered += waited == 0 ? 1 : 0;
        slowest = Math.max(slowest, waited);
        awaitNoBytes(request);
        String left = rest.get("/left/_mapping?ignore_unavailable=true").body().toString();
        assertFalse(left.contains("unfinished"), left);
        rest.delete("/left");
        if (request.contains("\"dry_run\": false")) {
          index();
        }
      }
      assertFalse(threads().contains("ordered-tasks"), this::threads);
      if (Boolean.getBoolean("tests.verbose")) {
        System.out.printf(
            Locale.ROOT,
            "%d runs of up to %d ms, %d had ended before, slowest end %d ms%n",
            RUNS,
            whole,
            answered,
            slowest);
      }
    } finally {
      rest.delete(INDEX);
    }
  }

  private static String body(String more) {
    return "{\"field\": \"near\", " + more + "}";
  }

  /** Indexes documents of one template, so that each is near a large part of all. */
  private void index() throws IOException {
    StringBuilder bulk = new StringBuilder();
    for (int i = 0; i < DOCUMENTS; i++) {
      long fingerprint = 0x1234_5678_9abc_def0L;
      for (int flips = random.nextInt(9); flips > 0; flips--) {
        fingerprint ^= 1L << random.nextInt(Fingerprint.LANE_BITS);
      }
      bulk.append("{\"index\": {\"_id\": \"").append(i).append("\"}}\n{\"near\": \"");
      bulk.append(Fingerprint.of(fingerprint).toString())
          .append("\", \"body\": \"a page of the same form");
      bulk.append(" with the number ").append(random.nextInt(50)).append(" in it\"}\n");
    }
    JsonNode answer = rest.post(INDEX + "/_bulk?refresh=true", bulk.toString()).ok();
    assertFalse(answer.get("errors").asBoolean());
  }

  private void cancel(String path, String request, int pause)
      throws IOException, InterruptedException {
    JsonNode started = rest.post(path + "?wait_for_completion=false", request).ok();
    Thread.sleep(pause);
    cluster.rest(0).post("/_tasks/" + started.get("task").asText() + "/_cancel", "");
  }

  private void cancelWhileComparing(String path, String request) throws IOException {
    JsonNode started = rest.post(path + "?wait_for_completion=false", request).ok();
    String task = "/_tasks/" + started.get("task").asText();
    JsonNode status = rest.get(task).ok();
    while (!status.get("completed").asBoolean()
        && List.of("waiting", "reading")
            .contains(status.get("task").get("status").get("phase").asText())) {
      status = rest.get(task).ok();
    }
    rest.post(task + "/_cancel", "");
  }

  private void leave(String path, String request, int pause)
      throws IOException, InterruptedException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), rest.port())) {
      OutputStream out = socket.getOutputStream();
      String head = "POST " + path + " HTTP/1.1\r\nHost: localhost\r\n";
      head += "Content-Type: application/json\r\nContent-Length: " + request.length() + "\r\n\r\n";
      out.write((head + request).getBytes(StandardCharsets.US_ASCII));
      out.flush();
      Thread.sleep(pause);
    }
  }

  /** Waits until no task is left, and returns the time in milliseconds. */
  private long awaitEnd() throws IOException, InterruptedException {
    long start = System.nanoTime();
    while (true) {
      JsonNode nodes = rest.get("/_tasks?actions=*simhash*").ok().get("nodes");
      long waited = (System.nanoTime() - start) / 1_000_000;
      if (nodes.isEmpty()) {
        return waited;
      }
      assertTrue(waited < 10_000, nodes::toString);
      Thread.sleep(20);
    }
  }

  /** Waits until no bytes are reserved; abandoned requests of a few pages may take a moment. */
  private void awaitNoBytes(String after) throws IOException, InterruptedException {
    List<Long> none = Collections.nCopies(Cluster.NODES, 0L);
    List<Long> bytes = requestBytes();
    for (int look = 0; look < 100 && !none.equals(bytes); look++) {
      Thread.sleep(100);
      bytes = requestBytes();
    }
    assertEquals(none, bytes, "bytes of the request breaker after " + after);
  }

  private List<Long> requestBytes() throws IOException {
    List<Long> bytes = new ArrayList<>();
    for (JsonNode node : rest.get("/_nodes/stats/breaker").ok().get("nodes")) {
      bytes.add(node.get("breakers").get("request").get("estimated_size_in_bytes").asLong());
    }
    return bytes;
  }

  private String threads() {
    try {
      return rest.get("/_nodes/hot_threads?threads=9999&interval=10ms&ignore_idle_threads=false")
          .body()
          .asText();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
