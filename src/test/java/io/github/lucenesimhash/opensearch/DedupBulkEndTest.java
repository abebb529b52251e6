package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A request whose documents take long to compare with each other ends when it is to. */
class DedupBulkEndTest extends IndexTest {

  private static final int DOCUMENTS = Integer.getInteger("tests.bulkDocuments", 6_000);
  private static final int WORDS = 250;
  private static final int COMMON = 205;
  private static final long BOUND = TimeUnit.SECONDS.toMillis(12);
  private static final String INDEX = "/ended";
  private static final String BULK =
      "/_plugins/_simhash/ended/_bulk?field=near&verify_field=body&timeout=";
  private static final String TASKS = "/_tasks?actions=indices:data/write/simhash/bulk";

  DedupBulkEndTest() {
    super(
        INDEX,
        0,
        """
        {"settings": {"number_of_shards": 1, "number_of_replicas": 0},
         "mappings": {"properties": {"near": {"type": "simhash"}, "body": {"type": "text"}}}}
        """);
  }

  /** All of one fingerprint, with texts that are not near by little. */
  private static String bulk() {
    Random random = new Random(1588);
    StringBuilder bulk = new StringBuilder();
    for (int i = 0; i < DOCUMENTS; i++) {
      bulk.append("{\"index\": {}}\n{\"near\": \"00ff00ff00ff00ff\", \"body\": \"");
      for (int word = 0; word < WORDS; word++) {
        bulk.append('w').append(word < COMMON ? word : random.nextInt(9_999)).append(' ');
      }
      bulk.append("\"}\n");
    }
    return bulk.toString();
  }

  @Test
  void whenItsTimeIsOver() throws Exception {
    String bulk = bulk();
    long start = System.nanoTime();
    Rest.Answer answer = rest.post(BULK + "1s", bulk);
    ended("timeout=1s", start);
    if (answer.status() != 408) {
      answer.ok().get("items").forEach(item -> status(408, item));
    }
    assertEquals(0, count());
  }

  @Test
  void whenItIsCancelled() throws Exception {
    CompletableFuture<HttpResponse<String>> begun = rest.begin(BULK + "5m", bulk());
    while (rest.get(TASKS).ok().get("nodes").isEmpty()) {
      Thread.sleep(20);
    }
    Thread.sleep(1_500);
    long start = System.nanoTime();
    rest.post("/_tasks/_cancel?actions=indices:data/write/simhash/bulk", "").ok();
    Rest.Answer answer = Rest.answer(begun.get());
    ended("cancelled", start);
    if (answer.status() != 503) {
      answer.ok().get("items").forEach(item -> status(503, item));
    }
    assertEquals(0, count());
  }

  private static void ended(String how, long start) {
    long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    System.out.printf(Locale.ROOT, "%d documents, %s: %d ms%n", DOCUMENTS, how, took);
    assertTrue(took < BOUND, () -> how + ": ended after " + took + " ms");
  }

  private static void status(int status, JsonNode item) {
    assertEquals(status, item.get("index").get("status").asInt(), item::toString);
  }

  private int count() throws IOException {
    rest.post(INDEX + "/_refresh", "").ok();
    return rest.get(INDEX + "/_count").ok().get("count").asInt();
  }
}
