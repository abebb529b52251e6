package io.github.lucenesimhash.fingerprint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.testing.Seeds;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FeatureCountsTest {

  private static final int ROUNDS = 20_000;

  private final SplittableRandom random = Seeds.splittable(12);

  private static boolean mayResemble(long[] a, long[] b, double minJaccard) {
    return FeatureCounts.mayDrop(of(a), of(b), minJaccard, 0);
  }

  private static byte[] of(long... hashes) {
    return FeatureCounts.of(hashes, hashes.length);
  }

  private static double jaccard(long[] a, long[] b) {
    Set<Long> shared = new HashSet<>(LongStream.of(a).boxed().toList());
    int size = shared.size();
    Set<Long> other = new HashSet<>(LongStream.of(b).boxed().toList());
    shared.retainAll(other);
    return Jaccard.of(shared.size(), size, other.size());
  }

  private static double containment(long[] a, long[] b) {
    Set<Long> all = new HashSet<>(LongStream.of(a).boxed().toList());
    Set<Long> shared = new HashSet<>(all);
    shared.retainAll(new HashSet<>(LongStream.of(b).boxed().toList()));
    return (double) shared.size() / all.size();
  }

  /** Draws a hash from few or from many, with hashes that share bits and hashes that repeat. */
  private long hash(int kind) {
    return switch (kind) {
      case 0 -> random.nextLong();
      case 1 -> random.nextLong(8) << 60;
      case 2 -> random.nextLong(64) << 8;
      default -> random.nextLong(1000);
    };
  }

  @Test
  void noPairThatResemblesIsRuledOut() {
    int ruledOut = 0;
    int notContained = 0;
    for (int round = 0; round < ROUNDS; round++) {
      int kind = random.nextInt(4);
      long[] a = LongStream.range(0, random.nextInt(1, 700)).map(i -> hash(kind)).toArray();
      int kept = random.nextInt(a.length + 1);
      long[] b =
          LongStream.concat(
                  LongStream.of(a).limit(kept),
                  LongStream.range(0, random.nextInt(1 + a.length / 2)).map(i -> hash(kind)))
              .toArray();
      double jaccard = jaccard(a, b);
      String repeat = "round " + round;
      assertTrue(mayResemble(a, b, jaccard), repeat);
      assertTrue(mayResemble(b, a, jaccard), repeat);
      double contained = containment(a, b);
      assertTrue(contained == 0 || FeatureCounts.mayDrop(of(a), of(b), 1, contained), repeat);
      boolean mayBeContained = FeatureCounts.mayDrop(of(a), of(b), 1, Math.min(1, contained + .3));
      notContained += mayBeContained ? 0 : 1;
      ruledOut += mayResemble(a, b, Math.min(1, jaccard + .3)) ? 0 : 1;
    }
    assertTrue(ruledOut > ROUNDS / 10, ruledOut + " ruled out");
    assertTrue(notContained > ROUNDS / 10, notContained + " not contained");
  }

  @Test
  void mostUnlikeTextsAreRuledOut() {
    for (int features : new int[] {5, 50, 150, 300, 1000, 5000}) {
      int ruledOut = 0;
      for (int round = 0; round < 2_000; round++) {
        long[] a = LongStream.range(0, features).map(i -> hash(0)).toArray();
        long[] b = LongStream.range(0, features).map(i -> hash(0)).toArray();
        ruledOut += mayResemble(a, b, .8) ? 0 : 1;
      }
      assertTrue(ruledOut > 1_800, features + " features: " + ruledOut);
    }
  }

  @Test
  void aFullCountIsAnyNumber() {
    long[] many = LongStream.range(0, 1000).map(i -> i << 8).toArray(); // all in one part
    assertEquals(-1, of(many)[Integer.BYTES + Long.BYTES]);
    assertTrue(mayResemble(many, many, 1));
    assertFalse(mayResemble(many, LongStream.of(many).limit(200).toArray(), .9));
    assertTrue(mayResemble(new long[0], new long[0], 0));
  }
}
