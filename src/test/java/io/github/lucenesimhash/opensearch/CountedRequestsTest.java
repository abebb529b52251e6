package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** {@code GET _plugins/_simhash/stats} counts what requests to any node did. */
class CountedRequestsTest extends IndexTest {

  private static final String STATS = "/_plugins/_simhash/counted-*/stats";
  private static final String BULK = "/_plugins/_simhash/counted-a/_bulk?field=near";

  CountedRequestsTest() {
    super("/counted-*", 1, null);
  }

  private void make(String name) throws IOException {
    rest.put(
            "/" + name,
            """
            {"settings": {"number_of_shards": 2, "number_of_replicas": 0},
             "mappings": {"properties": {"group": {"type": "keyword"},
               "near": {"type": "simhash"}}}}
            """)
        .ok();
  }

  private static String document(String id, String near) {
    return "{\"index\": {\"_id\": \"" + id + "\"}}\n{\"near\": \"" + near + "\"}\n";
  }

  private static Set<String> names(JsonNode object) {
    Set<String> names = new TreeSet<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private JsonNode of(String index, String what) throws IOException {
    return rest.get(STATS).ok().get("indices").get(index).get(what);
  }

  private static long millisSince(long start) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
  }

  private static void counts(JsonNode object, String name, long expected) {
    assertEquals(expected, object.get(name).asLong(), () -> name + " of " + object);
  }

  @Test
  void bulks() throws IOException {
    long start = System.nanoTime();
    make("counted-a");
    String bulk = document("1", "Pump model 9341 for the garden");
    bulk += document("2", "Pump model 9341 for the gardens");
    bulk += document("3", "Pump model 9342 for the garden");
    bulk += document("4", "Quite another text about ferries") + document("", "nothing");
    bulk += "{\"delete\": {\"_id\": \"9\"}}\n";
    JsonNode answer = rest.post(BULK + "&max_distance=64&verify=0.1", bulk).ok();
    cluster.rest(2).post(BULK, document("5", "Quite another text about ferries")).ok();
    JsonNode counts = of("counted-a", "bulk");
    counts(counts, "requests", 2);
    counts(counts, "offered", 6);
    counts(counts, "added", answer.get("added").asLong());
    counts(counts, "near_duplicates", answer.get("near_duplicates").asLong() + 1);
    counts(counts, "held_back", answer.get("held_back").asLong());
    assertTrue(answer.get("held_back").asLong() > 0, answer::toString);
    counts(counts, "failed", 1);
    counts(counts, "waiting", 0);
    counts(counts, "refused", 0);
    assertTrue(counts.get("look_ups").asLong() >= 2, counts::toString);
    long time = counts.get("time_in_millis").asLong();
    assertTrue(time >= counts.get("look_up_time_in_millis").asLong(), counts::toString);
    assertTrue(counts.get("look_up_time_in_millis").asLong() > 0, counts::toString);
    assertTrue(time <= millisSince(start), counts::toString);
    assertTrue(answer.get("took").asLong() <= millisSince(start), answer::toString);
  }

  @Test
  void refusedBulks() throws IOException {
    make("counted-a");
    String setting = "{\"transient\": {\"simhash.bulk.queue_size\": ";
    rest.put("/_cluster/settings", setting + "0}}").ok();
    int refused = 0;
    try {
      List<CompletableFuture<HttpResponse<String>>> sent = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        sent.add(rest.begin(BULK, document("r" + i, "Text number " + i)));
      }
      for (CompletableFuture<HttpResponse<String>> answer : sent) {
        refused += answer.join().statusCode() == 429 ? 1 : 0;
      }
    } finally {
      rest.put("/_cluster/settings", setting + "null}}").ok();
    }
    counts(of("counted-a", "bulk"), "requests", 8);
    counts(of("counted-a", "bulk"), "refused", refused);
    counts(of("counted-a", "bulk"), "offered", 8 - refused);
  }

  @Test
  void groupsAndSweeps() throws IOException {
    long start = System.nanoTime();
    make("counted-a");
    make("counted-b");
    for (String index : new String[] {"/counted-a", "/counted-b"}) {
      for (int i = 0; i < 3; i++) {
        rest.put(index + "/_doc/" + i, "{\"near\": \"00ff00ff00ff00f" + i + "\"}").ok();
      }
    }
    String body = "{\"field\": \"near\"";
    JsonNode groups = rest.post("/_plugins/_simhash/counted-a,counted-b/_groups", body + "}").ok();
    assertTrue(groups.get("took").asLong() <= millisSince(start), groups::toString);
    cluster.rest(0).post("/_plugins/_simhash/counted-b/_groups", body + "}").ok();
    rest.post("/_plugins/_simhash/counted-b/_groups", body + ", \"keep_by\": \"nowhere\"}")
        .refused("nowhere");
    String sweep = body + ", \"dry_run\": false}";
    JsonNode swept = rest.post("/_plugins/_simhash/counted-a,counted-b/_sweep", sweep).ok();
    assertEquals(5, swept.get("deleted").asInt());
    counts(of("counted-a", "groups"), "total", 1);
    counts(of("counted-b", "groups"), "total", 3);
    counts(of("counted-b", "groups"), "failed", 1);
    counts(of("counted-b", "groups"), "current", 0);
    counts(of("counted-a", "sweep"), "deleted", 2); // the kept one is here
    counts(of("counted-b", "sweep"), "deleted", 3);
    counts(of("counted-b", "sweep"), "total", 1);
    long time = of("counted-b", "sweep").get("time_in_millis").asLong();
    assertTrue(time > 0 && time <= millisSince(start), time + " ms");
  }

  @Test
  void refusedGroups() throws IOException {
    make("counted-a");
    rest.put("/counted-plain", "{\"settings\": {\"number_of_shards\": 1}}").ok();
    int total = 0;
    int refused = 0;
    int refusedOfAll = 0;
    int refusedMissing = 0;
    while ((refusedOfAll == 0 || refusedMissing == 0) && total < 5000) { // 16 run at a time
      List<CompletableFuture<HttpResponse<String>>> sent = new ArrayList<>();
      List<CompletableFuture<HttpResponse<String>>> missing = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        String indices = i % 2 == 0 ? "counted-a" : "counted-*";
        sent.add(rest.begin("/_plugins/_simhash/" + indices + "/_groups", "{\"field\": \"near\"}"));
        missing.add(rest.begin("/_plugins/_simhash/counted-x/_groups", "{\"field\": \"near\"}"));
      }
      for (int i = 0; i < sent.size(); i++) {
        boolean isRefused = sent.get(i).join().statusCode() == 429;
        refused += isRefused ? 1 : 0;
        refusedOfAll += isRefused && i % 2 == 1 ? 1 : 0;
      }
      for (CompletableFuture<HttpResponse<String>> answer : missing) {
        int status = answer.join().statusCode();
        assertTrue(status == 404 || status == 429, status + "");
        refusedMissing += status == 429 ? 1 : 0;
      }
      total += sent.size();
    }
    assertTrue(refusedOfAll > 0 && refusedMissing > 0, total + " were sent");
    counts(of("counted-a", "groups"), "total", total - refused);
    counts(of("counted-a", "groups"), "refused", refused);
    counts(of("counted-a", "groups"), "failed", 0);
    counts(of("counted-plain", "groups"), "refused", refusedOfAll); // its mapping is not read then
    counts(of("counted-plain", "groups"), "total", 0);
    assertEquals(Set.of("counted-a", "counted-plain"), names(rest.get(STATS).ok().get("indices")));
  }

  @Test
  void asNodesStatsAnswer() throws IOException {
    make("counted-a");
    make("counted-b");
    rest.post(BULK, document("1", "one")).ok();
    rest.post(BULK.replace("-a", "-b"), document("1", "one")).ok();
    JsonNode all = rest.get("/_plugins/_simhash/stats").ok();
    assertEquals(Cluster.NODES, all.get("_nodes").get("successful").asInt());
    assertEquals(Cluster.NODES, all.get("nodes").size());
    assertTrue(names(all.get("indices")).containsAll(Set.of("counted-a", "counted-b")));
    long sum = 0;
    for (JsonNode node : all.get("nodes")) {
      assertFalse(node.get("name").asText().isEmpty());
      sum += node.at("/indices/counted-a/bulk/requests").asLong();
    }
    assertEquals(1, sum);
    JsonNode one = rest.get(STATS.replace("*", "a")).ok();
    assertEquals(Set.of("counted-a"), names(one.get("indices")));
    assertEquals(Set.of("bulk", "groups", "sweep"), names(one.get("indices").get("counted-a")));
    rest.get(STATS.replace("*", "x")).refused("no such index [counted-x]");
    rest.delete("/counted-a").ok();
    make("counted-a");
    assertEquals(Set.of("counted-b"), names(rest.get(STATS).ok().get("indices")));
  }
}
