package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.testing.Rounds;
import io.github.lucenesimhash.testing.Seeds;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/**
 * Tests the ingest processor while a node is stopped, killed or frozen, searches are refused, or
 * the feeders of documents go away. No acknowledged document is lost, and each request is answered.
 * An unmarked document was compared with the documents that came through its node before. {@code
 * -Dtests.multiplier=6} makes 6 rounds of the 5 faults.
 */
class DedupProcessorFailuresTest extends IndexTest {

  private enum Fault {
    SEARCH_REFUSED,
    FEEDER_CUT_OFF,
    NODE_FROZEN,
    NODE_STOPPED,
    NODE_KILLED
  }

  private static final int ROUNDS = Rounds.of(1, 1);
  private static final int VICTIM = 2;
  private static final int MAX_DISTANCE = 3;
  private static final int DOCUMENTS = 10;
  private static final String INDEX = "/failing";

  /**
   * A document that was sent.
   *
   * @param status the status of its item, or 0 if the request was not answered
   */
  private record Sent(String id, long fingerprint, int status, String item) {

    boolean isAcknowledged() {
      return status / 100 == 2;
    }

    boolean isNear(Sent other) {
      return Fingerprint.distance(fingerprint, other.fingerprint) <= MAX_DISTANCE;
    }
  }

  private volatile boolean isOver;

  DedupProcessorFailuresTest() {
    super(
        INDEX,
        0,
        """
        {"settings": {"number_of_shards": 3, "number_of_replicas": 1, "max_result_window": 1000000,
            "index.unassigned.node_left.delayed_timeout": 0},
         "mappings": {"properties": {"near": {"type": "simhash"}}}}
        """);
  }

  @Test
  void nothingIsLostOrUnseen() throws Exception {
    Random random = Seeds.random(5959);
    for (int round = 0; round < ROUNDS; round++) {
      for (Fault fault : Fault.values()) {
        boolean fails = fault != Fault.SEARCH_REFUSED && random.nextBoolean();
        String options = "\"field\": \"near\", \"max_distance\": " + MAX_DISTANCE;
        options += fails ? ", \"on_duplicate\": \"fail\"" : "";
        String pipeline = "{\"processors\": [{\"simhash_dedup\": {" + options + "}}]}";
        rest.put("/_ingest/pipeline/failing", pipeline).ok();
        cluster.awaitGreen();
        String name = fault + "-" + round;
        List<List<Sent>> sent = send(name, fault, random);
        cluster.awaitNodes(Cluster.NODES);
        cluster.awaitGreen();
        check(name + (fails ? " fail" : " mark"), fault, fails, sent);
      }
    }
  }

  /** Sends documents through all nodes during a fault; returns those of each feeder in order. */
  private List<List<Sent>> send(String name, Fault fault, Random random) throws Exception {
    isOver = false;
    List<List<Sent>> all = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(Cluster.NODES)) {
      List<Future<List<Sent>>> feeders = new ArrayList<>();
      for (int node = 0; node < Cluster.NODES; node++) {
        Random own = new Random(random.nextLong());
        String ids = name + "-" + node + "-";
        Rest to = cluster.rest(node);
        feeders.add(threads.submit(() -> feed(to, ids, fault == Fault.FEEDER_CUT_OFF, own)));
      }
      Thread.sleep(300 + random.nextInt(700));
      befall(fault, random);
      isOver = true;
      for (Future<List<Sent>> feeder : feeders) {
        all.add(feeder.get(3, TimeUnit.MINUTES));
      }
    } finally {
      isOver = true;
    }
    return all;
  }

  private void befall(Fault fault, Random random) throws Exception {
    int millis = 1_000 + random.nextInt(Rounds.isLong() ? 40_000 : 2_000);
    switch (fault) {
      case SEARCH_REFUSED -> {
        rest.put(INDEX + "/_settings", "{\"index.blocks.read\": true}").ok();
        Thread.sleep(1_000);
        rest.put(INDEX + "/_settings", "{\"index.blocks.read\": null}").ok();
      }
      case FEEDER_CUT_OFF -> Thread.sleep(2_000);
      case NODE_FROZEN -> {
        cluster.signal(VICTIM, "STOP");
        Thread.sleep(millis);
        cluster.signal(VICTIM, "CONT");
      }
      default -> {
        if (fault == Fault.NODE_STOPPED) {
          cluster.stop(VICTIM);
        } else {
          cluster.kill(VICTIM);
        }
        cluster.start(VICTIM);
        cluster.awaitNodes(Cluster.NODES);
      }
    }
  }

  /** Sends documents until the fault is over, about every second one near an earlier one. */
  private List<Sent> feed(Rest node, String ids, boolean isCutOff, Random random)
      throws InterruptedException {
    List<Sent> all = new ArrayList<>();
    for (int after = 0; after < 2; after += isOver ? 1 : 0) {
      StringBuilder lines = new StringBuilder();
      List<Sent> bulk = new ArrayList<>();
      for (int i = 0; i < DOCUMENTS; i++) {
        long fingerprint =
            all.isEmpty() || random.nextBoolean()
                ? random.nextLong()
                : all.get(random.nextInt(all.size())).fingerprint ^ (1L << random.nextInt(64));
        Sent document = new Sent(ids + (all.size() + i), fingerprint, 0, "");
        lines.append("{\"index\": {\"_id\": \"" + document.id + "\"}}\n{\"near\": \"");
        lines.append(Fingerprint.of(fingerprint)).append("\"}\n");
        bulk.add(document);
      }
      JsonNode items = answer(node, lines.toString(), isCutOff && random.nextBoolean());
      for (int i = 0; i < DOCUMENTS; i++) {
        Sent document = bulk.get(i);
        JsonNode item = items == null ? null : items.get(i).get("index");
        int status = item == null ? 0 : item.get("status").asInt();
        if (item != null) {
          assertEquals(document.id, item.get("_id").asText());
        }
        all.add(new Sent(document.id, document.fingerprint, status, String.valueOf(item)));
      }
      Thread.sleep(100);
    }
    return all;
  }

  /** Returns the items of an answer, or null if the request was not answered. */
  private static JsonNode answer(Rest node, String lines, boolean isCutOff)
      throws InterruptedException {
    CompletableFuture<HttpResponse<String>> sent =
        node.begin(INDEX + "/_bulk?pipeline=failing", lines);
    try {
      if (isCutOff) {
        Thread.sleep(lines.hashCode() & 15);
        sent.cancel(true);
        return null;
      }
      Rest.Answer answer = Rest.answer(sent.get(2, TimeUnit.MINUTES));
      return answer.status() == 200 ? answer.body().get("items") : null;
    } catch (TimeoutException e) {
      throw new AssertionError("a request hangs", e);
    } catch (ExecutionException | IOException e) {
      return null; // the node is away
    }
  }

  private void check(String name, Fault fault, boolean fails, List<List<Sent>> sent)
      throws IOException {
    Map<String, JsonNode> there = new HashMap<>();
    rest.post(INDEX + "/_refresh", "").ok();
    rest.post(INDEX + "/_search?preference=_primary", "{\"size\": 1000000}")
        .ok()
        .at("/hits/hits")
        .forEach(hit -> there.put(hit.get("_id").asText(), hit.at("/_source/near_duplicate_of")));
    int acknowledged = 0;
    int refused = 0;
    int marked = 0;
    int unchecked = 0;
    List<Sent> all = sent.stream().flatMap(List::stream).toList();
    for (int feeder = 0; feeder < sent.size(); feeder++) {
      boolean forgets = feeder == VICTIM && fault.name().matches("NODE_(STOPPED|KILLED)");
      List<Sent> before = new ArrayList<>();
      for (Sent document : sent.get(feeder)) {
        String shown = name + ", " + document;
        JsonNode mark = there.get(document.id);
        assertTrue(mark != null || !document.isAcknowledged(), () -> "lost: " + shown);
        boolean isNear = document.item.contains("near-duplicate of document");
        if (isNear || (mark != null && mark.has("ids"))) {
          assertTrue(fails == isNear && (mark == null) == fails, shown);
          assertTrue(all.stream().anyMatch(o -> !o.equals(document) && o.isNear(document)), shown);
          refused += isNear ? 1 : 0;
          marked += isNear ? 0 : 1;
        } else if (mark != null && mark.has("how")) {
          assertEquals("unchecked", mark.get("how").asText(), shown);
          assertFalse(fails, shown);
          unchecked++;
        } else if (mark != null && !forgets) {
          assertTrue(before.stream().noneMatch(document::isNear), () -> "not marked: " + shown);
        } else if (document.item.contains("not compared")) {
          unchecked++;
        }
        if (document.isAcknowledged()) {
          acknowledged++;
          before.add(document);
        }
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%s: %d sent, %d acknowledged, %d refused, %d marked, %d unchecked%n",
        name,
        all.size(),
        acknowledged,
        refused,
        marked,
        unchecked);
    assertTrue(acknowledged > 0 && refused + marked > 0, name);
    assertTrue(fault != Fault.SEARCH_REFUSED || unchecked > 0, name);
  }
}
