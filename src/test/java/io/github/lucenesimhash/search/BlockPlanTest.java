package io.github.lucenesimhash.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
}
