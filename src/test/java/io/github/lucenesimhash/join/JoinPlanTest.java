package io.github.lucenesimhash.join;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.lucenesimhash.join.JoinPlan.Cost;
import io.github.lucenesimhash.testing.JavaCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class JoinPlanTest {

  /** Prints the plan in a JVM of its own. */
  public static void main(String[] args) {
    System.out.println(plan());
  }

  private static String plan() {
    DistinctFingerprints set =
        DistinctFingerprints.of(new SplittableRandom(1).longs(50_000).toArray());
    return JoinPlan.cheapest(10, new Cost(set, set, true, 0)).toString();
  }

  /** A JVM that interprets is as slow as one that starts on a machine whose cores are all busy. */
  @Test
  void aSlowStartChangesNoPlan() throws IOException, InterruptedException {
    List<String> command = JavaCommand.of("256m", JoinPlanTest.class);
    command.add(1, "-Xint");
    Process slow = new ProcessBuilder(command).start();
    assertEquals(
        plan(), new String(slow.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip());
    assertEquals(0, slow.waitFor());
  }
}
