package io.github.lucenesimhash.opensearch.groups;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.get.GetResponse;
import org.opensearch.index.get.GetResult;

class GatheredDocumentTest {

  private final GatheredDocument document = new GatheredDocument("news", "1", "a", 7, 2);

  private boolean isUnchanged(long seqNo, long term, boolean exists) {
    return document.isUnchanged(
        new GetResponse(
            new GetResult("news", "1", seqNo, term, 1, exists, null, Map.of(), Map.of())));
  }

  @Test
  void isUnchangedAsLongAsItIsTheWriteThatWasRead() {
    assertEquals(true, isUnchanged(7, 2, true));
    assertEquals(false, isUnchanged(8, 2, true));
    assertEquals(false, isUnchanged(7, 3, true));
    assertEquals(false, isUnchanged(-2, 0, false));
  }

  @Test
  void isDeletedOnlyIfItIsUnchanged() {
    DeleteRequest delete = document.delete();
    assertEquals("news 1 a", delete.index() + " " + delete.id() + " " + delete.routing());
    assertEquals(7, delete.ifSeqNo());
    assertEquals(2, delete.ifPrimaryTerm());
  }

  @Test
  void isShownWithItsRoutingIfItHasOne() {
    assertEquals(
        Map.of("kept", "1", "kept_index", "news", "kept_routing", "a"),
        document.shown("kept", "kept_index", "kept_routing"));
    assertEquals(
        Map.of("id", "1", "index", "news"),
        new GatheredDocument("news", "1", null, 7, 2).shown("id", "index", "routing"));
  }
}
