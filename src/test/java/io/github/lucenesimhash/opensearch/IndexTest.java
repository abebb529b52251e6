package io.github.lucenesimhash.opensearch;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A test whose index is on the shared cluster, and is deleted after each test. */
abstract class IndexTest {

  private final String path;
  private final int node;
  private final String body;
  Cluster cluster;
  Rest rest;

  /** Creates a test that talks to one node; the body of the index is null if the tests make it. */
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
      // While a shard moves, a search may show less than it showed after an earlier refresh.
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
