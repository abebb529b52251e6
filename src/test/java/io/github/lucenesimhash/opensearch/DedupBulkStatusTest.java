package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a request answers while a node does not, and where it may not read. */
class DedupBulkStatusTest extends IndexTest {

  private static final String INDEX = "/held";
  private static final int INDEXES = 36;
  private static final String DOCUMENT =
      "{\"index\": {\"_id\": \"1\"}}\n{\"near\": \"00ff00ff00ff00ff\"}\n";

  DedupBulkStatusTest() {
    super(INDEX, 0, null);
  }

  @AfterEach
  void deleteAll() throws IOException {
    for (int i = 0; i < INDEXES; i++) {
      rest.delete(INDEX + i + "?ignore_unavailable=true");
    }
  }

  private void create(String index, int node) throws IOException {
    rest.put(
            index,
            "{\"settings\": {\"number_of_shards\": 1, \"number_of_replicas\": 0,"
                + " \"index.routing.allocation.require._name\": \"node-"
                + node
                + "\"}, \"mappings\": {\"properties\": {\"near\": {\"type\": \"simhash\"}}}}")
        .ok();
  }

  private static String bulk(String index, int seconds) {
    return "/_plugins/_simhash" + index + "/_bulk?field=near&timeout=" + seconds + "s";
  }

  /** Not the cluster manager. */
  private int otherNode() throws IOException {
    JsonNode manager = rest.get("/_cat/cluster_manager?format=json").ok().get(0).get("node");
    return manager.asText().equals("node-1") ? 2 : 1;
  }

  @Test
  void manyIndexesNeedNoOtherNode() throws IOException {
    for (int i = 0; i < INDEXES; i++) {
      create(INDEX + i, 0);
      rest.post(bulk(INDEX + i, 60), DOCUMENT).ok();
    }
    int other = otherNode();
    cluster.signal(other, "STOP");
    try {
      JsonNode answer = rest.post(bulk(INDEX + 0, 4), DOCUMENT).ok();
      assertEquals(false, answer.get("errors").asBoolean(), answer::toString);
    } finally {
      cluster.signal(other, "CONT");
    }
  }

  @Test
  void whatMayNotBeReadIsNotLookedAt() throws IOException {
    create(INDEX, 0);
    rest.put(INDEX + "/_settings", "{\"index.blocks.read\": true}").ok();
    JsonNode item = rest.post(bulk(INDEX, 60), DOCUMENT).ok().get("items").get(0).get("index");
    assertEquals(403, item.get("status").asInt(), item::toString);
    assertTrue(item.toString().contains("index read"), item::toString);
    rest.put(INDEX + "/_settings", "{\"index.blocks.read\": null}").ok();
    rest.post(INDEX + "/_refresh", "").ok();
    assertEquals(0, rest.get(INDEX + "/_count").ok().get("count").asInt());
  }

  /** It dies when the time of the request is over already. */
  @Test
  void aDeadNodeIsUnavailable() throws Exception {
    int other = otherNode();
    create(INDEX, other);
    rest.post(bulk(INDEX, 60), DOCUMENT).ok();
    cluster.signal(other, "STOP");
    CompletableFuture<HttpResponse<String>> begun = rest.begin(bulk(INDEX, 1), DOCUMENT);
    Thread.sleep(2_500);
    cluster.kill(other);
    try {
      Rest.Answer answer = Rest.answer(begun.get());
      assertEquals(503, answer.status(), () -> answer.body().toString());
    } finally {
      cluster.start(other);
      cluster.awaitNodes(Cluster.NODES);
      cluster.awaitGreen();
    }
  }
}
