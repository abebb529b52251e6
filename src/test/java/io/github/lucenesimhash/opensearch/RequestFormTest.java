package io.github.lucenesimhash.opensearch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests parameters in the query string and in the body, and requests that time out. */
class RequestFormTest extends IndexTest {

  private static final String INDEX = "/form";

  RequestFormTest() {
    super(
        INDEX,
        1,
        """
        {"settings": {"number_of_shards": 2, "refresh_interval": "1s"},
         "mappings": {"properties": {"near": {"type": "simhash"}}}}
        """);
  }

  @Test
  void optionsStandInTheBody() throws IOException {
    for (String action : List.of("_groups", "_sweep")) {
      String path = "/_plugins/_simhash" + INDEX + "/" + action;
      rest.post(path + "?max_distance=3", "{\"field\": \"near\"}")
          .refused("unrecognized parameter");
      rest.post(path, "{\"feild\": \"near\"}").refused("[feild]");
    }
  }

  /** A request that has no time left gets status 408, because load is not the reason. */
  @Test
  void timeIsOver() throws IOException {
    for (String action : List.of("_groups", "_sweep")) {
      String path = "/_plugins/_simhash" + INDEX + "/" + action + "?timeout=1nanos";
      Rest.Answer answer = rest.post(path, "{\"field\": \"near\"}");
      assertEquals(408, answer.status(), answer::toString);
    }
  }
}
