package io.github.lucenesimhash.opensearch.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.opensearch.cluster.BulkItems.Item;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.opensearch.action.DocWriteRequest.OpType;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkItemResponse.Failure;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.delete.DeleteResponse;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.action.index.IndexResponse;
import org.opensearch.common.xcontent.XContentType;
import org.opensearch.core.common.Strings;
import org.opensearch.core.index.shard.ShardId;

class BulkItemsTest {

  private final IndexRequest document =
      new IndexRequest("i").id("1").source(Map.of("title", "One"));
  private final Item item = new Item(null, "i", 0, document, null, Set.of());

  /** A write that is refused is decided again, perhaps otherwise, from the same request. */
  @Test
  void aRefusedItemLosesItsMark() {
    for (String group : new String[] {"a", "b"}) {
      assertTrue(item.mark("group", group));
      assertEquals(Map.of("title", "One", "group", group), document.sourceAsMap());
      assertTrue(item.isNearDuplicate);
      item.unmark();
      assertEquals(Map.of("title", "One"), document.sourceAsMap());
      assertFalse(item.isNearDuplicate);
    }
  }

  @Test
  void aValueIsNoMark() {
    assertFalse(item.mark("title", "a"));
    item.unmark();
    assertEquals(Map.of("title", "One"), document.sourceAsMap());
    assertFalse(item.isNearDuplicate);
  }

  @Test
  void aFailureIsItsAnswer() {
    assertTrue(item.isOpen());
    item.fail(new IllegalArgumentException("no text"));
    assertEquals(
        "{\"index\":{\"_index\":\"i\",\"_id\":\"1\",\"status\":400,\"error\":"
            + "{\"type\":\"illegal_argument_exception\",\"reason\":\"no text\"}}}",
        Strings.toString(XContentType.JSON, item.answer));
    assertFalse(item.isOpen());
    assertFalse(item.isRefused);
  }

  @Test
  void whatIsRefusedHasFailed() {
    item.refuse(new IllegalArgumentException("no date"));
    assertTrue(item.isRefused && item.isFailed);
    assertFalse(item.isOpen());
  }

  @Test
  void whatHasNoValueIsNearNothing() {
    assertNull(item.fingerprint);
    DeleteRequest delete = new DeleteRequest("i", "1");
    assertNull(new Item(null, "i", 0, delete, null, Set.of()).fingerprint);
  }

  /** Only a document that was written is added, and a near-duplicate of another. */
  @Test
  void isWhatWasDone() {
    ShardId shard = new ShardId("i", "uuid", 0);
    BulkItemResponse written =
        new BulkItemResponse(0, OpType.INDEX, new IndexResponse(shard, "1", 0, 1, 1, true));
    BulkItemResponse failed =
        new BulkItemResponse(
            0, OpType.INDEX, new Failure("i", "1", new IllegalArgumentException("no")));
    for (BulkItemResponse response : List.of(written, failed)) {
      Item marked = new Item(null, "i", 0, document, null, Set.of());
      marked.isNearDuplicate = true;
      marked.take(response);
      assertEquals(response.equals(failed), marked.isFailed);
      assertEquals(response.equals(written), marked.isAdded);
      assertEquals(response.equals(written), marked.isNearDuplicate);
    }
    Item delete = new Item(null, "i", 0, new DeleteRequest("i", "1"), null, Set.of());
    delete.take(
        new BulkItemResponse(0, OpType.DELETE, new DeleteResponse(shard, "1", 0, 1, 1, true)));
    assertFalse(delete.isFailed || delete.isAdded || delete.isOpen());
  }
}
