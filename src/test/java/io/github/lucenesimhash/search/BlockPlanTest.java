package io.github.lucenesimhash.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.fingerprint.HammingBall;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class BlockPlanTest {

  private static final int TEN_MILLION = 10_000_000;
  private static final int[] EVEN = {153, 153, 153, 153};
  private static final long[] ROTATED = {7L << 48, 70L << 48, 700L << 48, 7000L << 48};

  private static BlockPlan plan(int maxDistance, int[] own, FrequentValues frequent) {
    return BlockPlan.cheapest(
        maxDistance,
        new BlockPlan.Statistics(16, TEN_MILLION, own, ROTATED, frequent),
        BlockPlan.Costs.TABLES);
  }

  private static void assertThresholds(BlockPlan plan, int... expected) {
    for (int block = 0; block < expected.length; block++) {
      assertEquals(expected[block], plan.threshold(block), plan + ", block " + block);
    }
  }

  @Test
  void thresholdsAddUpToTheBoundAtEveryDistance() {
    for (int maxDistance = 0; maxDistance <= 64; maxDistance++) {
      BlockPlan plan = plan(maxDistance, EVEN, new FrequentValues(4));
      int sum = 0;
      for (int block = 0; block < 4; block++) {
        assertTrue(plan.threshold(block) >= -1 && plan.threshold(block) <= 16);
        sum += plan.threshold(block) + 1;
      }
      assertEquals(maxDistance + 1, sum, "distance " + maxDistance);
    }
  }

  @Test
  void evenBlocksNeedTheLookupsOfTheGeneralPigeonhole() {
    int[] expected = {1, 2, 3, 4, 20, 36, 52, 68, 188, 308, 428, 548, 1108};
    for (int maxDistance = 0; maxDistance < expected.length; maxDistance++) {
      assertEquals(
          expected[maxDistance],
          plan(maxDistance, EVEN, new FrequentValues(4)).lookups(),
          "distance " + maxDistance);
    }
  }

  @Test
  void aFrequentOwnValueIsSkipped() {
    BlockPlan plan = plan(3, new int[] {2_500_000, 100, 150, 160}, new FrequentValues(4));
    assertEquals(-1, plan.threshold(0), plan.toString());
    assertEquals(19, plan.lookups());
    assertTrue(plan.candidates() < 5_000, plan.toString());
  }

  @Test
  void aFrequentNeighbourIsLeftOutOfTheBall() {
    int[] documents = new int[1 << 16];
    documents[(int) (ROTATED[1] >>> 48) ^ 4] = 2_500_000;
    FrequentValues frequent = new FrequentValues(4);
    frequent.find(1, TestFrequentValues.starts(documents));
    assertThresholds(plan(7, EVEN, new FrequentValues(4)), 1, 1, 1, 1);
    BlockPlan plan = plan(7, EVEN, frequent);
    assertEquals(0, plan.threshold(1), plan.toString());
    assertTrue(plan.candidates() < 100_000, plan.toString());
  }

  @Test
  void ballsHoldExactlyTheNearValues() {
    int center = 0xD8F3;
    for (int radius = -1; radius <= 16; radius++) {
      int[] values = HammingBall.values(center, radius);
      assertEquals(HammingBall.size(16, radius), values.length);
      assertEquals(values.length, Arrays.stream(values).distinct().count());
      for (int i = 0; i < values.length; i++) {
        assertTrue(Integer.bitCount(values[i] ^ center) <= radius && values[i] < 1 << 16);
        assertTrue(i == 0 || values[i - 1] < values[i]);
      }
    }
    assertEquals(1 << 16, HammingBall.size(16, 16));
    assertEquals(697, HammingBall.size(16, 3));
  }
}
