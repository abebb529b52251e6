package io.github.lucenesimhash.opensearch.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.common.xcontent.XContentType;

class MarkedSourceTest {

  private static IndexRequest document(String source) {
    return new IndexRequest("i").source(source, XContentType.JSON);
  }

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
  void isPutIn(String path, String source, String expected) {
    IndexRequest document = document(source);
    assertTrue(MarkedSource.mark(document, path, "g"));
    assertEquals(document(expected).sourceAsMap(), document.sourceAsMap());
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
  void aValueStays(String source) {
    IndexRequest document = document(source);
    assertFalse(MarkedSource.mark(document, "a.mark", "g"));
    assertEquals(source, document.source().utf8ToString());
  }

  @Test
  void theFormOfTheSourceStays() {
    Map<String, Object> source = Map.of("t", 1, "a", Map.of("b", 2));
    IndexRequest document = new IndexRequest("i").source(source, XContentType.CBOR);
    assertTrue(MarkedSource.mark(document, "a.mark", "g"));
    assertEquals(Map.of("t", 1, "a", Map.of("b", 2, "mark", "g")), document.sourceAsMap());
    assertEquals(XContentType.CBOR, document.getContentType());
  }
}
