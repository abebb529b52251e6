package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.fingerprint.Popcount;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/**
 * Four clients offer the same documents to three nodes, each in an order of its own: of
 * near-duplicates one is added, whatever node is asked, and while the node that decides changes.
 * {@code -Dtests.bulkRuns=100 -Dtests.bulkDocuments=20000} runs as often, with as many.
 */
class DedupBulkNodesTest extends IndexTest {

  private static final int RUNS = Integer.getInteger("tests.bulkRuns", 1);
  private static final int DOCUMENTS = Integer.getInteger("tests.bulkDocuments", 1_000);
  private static final int BULK_SIZE = Math.max(50, DOCUMENTS / 40);
  private static final int CLIENTS = 4;
  private static final int MAX_DISTANCE = 6;
  private static final String INDEX = "/offered";
  private static final String BULK =
      "/_plugins/_simhash/offered/_bulk?field=near&max_distance=6&timeout=5m";

  private final Random random = new Random(Long.getLong("tests.bulkSeed", 1066));
  private final Map<String, Long> fingerprints = new HashMap<>();

  DedupBulkNodesTest() {
    super(INDEX, 0, null);
  }

  private void index(int replicas) throws IOException {
    rest.put(
            INDEX,
            "{\"settings\": {\"number_of_shards\": 3, \"number_of_replicas\": "
                + replicas
                + ", \"codec\": \"simhash\"}, \"mappings\": {\"properties\": {\"near\": {\"type\":"
                + " \"simhash\"}}}}")
        .ok();
    cluster.awaitGreen();
  }

  /** Half of them are near one of few; the ids of each client are its own. */
  private List<List<String>> offers(int run) {
    long[] families = random.longs(Math.max(1, DOCUMENTS / 8)).toArray();
    List<Long> offered = new ArrayList<>();
    for (int i = 0; i < DOCUMENTS; i++) {
      offered.add(
          random.nextBoolean()
              ? random.nextLong()
              : families[random.nextInt(families.length)] ^ (1L << random.nextInt(64)));
    }
    List<List<String>> offers = new ArrayList<>();
    for (int client = 0; client < CLIENTS; client++) {
      List<String> ids = new ArrayList<>();
      for (int i = 0; i < DOCUMENTS; i++) {
        String id = run + "-" + client + "-" + i;
        fingerprints.put(id, offered.get(i));
        ids.add(id);
      }
      Collections.shuffle(ids, random);
      offers.add(ids);
    }
    return offers;
  }

  private Map<String, String> offer(Rest node, List<String> ids) throws IOException {
    Map<String, String> results = new HashMap<>();
    for (int from = 0; from < ids.size(); from += BULK_SIZE) {
      StringBuilder bulk = new StringBuilder();
      for (String id : ids.subList(from, Math.min(from + BULK_SIZE, ids.size()))) {
        bulk.append("{\"index\": {\"_id\": \"").append(id).append("\"}}\n{\"near\": \"");
        bulk.append(Fingerprint.of(fingerprints.get(id)).toString()).append("\"}\n");
      }
      JsonNode answer = node.post(BULK, bulk.toString()).ok();
      assertEquals(false, answer.get("errors").asBoolean(), answer::toString);
      for (JsonNode item : answer.get("items")) {
        JsonNode index = item.get("index");
        results.put(
            index.get("_id").asText(),
            index.has("near") ? index.get("near").get("_id").asText() : "");
      }
    }
    return results;
  }

  private Map<String, Long> indexed() throws IOException {
    rest.post(INDEX + "/_refresh", "").ok();
    Map<String, Long> indexed = new HashMap<>();
    JsonNode page =
        rest.post(INDEX + "/_search?scroll=1m", "{\"size\": 10000, \"_source\": false}").ok();
    while (!page.get("hits").get("hits").isEmpty()) {
      for (JsonNode hit : page.get("hits").get("hits")) {
        indexed.put(hit.get("_id").asText(), fingerprints.get(hit.get("_id").asText()));
      }
      String next = "{\"scroll\": \"1m\", \"scroll_id\": " + page.get("_scroll_id") + "}";
      page = rest.post("/_search/scroll", next).ok();
    }
    return indexed;
  }

  /** All that was offered is there or near what is there, and what is there is not near. */
  private void run(int run, Callable<Void> meanwhile) throws Exception {
    List<List<String>> offers = offers(run);
    List<Callable<Map<String, String>>> clients = new ArrayList<>();
    for (int client = 0; client < CLIENTS; client++) {
      Rest node = cluster.rest(client % Cluster.NODES);
      List<String> ids = offers.get(client);
      clients.add(() -> offer(node, ids));
    }
    long start = System.nanoTime();
    Map<String, String> results = new HashMap<>();
    AtomicBoolean isOver = new AtomicBoolean();
    int moves = 0;
    try (ExecutorService threads = Executors.newFixedThreadPool(CLIENTS + 1)) {
      Future<Integer> mover =
          threads.submit(
              () -> {
                int count = 0;
                for (; !isOver.get(); count++) {
                  meanwhile.call();
                }
                return count;
              });
      try {
        for (Future<Map<String, String>> client : threads.invokeAll(clients)) {
          results.putAll(client.get());
        }
      } finally {
        isOver.set(true);
        moves = mover.get();
      }
    }
    long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    Map<String, Long> indexed = indexed();
    results.forEach(
        (id, near) -> {
          String there = near.isEmpty() ? id : near;
          assertTrue(indexed.containsKey(there), () -> id + " is lost, " + there);
          long distance = Fingerprint.distance(fingerprints.get(id), indexed.get(there));
          assertTrue(distance <= MAX_DISTANCE, () -> id + " and " + there);
        });
    assertEquals(CLIENTS * DOCUMENTS, results.size());
    long[] all = indexed.values().stream().mapToLong(Long::longValue).toArray();
    int slipped = 0;
    for (int i = 0; i < all.length; i++) {
      slipped += Popcount.nearest(all, 0, i, all[i]) <= MAX_DISTANCE ? 1 : 0;
    }
    System.out.printf(
        Locale.ROOT,
        "run %d: %d offered by %d clients, %d added, %d slipped through, %d times meanwhile, %d ms%n",
        run,
        DOCUMENTS,
        CLIENTS,
        indexed.size(),
        slipped,
        moves,
        took);
    assertEquals(0, slipped);
  }

  @Test
  void noNodeAddsWhatAnotherHas() throws Exception {
    for (int run = 0; run < RUNS; run++) {
      fingerprints.clear();
      index(1);
      run(
          run,
          () -> {
            Thread.sleep(100);
            return null;
          });
      rest.delete(INDEX).ok();
    }
  }

  /** Nothing fails meanwhile, and nothing slips through. */
  @Test
  void theNodeThatDecidesChanges() throws Exception {
    for (int run = 0; run < RUNS; run++) {
      fingerprints.clear();
      index(0);
      run(run, this::move);
      rest.delete(INDEX).ok();
    }
  }

  /** Moves the first shard to another node, and waits until it is there. */
  private Void move() throws Exception {
    JsonNode shard = rest.get("/_cat/shards/offered?format=json&h=shard,node,state").ok().get(0);
    assertEquals("0", shard.get("shard").asText());
    String from = shard.get("node").asText().split(" ", 2)[0];
    String to = "node-" + (Integer.parseInt(from.substring(5)) + 1) % Cluster.NODES;
    rest.post(
        "/_cluster/reroute",
        "{\"commands\": [{\"move\": {\"index\": \"offered\", \"shard\": 0, \"from_node\": \""
            + from
            + "\", \"to_node\": \""
            + to
            + "\"}}]}");
    String settled = "?wait_for_no_relocating_shards=true&timeout=60s";
    rest.get("/_cluster/health" + INDEX + settled);
    return null;
  }
}
