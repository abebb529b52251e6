package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.BlockJoin.Others;
import io.github.lucenesimhash.join.JoinPlan.Cost;
import io.github.lucenesimhash.join.JoinPlan.Work;
import io.github.lucenesimhash.join.SimilarityJoin.PairConsumer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleConsumer;

/**
 * Joins fingerprints of several lanes. Joins each lane by itself, and compares all lanes of the
 * pairs found.
 *
 * <pre>
 * Bound   sum over the lanes of (limit + 1) = maxDistance + 1.
 * Proof   If two fingerprints differed in at least limit + 1 bits of every lane, they would differ in at least
 *         maxDistance + 1 bits. So a pair within maxDistance is within the limit of some lane. Only the first such lane
 *         reports it.
 * Choice  The distance is divided evenly among the lanes, or among fewer lanes without lanes in which most fingerprints
 *         agree, whichever has the lowest estimated cost.
 * Cost    The joins of the lanes (JoinPlan), and one comparison for each pair that they find.
 * </pre>
 */
final class WideJoin {

  private static final double PAIR_NANOS = 10;

  private static final int SAMPLE = 1000;
  private static final int PART = 50; // at most one of this many fingerprints is in the sample

  /**
   * The distance that decides which lane is left out first: the lane in which most pairs of the
   * sample are within this distance.
   */
  private static final int EVEN_LIMIT = 8;

  /**
   * Holds a lane and the cost of its join.
   *
   * @param differing the numbers of pairs of a sample that differ in 0, 1, and so on bits of the
   *     lane
   */
  private record Lane(int number, List<Integer> differing, Cost cost) {

    /** Returns the share of the sample that is within a limit. */
    double share(int limit) {
      double all = Math.max(1, differing.stream().mapToInt(pairs -> pairs).sum());
      return differing.stream().limit(limit + 1L).mapToInt(pairs -> pairs).sum() / all;
    }
  }

  private record Part(Lane lane, int limit) {}

  private final DistinctFingerprints left;
  private final DistinctFingerprints right;
  private final boolean self;
  private final SimilarityJoin join;
  private final List<Part> parts;

  WideJoin(
      DistinctFingerprints left, DistinctFingerprints right, boolean self, SimilarityJoin join) {
    this.left = left;
    this.right = right;
    this.self = self;
    this.join = join;
    List<Lane> lanes = new ArrayList<>();
    for (int i = 0; i < left.lanes(); i++) {
      lanes.add(new Lane(i, differing(i), new Cost(left, right, self, i)));
    }
    lanes.sort(Comparator.comparingDouble(lane -> lane.share(EVEN_LIMIT)));
    double least = Double.POSITIVE_INFINITY;
    List<Part> best = List.of();
    for (int count = lanes.size(); count > 0; count--) {
      List<Part> some = parts(lanes.subList(0, count));
      double nanos = some.stream().mapToDouble(this::nanos).sum();
      if (nanos < least) {
        least = nanos;
        best = some;
      }
    }
    parts = best;
  }

  /** Counts the differing bits of a lane in a sample of pairs. */
  private List<Integer> differing(int lane) {
    int[] counts = new int[Fingerprint.LANE_BITS + 1];
    int rows = Math.min(SAMPLE, Math.ceilDiv(left.size(), PART));
    int columns = Math.min(SAMPLE, Math.ceilDiv(right.size(), PART));
    for (int i = 0; i < rows; i++) {
      long row = left.lane(FingerprintSort.bound(left.size(), i, rows), lane);
      for (int j = self ? i + 1 : 0; j < columns; j++) {
        long column = right.lane(FingerprintSort.bound(right.size(), j, columns), lane);
        counts[Fingerprint.distance(row, column)]++;
      }
    }
    return Arrays.stream(counts).boxed().toList();
  }

  private List<Part> parts(List<Lane> lanes) {
    int sum = Math.min(join.maxDistance, left.lanes() * Fingerprint.LANE_BITS) + 1;
    List<Part> some = new ArrayList<>();
    for (int i = 0; i < lanes.size(); i++) {
      int limit = (sum + i) / lanes.size() - 1;
      if (limit >= 0) {
        some.add(new Part(lanes.get(i), limit));
      }
    }
    some.sort(Comparator.comparingInt(part -> part.lane.number));
    return Collections.unmodifiableList(some);
  }

  private double nanos(Part part) {
    int limit = Math.min(part.limit, Fingerprint.LANE_BITS);
    double pairs = (self ? 0.5 : 1) * left.size() * right.size();
    return PAIR_NANOS * pairs * part.lane.share(limit)
        + JoinPlan.cheapest(limit, part.lane.cost).nanos();
  }

  Work run(PairConsumer consumer, DoubleConsumer progress) throws IOException {
    long comparisons = 0;
    long bytes = 0;
    List<String> plans = new ArrayList<>();
    double nanos = parts.stream().mapToDouble(this::nanos).sum();
    double done = 0;
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      List<Part> earlier = parts.subList(0, i);
      double before = done;
      double share = nanos(part) / nanos;
      PairConsumer test =
          (a, b, distance) -> {
            int all = left.distance(a, right, b);
            if (all <= join.maxDistance && earlier.stream().noneMatch(each -> admits(each, a, b))) {
              consumer.accept(a, b, all);
            }
          };
      PairConsumer inOrder =
          self ? (a, b, d) -> test.accept(Math.min(a, b), Math.max(a, b), d) : test;
      int lane = part.lane.number;
      DistinctFingerprints ones = left.ofLane(lane);
      DistinctFingerprints columns = self ? ones : right.ofLane(lane);
      if (self) {
        ones.forEachCopy(test);
      }
      Work found =
          BlockJoin.run(
              ones,
              columns,
              self,
              join.distance(part.limit),
              new Others(
                  n -> other(left, lane, ones, n),
                  n -> other(right, lane, columns, n),
                  join.maxDistance),
              ones.documents(columns, inOrder),
              ofPart -> progress.accept(Math.min(1, before + share * ofPart)));
      done += share;
      comparisons += found.comparisons();
      bytes = Math.max(bytes, found.bytes());
      plans.add("lane " + lane + " within " + part.limit + ": " + found.plan());
    }
    return new Work(comparisons, bytes, String.join("; ", plans));
  }

  /**
   * Returns the lane after the joined one, shifted left by one bit, with the lowest bit set if
   * several fingerprints have the joined value.
   */
  private static long other(DistinctFingerprints all, int lane, DistinctFingerprints ones, int i) {
    return all.lane(ones.document(i, 0), (lane + 1) % all.lanes()) << 1
        | (ones.copies(i) > 1 ? 1 : 0);
  }

  private boolean admits(Part part, int a, int b) {
    int lane = part.lane.number;
    return Fingerprint.distance(left.lane(a, lane), right.lane(b, lane)) <= part.limit;
  }
}
