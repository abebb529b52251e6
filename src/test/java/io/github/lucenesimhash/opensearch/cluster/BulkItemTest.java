package io.github.lucenesimhash.opensearch.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.opensearch.action.index.IndexRequest;

class BulkItemTest {

  /** A write that is refused is decided again, perhaps otherwise, from the same request. */
  @Test
  void aRefusedItemLosesItsMark() {
    IndexRequest document = new IndexRequest("i").id("1").source(Map.of("title", "One"));
    BulkItem item = new BulkItem("i", 0, document, null, Set.of());
    for (String group : new String[] {"a", "b"}) {
      assertTrue(item.mark("group", group));
      assertEquals(Map.of("title", "One", "group", group), document.sourceAsMap());
      assertTrue(item.isNearDuplicate);
      item.unmark();
      assertEquals(Map.of("title", "One"), document.sourceAsMap());
      assertFalse(item.isNearDuplicate);
    }
  }
}
