package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Groups are equal whether pairs that keys keep apart are left out early or tested. */
public class TestApartEdges extends LuceneTestCase {

  private static final int DISTANCE = 12;

  private final List<Optional<Fingerprint>> fingerprints = new ArrayList<>();
  private long[] keys;
  private boolean[] isOther; // texts that are unlike, whatever their keys

  /** Draws few different fingerprints around few templates, and few keys. */
  private void draw() {
    int documents = 1 + random().nextInt(120);
    int words = random().nextBoolean() ? 1 : 2;
    int templates = 1 + random().nextInt(3);
    long[] bases = random().longs(templates).toArray();
    keys = new long[documents];
    isOther = new boolean[documents];
    for (int i = 0; i < documents; i++) {
      long[] bits = new long[words];
      for (int word = 0; word < words; word++) {
        bits[word] = bases[random().nextInt(templates)] ^ 1L << random().nextInt(6);
      }
      boolean isShort = random().nextInt(10) == 0;
      fingerprints.add(isShort ? Optional.empty() : Optional.of(Fingerprint.of(bits)));
      keys[i] = random().nextInt(random().nextBoolean() ? 3 : 40);
      isOther[i] = random().nextInt(8) == 0;
    }
  }

  private boolean areApart(long key, long other) {
    return key != other && key != 0 && other != 0;
  }

  private List<List<Integer>> groups(boolean leavesOut, int maxEdges, int known, LongAdder tests)
      throws IOException {
    Grouping grouping =
        Grouping.stars(SimilarityJoin.within(DISTANCE))
            .maxEdges(maxEdges)
            .verify(
                (kept, other, distance) -> {
                  tests.increment();
                  return !areApart(keys[kept], keys[other]) && isOther[kept] == isOther[other];
                });
    if (known > 0) {
      grouping.keepAlways(document -> document >= fingerprints.size() - known);
    }
    if (leavesOut) {
      grouping.dropPairs(document -> keys[document], (key, other) -> key != other);
    }
    return KnownDocumentsTest.documents(grouping.of(DistinctFingerprints.of(fingerprints)));
  }

  public void testSameGroups() throws IOException {
    for (int round = 0; round < 100 * RANDOM_MULTIPLIER; round++) {
      fingerprints.clear();
      draw();
      int known = random().nextBoolean() ? 0 : random().nextInt(fingerprints.size());
      int maxEdges = 1 + random().nextInt(200);
      assertEquals(
          "round " + round,
          groups(false, 1 << 20, known, new LongAdder()),
          groups(true, maxEdges, known, new LongAdder()));
    }
  }

  /** Documents of one template are not all tested with each other. */
  public void testFewTests() throws IOException {
    int documents = 2000;
    keys = new long[documents];
    isOther = new boolean[documents];
    for (int i = 0; i < documents; i++) {
      fingerprints.add(Optional.of(Fingerprint.of(random().nextInt(500))));
      keys[i] = 1L + i;
    }
    LongAdder tests = new LongAdder();
    assertEquals(List.of(), groups(true, 10_000, 0, tests));
    assertTrue(tests.sum() + " tests", tests.sum() <= 2L * documents);
  }
}
