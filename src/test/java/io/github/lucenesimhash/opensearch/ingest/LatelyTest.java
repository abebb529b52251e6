package io.github.lucenesimhash.opensearch.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests that recent documents are forgotten only after a refresh that was requested later. */
class LatelyTest {

  private static final Lately.Key KEY = new Lately.Key("index", "near", "12");
  private static final int DOCUMENTS = 90_000;
  private static final int WRITTEN_WITHIN = 9_000; // documents that may follow an unwritten one

  private final Lately lately = new Lately();

  private static Lately.Entry entry(String id, long fingerprint) {
    return new Lately.Entry(id, null, Fingerprint.of(fingerprint), null);
  }

  private List<String> near(Lately.View view, Lately.Entry entry, int maxDistance) {
    return lately.near(view, entry, maxDistance).stream().map(near -> near.entry().id()).toList();
  }

  private List<String> near(Lately.Entry entry, int maxDistance) {
    return near(lately.begin(KEY), entry, maxDistance);
  }

  private void add(Lately.Entry entry) {
    lately.add(lately.begin(KEY), entry);
  }

  @Test
  void eachDocumentIsHeldOrShown() {
    Random random = new Random(59);
    long[] fingerprints = random.longs(DOCUMENTS).toArray();
    int shown = 0;
    int refreshes = 0;
    int forgotten = 0;
    for (int i = 0; i < DOCUMENTS; i++) {
      Lately.View view = lately.begin(KEY);
      if (view.unshown() != null) {
        shown = Math.max(0, i - WRITTEN_WITHIN);
        refreshes++;
        lately.shown(view);
      }
      if (i % 50 == 49) {
        int one = random.nextInt(i);
        boolean isHeld = near(view, entry("other", fingerprints[one]), 0).contains("" + one);
        forgotten += isHeld ? 0 : 1;
        assertTrue(isHeld || one < shown, one + " of " + i + " documents, shown up to " + shown);
      }
      lately.add(view, entry("" + i, fingerprints[i]));
    }
    assertEquals(3, refreshes);
    assertTrue(forgotten > 0);
  }

  /** A batch sees earlier documents and all its own, however many come while it searches. */
  @Test
  void aBatchSeesWhatCameSinceItBegan() {
    add(entry("first", 7));
    Lately.View slow = lately.begin(KEY);
    for (int i = 0; i < DOCUMENTS; i++) {
      add(entry("" + i, -1));
    }
    assertEquals(List.of("first"), near(slow, entry("x", 7), 0));
    assertEquals(List.of(), near(entry("x", 7), 0));
    Lately.View large = lately.begin(KEY);
    lately.add(large, entry("own", 8));
    for (int i = 0; i < DOCUMENTS; i++) {
      lately.add(large, entry("" + i, -1));
    }
    assertEquals(List.of("own"), near(large, entry("x", 8), 0));
  }

  /** A refresh counts only when it is over, and not for documents forgotten meanwhile. */
  @Test
  void eachBatchRefreshesUntilOneHas() {
    Lately.View view = lately.begin(KEY);
    while (view.unshown() == null) {
      lately.add(view, entry("a", 7));
      view = lately.begin(KEY);
    }
    assertEquals(view.unshown(), lately.begin(KEY).unshown());
    int first = view.unshown();
    while (lately.begin(KEY).unshown() == first) {
      add(entry("b", 7));
    }
    lately.shown(view);
    assertEquals(first + 1, lately.begin(KEY).unshown());
    lately.shown(lately.begin(KEY));
    assertEquals(null, lately.begin(KEY).unshown());
  }

  /** Documents of long tenant names are forgotten sooner, because names take memory too. */
  @Test
  void longTenantsAreForgottenSooner() {
    String tenant = "t".repeat(30_000);
    long most = 3 * Runtime.getRuntime().maxMemory() / 32 / 60_000;
    for (int i = 0; i < most; i++) {
      add(new Lately.Entry("" + i, tenant + i, Fingerprint.of(i == 0 ? 0 : -1), null));
    }
    assertEquals(List.of(), near(new Lately.Entry("x", tenant + 0, Fingerprint.of(0), null), 0));
  }

  @Test
  void theNearestOfOtherIdsComeFirst() {
    add(entry("a", 7));
    add(entry("b", 1));
    add(entry(null, 0));
    add(entry("c", -1));
    assertEquals(
        List.of("b", "a"), near(entry("c", 1), 3).stream().filter(id -> id != null).toList());
    assertEquals(List.of("a"), near(entry("b", 7), 1));
    add(entry("a", -1)); // only the last document of an id counts
    assertEquals(List.of(), near(entry("x", 7), 1));
    assertEquals(List.of("c", "a"), near(entry("x", -1), 1));
  }

  @Test
  void tenantsAreApart() {
    add(new Lately.Entry("a", "one", Fingerprint.of(0), null));
    assertEquals(List.of(), near(new Lately.Entry("b", "two", Fingerprint.of(0), null), 3));
    assertEquals(List.of("a"), near(new Lately.Entry("b", "one", Fingerprint.of(0), null), 3));
  }
}
