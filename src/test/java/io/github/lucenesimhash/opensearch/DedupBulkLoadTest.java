package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Many {@code _plugins/_simhash/INDEX/_bulk} at once, more than a node has threads: each is
 * answered, none stays. At {@code -Dtests.multiplier=10} 200 requests of 50 documents and more, to
 * one node and to three.
 */
class DedupBulkLoadTest extends IndexTest {

  private static final int MULTIPLIER = Integer.getInteger("tests.multiplier", 1);

  /** A node has 128 generic threads. */
  private static final int REQUESTS = 150 + Math.min(50, 10 * (MULTIPLIER - 1));

  private static final int DOCUMENTS = Math.min(50, 16 + 4 * (MULTIPLIER - 1));
  private static final int MAX_DISTANCE = 6;
  private static final String INDEX = "/loaded";
  private static final String BULK =
      "/_plugins/_simhash/loaded/_bulk?field=near&max_distance=6&timeout=3m";
  private static final String TASKS = "/_tasks?actions=indices:data/write/simhash/bulk*";

  private final Random random = new Random(Long.getLong("tests.bulkSeed", 2026));
  private final long[] families = random.longs(200).toArray();
  private final Map<String, Long> fingerprints = new HashMap<>();

  DedupBulkLoadTest() {
    super(
        INDEX,
        0,
        """
        {"settings": {"number_of_shards": 1, "number_of_replicas": 2, "codec": "simhash",
          "max_result_window": 100000},
         "mappings": {"properties": {"near": {"type": "simhash"}}}}
        """);
  }

  @BeforeEach
  void index() throws IOException, InterruptedException {
    cluster.awaitGreen();
  }

  @AfterEach
  void delete() throws IOException {
    if (rest != null) {
      queueSize("null");
    }
  }

  private void queueSize(String size) throws IOException {
    String setting = "{\"transient\": {\"simhash.bulk.queue_size\": " + size + "}}";
    rest.put("/_cluster/settings", setting);
  }

  private String bulk(String prefix, int documents) {
    StringBuilder bulk = new StringBuilder();
    for (int i = 0; i < documents; i++) {
      long fingerprint = random.nextLong();
      if (random.nextBoolean()) {
        fingerprint = families[random.nextInt(families.length)] ^ (1L << random.nextInt(64));
      }
      fingerprints.put(prefix + i, fingerprint);
      bulk.append("{\"index\": {\"_id\": \"").append(prefix).append(i).append("\"}}\n");
      bulk.append("{\"near\": \"").append(Fingerprint.of(fingerprint).toString()).append("\"}\n");
    }
    return bulk.toString();
  }

  private List<CompletableFuture<HttpResponse<String>>> begin(
      String prefix, int requests, int documents, int nodes) {
    List<CompletableFuture<HttpResponse<String>>> begun = new ArrayList<>();
    for (int i = 0; i < requests; i++) {
      String body = bulk(prefix + i + "-", documents);
      begun.add(cluster.rest(i % nodes).begin(BULK, body));
    }
    return begun;
  }

  /** All within four minutes; null if it was left. */
  private static List<Rest.Answer> await(List<CompletableFuture<HttpResponse<String>>> begun)
      throws IOException, InterruptedException, ExecutionException {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(4);
    List<Rest.Answer> answers = new ArrayList<>();
    try {
      for (CompletableFuture<HttpResponse<String>> one : begun) {
        answers.add(answer(one, end - System.nanoTime()));
      }
    } catch (TimeoutException e) {
      throw new AssertionError(answers.size() + " of " + begun.size() + " are answered", e);
    } finally {
      begun.forEach(one -> one.cancel(true));
    }
    return answers;
  }

  private static Rest.Answer answer(CompletableFuture<HttpResponse<String>> one, long nanos)
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    try {
      return Rest.answer(one.get(nanos, TimeUnit.NANOSECONDS));
    } catch (CancellationException e) {
      return null;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof CancellationException) {
        return null;
      }
      throw e;
    }
  }

  private Map<String, Long> indexed() throws IOException {
    rest.post(INDEX + "/_refresh", "").ok();
    Map<String, Long> indexed = new HashMap<>();
    for (JsonNode hit :
        rest.post(INDEX + "/_search", "{\"size\": 100000, \"_source\": false}")
            .ok()
            .get("hits")
            .get("hits")) {
      indexed.put(hit.get("_id").asText(), fingerprints.get(hit.get("_id").asText()));
    }
    return indexed;
  }

  /** Counts items by result; what was added is there, what was skipped is near what is there. */
  private Map<String, Integer> check(List<Rest.Answer> answers) throws IOException {
    Map<String, Long> indexed = indexed();
    Map<String, Integer> counts = new HashMap<>();
    for (Rest.Answer answer : answers) {
      if (answer == null || answer.status() != 200) {
        counts.merge(answer == null ? "left" : "status " + answer.status(), 1, Integer::sum);
        continue;
      }
      for (JsonNode item : answer.body().get("items")) {
        JsonNode index = item.get("index");
        String id = index.get("_id").asText();
        if (index.has("error")) {
          counts.merge("error " + index.get("status").asInt(), 1, Integer::sum);
          continue;
        }
        String result = index.get("result").asText();
        counts.merge(result, 1, Integer::sum);
        assertEquals(result.equals("created"), indexed.containsKey(id), index::toString);
        if (result.equals("near_duplicate")) {
          long near = indexed.get(index.get("near").get("_id").asText());
          assertTrue(Fingerprint.distance(near, fingerprints.get(id)) <= MAX_DISTANCE);
        }
      }
    }
    return counts;
  }

  /** The node does other work at once: this would hang. */
  private long otherWork() throws IOException, InterruptedException, ExecutionException {
    long start = System.nanoTime();
    CompletableFuture<Void> work =
        CompletableFuture.runAsync(
            () -> {
              try {
                rest.get("/_cluster/health").ok();
                rest.put("/other", "{\"settings\": {\"number_of_replicas\": 0}}").ok();
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
    try {
      work.get(30, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("the node is stuck", e);
    }
    long took = System.nanoTime() - start;
    rest.delete("/other").ok();
    return TimeUnit.NANOSECONDS.toMillis(took);
  }

  private void load(int nodes) throws Exception {
    long start = System.nanoTime();
    Map<String, Integer> counts =
        check(await(begin("n" + nodes + "-", REQUESTS, DOCUMENTS, nodes)));
    long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    System.out.printf(
        Locale.ROOT,
        "%d requests of %d documents to %d nodes: %d ms, %s; then other work: %d ms%n",
        REQUESTS,
        DOCUMENTS,
        nodes,
        took,
        counts,
        otherWork());
    int items = counts.getOrDefault("created", 0) + counts.getOrDefault("near_duplicate", 0);
    int refused = counts.getOrDefault("status 429", 0) * DOCUMENTS;
    assertEquals(REQUESTS * DOCUMENTS, items + refused, counts::toString);
    assertTrue(items > REQUESTS * DOCUMENTS / 2, counts::toString);
    assertIdle();
  }

  @Test
  void everyRequestIsAnswered() throws Exception {
    load(1);
    if (MULTIPLIER > 1) {
      load(Cluster.NODES);
    }
  }

  @Test
  void fullQueuesRefuse() throws Exception {
    queueSize("2");
    Map<String, Integer> counts = check(await(begin("q", 30, 2, 1)));
    assertTrue(counts.getOrDefault("status 429", 0) > 0, counts::toString);
    assertTrue(counts.getOrDefault("created", 0) > 0, counts::toString);
    assertIdle();
  }

  private int reserved() throws IOException {
    int bytes = 0;
    for (JsonNode node : rest.get("/_nodes/stats/breaker").ok().get("nodes")) {
      bytes += node.get("breakers").get("request").get("estimated_size_in_bytes").asInt();
    }
    return bytes;
  }

  /** No task stays, no byte stays reserved, and the next request has its turn. */
  private void assertIdle() throws Exception {
    String tasks = "";
    int reserved = 0;
    for (int attempt = 0; attempt < 100; attempt++) {
      tasks = rest.get(TASKS + "&group_by=none").ok().get("tasks").toString();
      reserved = reserved();
      if (tasks.equals("[]") && reserved == 0) {
        break;
      }
      Thread.sleep(100);
    }
    assertEquals("[]", tasks);
    assertEquals(0, reserved);
    for (int node = 0; node < Cluster.NODES; node++) {
      String prefix = "idle" + fingerprints.size() + "-"; // an id has one fingerprint
      Rest.Answer answer = await(List.of(cluster.rest(node).begin(BULK, bulk(prefix, 1)))).get(0);
      assertEquals(1, answer.ok().get("items").size());
    }
  }

  @Test
  void cancelledAndLeftRequestsEnd() throws Exception {
    for (int round = 0; round < 2 * MULTIPLIER; round++) {
      List<CompletableFuture<HttpResponse<String>>> begun =
          begin("c" + round + "-", 40, 10, Cluster.NODES);
      for (CompletableFuture<HttpResponse<String>> one : begun) {
        Thread.sleep(random.nextInt(30));
        if (random.nextInt(3) == 0) {
          one.cancel(true);
        }
        if (random.nextInt(12) == 0) {
          rest.post(TASKS.replace("?", "/_cancel?"), "").ok();
        }
      }
      Map<String, Integer> counts = check(await(begun));
      System.out.println("cancelled and left: " + counts);
      assertIdle();
    }
  }

  @Test
  void timeIsOver() throws Exception {
    List<CompletableFuture<HttpResponse<String>>> begun = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      begun.add(rest.begin(BULK.replace("3m", "300ms"), bulk("t" + i + "-", 20)));
    }
    Map<String, Integer> counts = check(await(begun));
    assertTrue(counts.getOrDefault("status 408", 0) > 0, counts::toString);
    assertTrue(counts.keySet().stream().noneMatch(kind -> kind.contains("50")), counts::toString);
    assertIdle();
  }
}
