package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A name that is given to another index while a request waits: the request is refused, and nothing
 * of it is sent to either. Its own timeout is far longer than the test's.
 */
@Timeout(120)
class DedupBulkNameTest extends IndexTest {

  private static final String OLD = "/named-old";
  private static final String NEW = "/named-new";
  private static final String BREAKERS = "/_nodes/node-0,node-1/stats/breaker";
  private static final String DECIDES = "indices:data/write/simhash/bulk[p]";
  private static final String NOWHERE = "\"index.routing.allocation.require._name\": \"nowhere\"";

  DedupBulkNameTest() {
    super("/named-*", 1, null);
  }

  private void make(String index, String settings) throws IOException {
    rest.put(
            index + "?wait_for_active_shards=0",
            "{\"settings\": {\"number_of_shards\": 1, \"number_of_replicas\": 0, "
                + settings
                + "}, \"mappings\": {\"properties\": {\"near\": {\"type\": \"simhash\"}}}}")
        .ok();
  }

  private static String onNode(int node) {
    return "\"index.routing.allocation.require._name\": \"node-" + node + '"';
  }

  private void set(String index, String setting) throws IOException {
    rest.put(index + "/_settings", "{" + setting + "}").ok();
  }

  private void alias(String... actions) throws IOException {
    rest.post("/_aliases", "{\"actions\": [" + String.join(", ", actions) + "]}").ok();
  }

  private static String change(String what, String index) {
    return "{\"" + what + "\": {\"index\": \"" + index.substring(1) + "\", \"alias\": \"named\"}}";
  }

  private CompletableFuture<HttpResponse<String>> begin(String name, String options) {
    return rest.begin(
        "/_plugins/_simhash/" + name + "/_bulk?field=near&timeout=5m" + options,
        "{\"index\": {}}\n{\"near\": \"00ff00ff00ff00ff\"}\n");
  }

  private void awaitTasks(String action, int count) throws IOException, InterruptedException {
    String path = "/_tasks?group_by=none&actions=" + action.replace("[", "%5B").replace("]", "%5D");
    while (rest.get(path).ok().get("tasks").size() != count) {
      Thread.sleep(20);
    }
  }

  private int count(String index) throws IOException {
    rest.post(index + "/_refresh", "").ok();
    return rest.get(index + "/_count").ok().get("count").asInt();
  }

  private static void refused(CompletableFuture<HttpResponse<String>> request) throws Exception {
    Rest.Answer answer = Rest.answer(request.get());
    assertEquals(503, answer.status(), answer::toString);
    String reason = answer.body().get("error").get("reason").asText();
    assertTrue(reason.contains("stands for another index now: nothing was changed"), reason);
  }

  /** Holds the turn of an index until all copies of its shard are there, which is never. */
  private CompletableFuture<HttpResponse<String>> holdTurn() throws Exception {
    CompletableFuture<HttpResponse<String>> first =
        begin(OLD.substring(1), "&wait_for_active_shards=all");
    awaitTasks("indices:data/write/bulk", 1);
    return first;
  }

  /** Whether the breaker of each node has the bytes of a request that waits or has its turn. */
  private static boolean areAllHolding(JsonNode answer) {
    boolean areAll = true;
    for (JsonNode node : answer.get("nodes")) {
      areAll &= node.at("/breakers/request/estimated_size_in_bytes").asLong() > 0;
    }
    return areAll;
  }

  @Test
  void whileItWaitsForItsTurn() throws Exception {
    make(OLD, onNode(0));
    make(NEW, onNode(0));
    cluster.awaitGreen();
    alias(change("add", OLD));
    set(OLD, "\"number_of_replicas\": 1"); // which has no node to be on
    CompletableFuture<HttpResponse<String>> first = holdTurn();
    CompletableFuture<HttpResponse<String>> second = begin("named", "");
    awaitTasks(DECIDES, 2);
    JsonNode holding = rest.get(BREAKERS).ok();
    for (int look = 0; look < 500 && !areAllHolding(holding); look++) {
      Thread.sleep(20);
      holding = rest.get(BREAKERS).ok();
    }
    assertTrue(areAllHolding(holding), holding::toString);
    alias(change("remove", OLD), change("add", NEW));
    set(OLD, "\"number_of_replicas\": 0");
    refused(second);
    JsonNode added = Rest.answer(first.get()).ok();
    assertEquals(1, added.get("added").asInt(), added::toString);
    assertEquals(List.of(1, 0), List.of(count(OLD), count(NEW)));
  }

  /** The node that decides takes the name for an index whose primary is elsewhere. */
  @Test
  void whileThereIsNoPrimary() throws Exception {
    make(OLD, NOWHERE);
    make(NEW, onNode(2));
    alias(change("add", OLD));
    CompletableFuture<HttpResponse<String>> request = begin("named", "");
    awaitTasks("indices:data/write/simhash/bulk", 1);
    assertFalse(request.isDone());
    alias(change("remove", OLD), change("add", NEW));
    set(OLD, onNode(0));
    refused(request);
    assertEquals(List.of(0, 0), List.of(count(OLD), count(NEW)));
  }

  @Test
  void whileItsIndexBecomesAnAlias() throws Exception {
    make(OLD, NOWHERE);
    make(NEW, onNode(0));
    cluster.rest(0).get("/_cluster/health" + NEW + "?wait_for_status=green").ok();
    CompletableFuture<HttpResponse<String>> request = begin(OLD.substring(1), "");
    awaitTasks("indices:data/write/simhash/bulk", 1);
    assertFalse(request.isDone());
    alias(
        "{\"remove_index\": {\"index\": \"named-old\"}}",
        change("add", NEW).replace("\"named\"", "\"named-old\""));
    refused(request);
    assertEquals(0, count(NEW));
  }
}
