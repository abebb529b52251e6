package io.github.lucenesimhash.opensearch.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.common.xcontent.XContentType;
import org.opensearch.core.xcontent.MediaType;

class MarkedSourceTest {

  private static IndexRequest document(String source) {
    return new IndexRequest("i").source(source, XContentType.JSON);
  }

  /** All but the mark stays as it was written. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mark       | {}                                    | {\"mark\":\"g\"}",
        "mark       | { \"t\" : 1.50 }                      | {\"mark\":\"g\", \"t\" : 1.50 }",
        "a.mark     | {\"t\":[{}],\"a\":{\"b\":2}}          |"
            + " {\"t\":[{}],\"a\":{\"mark\":\"g\",\"b\":2}}",
        "a.mark     | {\"b\":{\"a\":{}},\"a\":{ }}          |"
            + " {\"b\":{\"a\":{}},\"a\":{\"mark\":\"g\" }}",
        "a.b.mark   | {\"a\":{\"b\":{\"c\":{}}}}            |"
            + " {\"a\":{\"b\":{\"mark\":\"g\",\"c\":{}}}}",
        "a.b.mark   | {\"a.b\":{\"c\":3}}                   | {\"a.b\":{\"mark\":\"g\",\"c\":3}}",
        "a.b.mark   | {\"a\":{\"c\":3}}                     | {\"a\":{\"b.mark\":\"g\",\"c\":3}}",
        "a.mark     | {\"ab\":{}}                           | {\"a.mark\":\"g\",\"ab\":{}}",
      })
  void isPutIn(String path, String source, String expected) throws IOException {
    IndexRequest document = document(source);
    assertTrue(MarkedSource.mark(document, path, "g"));
    assertEquals(expected, document.source().utf8ToString());
    assertEquals(XContentType.JSON, document.getContentType());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":{\"mark\":null}}",
        "{\"a.mark\":\"b\"}",
        "{\"a\":1}",
        "{\"a\":[{\"mark\":1}]}"
      })
  void aValueStays(String source) throws IOException {
    IndexRequest document = document(source);
    assertFalse(MarkedSource.mark(document, "a.mark", "g"));
    assertEquals(source, document.source().utf8ToString());
  }

  /** Of several lines, in other characters than UTF-8, or no JSON. */
  @Test
  void othersAreWrittenAnew() throws IOException {
    Map<String, Object> expected = Map.of("t", 1, "a", Map.of("b", 2, "mark", "g"));
    String json = "{\"t\":1,\"a\":{\"b\":2}}";
    IndexRequest[] documents = {
      document("\n" + json),
      document(json.replace("\"a\"", "\n\"a\"")),
      document("\uFEFF" + json),
      new IndexRequest("i").source(document(json).sourceAsMap(), XContentType.CBOR)
    };
    for (IndexRequest document : documents) {
      MediaType type = document.getContentType();
      assertTrue(MarkedSource.mark(document, "a.mark", "g"));
      assertEquals(expected, document.sourceAsMap());
      assertEquals(type, document.getContentType());
    }
  }
}
