package io.github.lucenesimhash.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.testing.RandomFingerprints;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

class FingerprintListTest {

  @Test
  void findsWhatEachComparisonFinds() {
    long seed = Long.getLong("tests.bulkSeed", new Random().nextLong());
    Random random = new Random(seed);
    int near = 0;
    for (int round = 0; round < 60; round++) {
      int words = 1 << round % 3;
      Fingerprint[] all = RandomFingerprints.many(random, random.nextInt(3000), words);
      FingerprintList<Integer> list = new FingerprintList<>();
      for (int i = 0; i < all.length; i++) {
        list.add(i, all[i]);
      }
      for (int i = 0; i < Math.min(20, all.length); i++) {
        Fingerprint asked = all[random.nextInt(all.length)];
        int maxDistance = random.nextInt(20 * words);
        Map<Integer, Integer> expected = new HashMap<>();
        for (int j = 0; j < all.length; j++) {
          if (asked.distance(all[j]) <= maxDistance) {
            expected.put(j, asked.distance(all[j]));
          }
        }
        Map<Integer, Integer> found = new HashMap<>();
        list.forEachNear(asked, maxDistance, found::put);
        assertEquals(expected, found, "seed " + seed + ", round " + round);
        near += found.size();
      }
    }
    assertTrue(near > 1000, near + " near");
  }

  /** A search finds all earlier additions while another thread adds. */
  @Test
  void isLookedAtWhileItGrows() throws Exception {
    for (int round = 0; round < 50; round++) {
      FingerprintList<Integer> list = new FingerprintList<>();
      list.add(0, Fingerprint.of(0L));
      FutureTask<Void> adding =
          new FutureTask<>(
              () -> {
                for (int i = 1; i < 50_000; i++) {
                  list.add(i, Fingerprint.of(-1L));
                }
                return null;
              });
      new Thread(adding).start();
      do {
        int[] found = new int[1];
        list.forEachNear(Fingerprint.of(1L), 1, (item, distance) -> found[0]++);
        assertEquals(1, found[0]);
      } while (!adding.isDone());
      adding.get();
    }
  }
}
