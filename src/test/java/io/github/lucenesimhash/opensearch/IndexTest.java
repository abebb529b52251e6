package io.github.lucenesimhash.opensearch;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Each test has an index on the shared cluster, which is deleted afterwards. */
abstract class IndexTest {

  private final String path;
  private final int node;
  private final String body;
  Cluster cluster;
  Rest rest;

  /** Talks to one of the nodes; the body makes the index, or is null if the tests make it. */
  IndexTest(String path, int node, String body) {
    this.path = path;
    this.node = node;
    this.body = body;
  }

  @BeforeEach
  void createIndex() throws IOException, InterruptedException {
    cluster = Cluster.shared();
    rest = cluster.rest(node);
    if (body != null) {
      rest.put(path, body).ok();
      // A shard that moves may show a search less than the refresh before has shown.
      String settled = "?wait_for_status=green&wait_for_no_relocating_shards=true&timeout=60s";
      rest.get("/_cluster/health" + path + settled).ok();
    }
  }

  @AfterEach
  void deleteIndex() throws IOException {
    if (rest != null) {
      rest.delete(path);
    }
  }
}
