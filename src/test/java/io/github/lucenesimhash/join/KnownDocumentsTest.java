package io.github.lucenesimhash.join;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.Grouping.Lookahead;
import io.github.lucenesimhash.join.Grouping.PairTest;
import io.github.lucenesimhash.join.Groups.Group;
import io.github.lucenesimhash.testing.RandomFingerprints;
import io.github.lucenesimhash.testing.Rounds;
import io.github.lucenesimhash.testing.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Compares groups around known documents and others with their definition. */
class KnownDocumentsTest {

  private static final int ROUNDS = Rounds.of(150, 300);

  /** A random set, and the settings of its groups. */
  private static final class Round {

    private final long seed;
    private final long[] fingerprints;
    private final int[] ranks;
    private final IntPredicate known;
    private final int maxDistance;

    Round(long seed) {
      this.seed = seed;
      Random random = Seeds.random(seed);
      fingerprints = RandomFingerprints.array(random, 1 + random.nextInt(100));
      ranks = random.ints(fingerprints.length, 0, 5).toArray();
      int share = random.nextInt(4); // the known share in thirds
      boolean[] isKnown = new boolean[fingerprints.length];
      for (int i = 0; i < isKnown.length; i++) {
        isKnown[i] = random.nextInt(3) < share;
      }
      known = i -> isKnown[i];
      maxDistance = random.nextInt(20);
    }

    /** Returns a grouping with this round's distance, ranks and known documents. */
    Grouping grouping() {
      return Grouping.stars(SimilarityJoin.within(maxDistance).threads(1 + (int) (seed % 3)))
          .keep(document -> ranks[document])
          .keepAlways(known);
    }

    Groups groups(Grouping grouping) throws IOException {
      return grouping.of(DistinctFingerprints.of(fingerprints));
    }

    boolean areAlike(int left, int right) {
      return (left * 31L + right * 31L + seed) % 5 != 0; // symmetric
    }

    int distance(int left, int right) {
      return Fingerprint.distance(fingerprints[left], fingerprints[right]);
    }

    private boolean areNear(int left, int right) {
      return distance(left, right) <= maxDistance && areAlike(left, right);
    }

    /** Returns the near-duplicates among free documents, the nearest first. */
    private List<Integer> nearest(int kept, List<Integer> free) {
      List<Integer> near = new ArrayList<>(free);
      near.removeIf(other -> other == kept || !areNear(kept, other));
      near.sort(Comparator.comparingInt(other -> distance(kept, other)));
      return near;
    }

    /** Returns the groups by the definition, one document after the other. */
    List<List<Integer>> groups() {
      Comparator<Integer> byRank = Comparator.comparingInt(document -> ranks[document]);
      Comparator<Integer> order = byRank.thenComparing(Comparator.naturalOrder());
      List<Integer> free =
          new ArrayList<>(IntStream.range(0, fingerprints.length).boxed().sorted(order).toList());
      free.removeIf(known::test);
      List<List<Integer>> groups = new ArrayList<>();
      for (int kept = 0; kept < fingerprints.length; kept++) {
        if (known.test(kept)) {
          List<Integer> near = nearest(kept, free);
          free.removeAll(near);
          add(groups, kept, near);
        }
      }
      while (!free.isEmpty()) {
        int kept = free.removeFirst();
        List<Integer> near = nearest(kept, free);
        free.removeAll(near);
        add(groups, kept, near);
      }
      return groups;
    }

    private static void add(List<List<Integer>> groups, int kept, List<Integer> near) {
      if (!near.isEmpty()) {
        List<Integer> group = new ArrayList<>(List.of(kept));
        group.addAll(near);
        groups.add(group);
      }
    }
  }

  /** Returns the documents of each group, the kept document first. */
  static List<List<Integer>> documents(Groups groups) {
    List<List<Integer>> documents = new ArrayList<>();
    for (Group group : groups) {
      List<Integer> all = new ArrayList<>(List.of(group.kept()));
      IntStream.range(0, group.size() - 1).map(group::member).forEach(all::add);
      documents.add(all);
    }
    return documents;
  }

  /** Takes at most the given number of documents at a time. */
  private record Announced(int most, Set<Integer> documents) implements Lookahead {

    @Override
    public boolean isNeeded(int left, int right) {
      return true;
    }

    @Override
    public void fetch(int[] soon) {
      assertTrue(soon.length <= most, soon.length + " documents");
      IntStream.of(soon).forEach(documents::add);
    }
  }

  @Test
  void areThoseOfTheDefinition() throws IOException {
    int groups = 0;
    for (long seed = 0; seed < ROUNDS; seed++) {
      Round round = new Round(seed);
      List<List<Integer>> expected = round.groups();
      groups += expected.size();
      for (int maxEdges : new int[] {1, 10, 1000}) {
        Grouping grouping =
            round
                .grouping()
                .maxEdges(maxEdges)
                .verify(
                    (left, right, distance) -> {
                      assertEquals(round.distance(left, right), distance);
                      return round.areAlike(left, right);
                    });
        if (seed % 4 > 0) {
          grouping.lookahead(new Announced((int) seed % 4, new HashSet<>()));
        }
        assertEquals(expected, documents(round.groups(grouping)), "seed " + seed);
      }
    }
    assertTrue(groups > ROUNDS / 2, groups + " groups");
  }

  /** Documents are announced before they are tested, known documents included. */
  @Test
  void announcesKnownDocuments() throws IOException {
    for (long seed = 0; seed < 50; seed++) {
      Round round = new Round(seed);
      Announced announced = new Announced(8, new HashSet<>());
      PairTest test =
          (left, right, distance) -> {
            assertTrue(announced.documents.contains(left), () -> "kept " + left);
            return round.areAlike(left, right);
          };
      Groups found = round.groups(round.grouping().verify(test).lookahead(announced));
      assertEquals(round.groups(), documents(found), "seed " + seed);
    }
  }

  @Test
  void progressGoesUp() throws IOException {
    DistinctFingerprints set = DistinctFingerprints.of(Seeds.random(36).longs(2000).toArray());
    for (int knownOnes : new int[] {0, 100, 1500, 2000}) {
      List<Double> shares = new ArrayList<>();
      Grouping.stars(SimilarityJoin.within(3).progress(shares::add))
          .keepAlways(document -> document < knownOnes)
          .of(set);
      assertEquals(shares.stream().sorted().toList(), shares);
      assertEquals(1, shares.getLast());
    }
  }

  /** All edges of the first join are counted, whatever the maximum number of held edges. */
  @Test
  void tellsAllEdges() throws IOException {
    DistinctFingerprints near = DistinctFingerprints.of(LongStream.range(0, 64).toArray());
    for (boolean isKnown : new boolean[] {false, true}) {
      List<Double> shares = new ArrayList<>();
      SimilarityJoin join = SimilarityJoin.within(2).progress(shares::add);
      Grouping stars = Grouping.stars(join).keepAlways(document -> isKnown && document < 30);
      Groups expected = stars.of(near);
      shares.clear();
      Groups groups = stars.maxEdges(10).of(near);
      assertEquals(expected.join().pairsByDistance(), groups.join().pairsByDistance());
      assertEquals(expected.join().edges(), groups.join().edges());
      assertEquals(shares.stream().sorted().toList(), shares);
    }
  }

  /** Known documents are not compared with each other, however many or near each other they are. */
  @Test
  void knownDocumentsAreNotComparedAmongThemselves() throws IOException {
    long[] fingerprints = Seeds.random(36).longs(3000).toArray();
    for (int document = 0; document < 1000; document++) {
      fingerprints[document] = document;
    }
    for (int knownOnes : new int[] {1000, 2000}) {
      Groups groups =
          Grouping.stars(SimilarityJoin.within(10))
              .keepAlways(document -> document < knownOnes)
              .of(DistinctFingerprints.of(fingerprints));
      assertEquals(0, groups.join().edges());
    }
  }

  @Test
  void laterRanksDecideTies() throws IOException {
    long[] same = new long[6];
    Groups groups =
        Grouping.stars(SimilarityJoin.within(0))
            .keep(document -> document / 3, document -> -document)
            .of(DistinctFingerprints.of(same));
    assertEquals(List.of(List.of(2, 1, 0, 5, 4, 3)), documents(groups));
  }
}
