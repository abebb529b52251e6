package io.github.lucenesimhash.dedup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.dedup.PendingDocuments.State;
import io.github.lucenesimhash.dedup.PendingDocuments.Table;
import io.github.lucenesimhash.testing.BruteForce;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.apache.lucene.util.BytesRef;
import org.junit.jupiter.api.Test;

class PendingDocumentsTest {

  private final PendingDocuments pending = new PendingDocuments();

  private void put(String id, long fingerprint) {
    pending.put(new State(new BytesRef(id), false, OptionalLong.of(fingerprint), 0, null), true);
  }

  private void delete(String id) {
    pending.put(State.deleted(new BytesRef(id)), false);
  }

  /** It tells what it told before, also when the documents are forgotten meanwhile. */
  @Test
  void aTableForgetsNothing() {
    put("a", 0b0);
    delete("b");
    Table before = pending.table();
    pending.evict(pending.lastStamp());
    assertFalse(before.get(new BytesRef("a")).isDeleted());
    assertTrue(before.get(new BytesRef("b")).isDeleted());
    assertNull(pending.table().get(new BytesRef("a")));
    assertEquals(0, pending.size());
    assertEquals(0, pending.ramBytesUsed());
  }

  @Test
  void onlyTheNewestChangeOfADocumentIsComparedWith() {
    put("a", 0b0);
    put("b", 0b1);
    long stamp = pending.lastStamp();
    put("a", 0b111);
    assertEquals(List.of("b"), within(0b0, 1));
    pending.evict(stamp);
    assertEquals(List.of("a"), within(0b0, 3));
    delete("a");
    assertEquals(List.of(), within(0b0, 3));
  }

  @Test
  void amongManyAllWithinTheDistanceAreFound() {
    SplittableRandom random = new SplittableRandom(7);
    BruteForce oracle = new BruteForce();
    for (int i = 0; i < 3000; i++) {
      long fingerprint = random.nextLong() & 0xFFF; // many within 3 bits of each other
      oracle.put(i, fingerprint);
      put("" + i, fingerprint);
    }
    for (int maxDistance : new int[] {0, 3, 64}) {
      long query = random.nextLong() & 0xFFF;
      assertEquals(
          oracle.within(query, maxDistance).keySet().stream().map(id -> "" + id).toList(),
          within(query, maxDistance));
      assertEquals(List.of(), within(~query, 3));
    }
  }

  private List<String> within(long fingerprint, int maxDistance) {
    List<String> ids = new ArrayList<>();
    pending
        .table()
        .within(
            fingerprint,
            maxDistance,
            (document, distance) -> ids.add(document.id().utf8ToString()));
    return ids;
  }
}
