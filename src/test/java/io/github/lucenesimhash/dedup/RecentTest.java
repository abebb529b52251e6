package io.github.lucenesimhash.dedup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.dedup.Recent.State;
import io.github.lucenesimhash.dedup.Scope.Origin;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.testing.BruteForce;
import io.github.lucenesimhash.verify.Comparison;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RecentTest {

  private final Directory directory = new ByteBuffersDirectory();
  private final IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig());
  private Recent recent = new Recent(1 << 20);

  RecentTest() throws IOException {}

  @AfterEach
  void close() throws IOException {
    IOUtils.close(writer, directory);
  }

  private static State state(String id, long fingerprint) {
    return new State(
        new BytesRef(id), false, Fingerprint.of(fingerprint), 0, null, Origin.NONE, null);
  }

  private void put(String id, long fingerprint) {
    recent.put(state(id, fingerprint));
  }

  private State get(String id) {
    return recent.get(new BytesRef(id));
  }

  /** It tells what it told before, also when the changes are forgotten meanwhile. */
  @Test
  void theOldOneForgetsNothing() {
    put("a", 0b0);
    recent.put(State.deleted(new BytesRef("b")));
    Recent before = recent;
    recent = recent.since(recent.last);
    assertFalse(before.get(new BytesRef("a")).isDeleted());
    assertTrue(before.get(new BytesRef("b")).isDeleted());
    assertNull(get("a"));
    assertEquals(0, recent.size());
    assertEquals(0, recent.ramBytesUsed());
  }

  @Test
  void aChangeSinceTheRefreshBeganIsKept() {
    put("a", 0b0);
    put("b", 0b1);
    long before = recent.last;
    put("a", 0b111);
    put("c", 0b11);
    assertEquals(List.of("b", "c"), within(0b0, 2));
    recent = recent.since(before);
    assertNull(get("b"));
    assertEquals(Set.of("a", "c"), Set.copyOf(within(0b0, 3)));
    recent.put(State.deleted(new BytesRef("a")));
    assertEquals(List.of("c"), within(0b0, 3));
  }

  /** The second refresh began later, and ends first. */
  @Test
  void refreshesMayOverlap() {
    put("a", 0b0);
    long first = recent.last;
    put("b", 0b1);
    long second = recent.last;
    put("c", 0b11);
    recent = recent.since(second);
    recent = recent.since(first);
    assertEquals(List.of("c"), within(0b0, 3));
  }

  /** A refresh that began before a change failed does not show whether it was made. */
  @Test
  void onlyALaterRefreshSettlesWhatIsUnsure() {
    put("a", 0b0);
    long before = recent.last;
    recent.setUnsure();
    assertFalse(recent.isReadyFor(state("b", 0b1)));
    recent = recent.since(before);
    assertFalse(recent.isReadyFor(state("b", 0b1)));
    put("c", 0b1); // a change that is not decided, a delete for one
    recent = recent.since(recent.last - 1);
    assertTrue(recent.isReadyFor(state("b", 0b1)));
    assertNotNull(get("c"));
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
    Settings settings =
        NearDuplicateWriter.builder(writer).comparison(Comparison.within(maxDistance));
    List<String> within = new ArrayList<>();
    recent.forEachNear(
        state("other", fingerprint),
        settings,
        (state, distance) -> within.add(state.id().utf8ToString()));
    return within;
  }
}
