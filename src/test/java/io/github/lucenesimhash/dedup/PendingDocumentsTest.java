package io.github.lucenesimhash.dedup;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PendingDocumentsTest {

  private static final int DOCUMENTS = 100_000;

  /**
   * A reader that misses what was forgotten must know it, while the rest is being forgotten too.
   */
  @RepeatedTest(5)
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void evictionsAreCountedBeforeTheFirstIsForgotten() throws Exception {
    PendingDocuments pending = new PendingDocuments(1 << 30);
    for (int i = 0; i < DOCUMENTS; i++) {
      pending.put(Pending.deleted("" + i), false);
    }
    long before = pending.evictions();
    Thread evicting = new Thread(() -> pending.evict(pending.lastStamp()));
    evicting.start();
    while (pending.size() == DOCUMENTS) {
      Thread.onSpinWait();
    }
    long after = pending.evictions();
    evicting.join();
    assertEquals(before + 1, after);
    assertEquals(0, pending.size());
  }

  @Test
  void onlyTheNewestChangeOfADocumentIsComparedWith() {
    PendingDocuments pending = new PendingDocuments(1 << 20);
    pending.put(new Pending("a", false, 0b0, 0, null), true);
    pending.put(new Pending("b", false, 0b1, 0, null), true);
    long stamp = pending.lastStamp();
    pending.put(new Pending("a", false, 0b111, 0, null), true);
    assertEquals(List.of("b"), within(pending, 0b0, 1));
    pending.evict(stamp);
    assertEquals(List.of("a"), within(pending, 0b0, 3));
    pending.put(Pending.deleted("a"), false);
    assertEquals(List.of(), within(pending, 0b0, 3));
  }

  @Test
  void amongManyAllWithinTheDistanceAreFound() {
    SplittableRandom random = new SplittableRandom(7);
    PendingDocuments pending = new PendingDocuments(1 << 20);
    List<Long> fingerprints = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      long fingerprint = random.nextLong() & 0xFFF; // many within 3 bits of each other
      fingerprints.add(fingerprint);
      pending.put(new Pending("" + i, false, fingerprint, 0, null), true);
    }
    for (int maxDistance : new int[] {0, 3, 64}) {
      long query = random.nextLong() & 0xFFF;
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < fingerprints.size(); i++) {
        if (Long.bitCount(fingerprints.get(i) ^ query) <= maxDistance) {
          expected.add("" + i);
        }
      }
      assertEquals(expected, within(pending, query, maxDistance));
      assertEquals(List.of(), within(pending, ~query, 3));
    }
  }

  private static List<String> within(PendingDocuments pending, long fingerprint, int maxDistance) {
    List<String> ids = new ArrayList<>();
    pending.within(fingerprint, maxDistance, document -> ids.add(document.id()));
    return ids;
  }
}
