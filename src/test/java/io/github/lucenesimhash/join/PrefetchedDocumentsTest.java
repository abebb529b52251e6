package io.github.lucenesimhash.join;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.join.Grouping.Lookahead;
import io.github.lucenesimhash.join.Grouping.PairTest;
import io.github.lucenesimhash.join.Groups.Group;
import io.github.lucenesimhash.testing.RandomFingerprints;
import io.github.lucenesimhash.testing.Seeds;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Documents are announced before they are tested, except at most one for each batch. */
class PrefetchedDocumentsTest {

  @Test
  void documentsAreAnnouncedBeforeTheyAreTested() throws IOException {
    Random random = Seeds.random(11);
    for (int round = 0; round < 100; round++) {
      long[] fingerprints = RandomFingerprints.array(random, 1 + random.nextInt(300));
      Grouping grouping = Grouping.stars(SimilarityJoin.within(random.nextInt(20)).threads(1));
      DistinctFingerprints set = DistinctFingerprints.of(fingerprints);
      PairTest plain = (left, right, distance) -> (left + right) % 3 != 0;
      Prefetched prefetched = new Prefetched(plain, 1 + random.nextInt(50));
      Groups expected = grouping.verify(plain).of(set);
      grouping.verify(prefetched).lookahead(prefetched);
      assertEquals(kept(expected), kept(grouping.of(set)));
      assertTrue(
          prefetched.missed <= prefetched.tested / prefetched.most + 1,
          () -> prefetched.missed + " of " + prefetched.tested + " by " + prefetched.most);
    }
  }

  /** Each document is asked about a few times, even if nothing is fetched for many near ones. */
  @Test
  void theWorkGrowsWithTheDocuments() throws IOException {
    int documents = 10_000;
    int[] asked = new int[1];
    Lookahead lookahead =
        new Lookahead() {
          @Override
          public int most() {
            return 10;
          }

          @Override
          public boolean isNeeded(int left, int right) {
            asked[0]++;
            return false;
          }

          @Override
          public void fetch(int[] soon) {
            assertEquals(0, soon.length);
          }
        };
    Grouping grouping = Grouping.stars(SimilarityJoin.within(3).threads(1)).lookahead(lookahead);
    assertEquals(1, grouping.of(DistinctFingerprints.of(new long[documents])).size());
    assertTrue(asked[0] <= 3 * documents, asked[0] + " questions");
  }

  private static final class Prefetched implements PairTest, Lookahead {
    private final PairTest test;
    private final int most;
    private final Set<Integer> heard = new HashSet<>();
    private int tested;
    private int missed;

    Prefetched(PairTest test, int most) {
      this.test = test;
      this.most = most;
    }

    @Override
    public boolean test(int left, int right, int distance) throws IOException {
      tested++;
      missed += heard.contains(right) ? 0 : 1;
      return test.test(left, right, distance);
    }

    @Override
    public int most() {
      return most;
    }

    @Override
    public boolean isNeeded(int left, int right) {
      return true;
    }

    @Override
    public void fetch(int[] documents) {
      assertTrue(documents.length <= most);
      Arrays.stream(documents).forEach(heard::add);
    }
  }

  /** Returns the kept document of each duplicate. */
  private static Map<Integer, Integer> kept(Groups groups) {
    Map<Integer, Integer> kept = new TreeMap<>();
    for (Group group : groups) {
      for (int i = 0; i < group.size() - 1; i++) {
        kept.put(group.member(i), group.kept());
      }
    }
    return kept;
  }
}
