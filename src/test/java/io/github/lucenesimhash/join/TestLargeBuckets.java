package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.testing.BruteForce;
import io.github.lucenesimhash.testing.BruteForce.Pair;
import io.github.lucenesimhash.testing.RandomFingerprints;
import java.io.IOException;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** Compares joins of buckets larger than those of random fingerprints with brute force. */
public class TestLargeBuckets extends LuceneTestCase {

  /** Joins are exact if most fingerprints share a key in each block, more than fit into a tile. */
  public void testOfLargeBuckets() throws IOException {
    long[] values = new long[14_000];
    for (int i = 0; i < values.length; i++) {
      values[i] = random().nextLong();
      for (int shift = 0; shift < Long.SIZE; shift += 21) {
        values[i] &= random().nextInt(10) < 6 ? ~(0x1FFFFFL << shift) : -1;
      }
    }
    assertLarge(values, TestUtil.nextInt(random(), 3, 6));
  }

  /** Joins are exact if a block has few keys but full slices, of which few are near in the next. */
  public void testOfFewKeys() throws IOException {
    long[] values = random().longs(14_000).map(value -> value & ~0x1FFFC0L).toArray();
    assertLarge(values, TestUtil.nextInt(random(), 7, 9));
  }

  private static void assertLarge(long[] values, int maxDistance) throws IOException {
    for (int i = 7; i < values.length; i += 8) {
      long near = values[i - 1 - random().nextInt(7)];
      values[i] = RandomFingerprints.flip(random(), near, random().nextInt(maxDistance + 1));
    }
    Fingerprint[] distinct =
        LongStream.of(values).distinct().mapToObj(Fingerprint::of).toArray(Fingerprint[]::new);
    SimilarityJoin join = SimilarityJoin.within(maxDistance).blocks(3);
    List<Pair> expected = BruteForce.of(distinct).pairs(maxDistance);
    TestSimilarityJoinDuel.assertPairs(
        expected,
        join,
        threads -> consumer -> threads.pairs(TestSimilarityJoinDuel.set(distinct), consumer));
  }
}
