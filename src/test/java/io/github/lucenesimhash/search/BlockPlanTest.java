package io.github.lucenesimhash.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class BlockPlanTest {

  private static final int MILLION = 1_000_000;
  private static final int[] EVEN = {15, 15, 15, 15};

  @Test
  void thresholdsAddUpToTheBoundAtEveryDistance() {
    for (int maxDistance = 0; maxDistance <= 64; maxDistance++) {
      BlockPlan plan = BlockPlan.balanced(maxDistance, EVEN, MILLION);
      int sum = 0;
      for (int block = 0; block < 4; block++) {
        assertTrue(plan.threshold(block) >= -1 && plan.threshold(block) <= 16);
        sum += plan.threshold(block) + 1;
      }
      assertEquals(maxDistance + 1, sum, "distance " + maxDistance);
    }
  }

  @Test
  void termsAreThoseOfTheGeneralPigeonhole() {
    int[] expected = {1, 2, 3, 4, 20, 36, 52, 68, 188, 308, 428, 548, 1108};
    for (int maxDistance = 0; maxDistance < expected.length; maxDistance++) {
      assertEquals(
          expected[maxDistance],
          BlockPlan.balanced(maxDistance, EVEN, MILLION).terms(),
          "distance " + maxDistance);
    }
  }

  @Test
  void rareBlocksTakeTheRemainder() {
    BlockPlan plan = BlockPlan.balanced(1, new int[] {9, 2, 7, 1}, MILLION);
    assertEquals(-1, plan.threshold(0));
    assertEquals(0, plan.threshold(1));
    assertEquals(-1, plan.threshold(2));
    assertEquals(0, plan.threshold(3));
    assertEquals(3, plan.candidates());
  }

  @Test
  void scansSmallSegmentsAndFarDistancesOnly() {
    assertTrue(BlockPlan.balanced(10, EVEN, 1_000).losesToScan(1_000));
    assertFalse(BlockPlan.balanced(3, EVEN, MILLION).losesToScan(MILLION));
    assertFalse(BlockPlan.balanced(10, EVEN, MILLION).losesToScan(MILLION));
    assertTrue(BlockPlan.balanced(40, EVEN, MILLION).losesToScan(MILLION));
  }

  @Test
  void fewLeadingDocumentsAreCheckedOneByOne() {
    assertTrue(BlockPlan.balanced(3, EVEN, MILLION).losesToLead(10));
    assertFalse(BlockPlan.balanced(3, EVEN, MILLION).losesToLead(10_000));
  }

  @Test
  void ballsHoldExactlyTheNearValues() {
    int center = 0xD8F3;
    for (int radius = -1; radius <= 16; radius++) {
      int[] values = HammingBall.values(center, radius);
      assertEquals(HammingBall.size(radius), values.length);
      assertEquals(values.length, Arrays.stream(values).distinct().count());
      for (int i = 0; i < values.length; i++) {
        assertTrue(Integer.bitCount(values[i] ^ center) <= radius && values[i] < 1 << 16);
        assertTrue(i == 0 || values[i - 1] < values[i]);
      }
    }
    assertEquals(1 << 16, HammingBall.size(16));
    assertEquals(697, HammingBall.size(3));
  }
}
