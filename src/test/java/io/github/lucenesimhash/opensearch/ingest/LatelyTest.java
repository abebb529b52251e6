package io.github.lucenesimhash.opensearch.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What came lately is forgotten only after a refresh was asked for. */
class LatelyTest {

  private static final Lately.Key KEY = new Lately.Key("index", "near", "12");
  private static final int DOCUMENTS = 90_000;
  private static final int WRITTEN_WITHIN = 9_000; // documents that come before one is written

  private final Lately lately = new Lately();

  private static Lately.Entry entry(String id, long fingerprint) {
    return new Lately.Entry(id, null, Fingerprint.of(fingerprint), null);
  }

  private List<String> near(Lately.Entry entry, int maxDistance) {
    return lately.near(KEY, entry, maxDistance).stream().map(near -> near.entry().id()).toList();
  }

  @Test
  void eachDocumentIsHeldOrShown() {
    Random random = new Random(59);
    long[] fingerprints = random.longs(DOCUMENTS).toArray();
    int shown = 0;
    int refreshes = 0;
    int forgotten = 0;
    for (int i = 0; i < DOCUMENTS; i++) {
      if (lately.mustRefresh(KEY)) {
        shown = Math.max(0, i - WRITTEN_WITHIN);
        refreshes++;
      }
      if (i % 50 == 49) {
        int one = random.nextInt(i);
        boolean isHeld = near(entry("other", fingerprints[one]), 0).contains("" + one);
        forgotten += isHeld ? 0 : 1;
        assertTrue(isHeld || one < shown, one + " of " + i + " documents, shown up to " + shown);
      }
      lately.add(KEY, entry("" + i, fingerprints[i]));
    }
    assertEquals(3, refreshes);
    assertTrue(forgotten > 0);
  }

  @Test
  void theNearestOfOtherIdsComeFirst() {
    lately.add(KEY, entry("a", 7));
    lately.add(KEY, entry("b", 1));
    lately.add(KEY, entry(null, 0));
    lately.add(KEY, entry("c", -1));
    assertEquals(
        List.of("b", "a"), near(entry("c", 1), 3).stream().filter(id -> id != null).toList());
    assertEquals(List.of("a"), near(entry("b", 7), 1));
    lately.add(KEY, entry("a", -1)); // the id's last document counts
    assertEquals(List.of(), near(entry("x", 7), 1));
    assertEquals(List.of("c", "a"), near(entry("x", -1), 1));
  }

  @Test
  void tenantsAreApart() {
    lately.add(KEY, new Lately.Entry("a", "one", Fingerprint.of(0), null));
    assertEquals(List.of(), near(new Lately.Entry("b", "two", Fingerprint.of(0), null), 3));
    assertEquals(List.of("a"), near(new Lately.Entry("b", "one", Fingerprint.of(0), null), 3));
  }
}
