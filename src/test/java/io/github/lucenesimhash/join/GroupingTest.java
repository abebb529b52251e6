package io.github.lucenesimhash.join;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.join.Groups.Group;
import io.github.lucenesimhash.testing.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GroupingTest {

  private static final int LENGTH = 200;
  private static final int TEXTS = 1000;

  /** Returns the fingerprints of texts, each of which differs from the previous one in one word. */
  private static long[] chain() {
    FingerprintScheme scheme = FingerprintScheme.parse("en");
    Random random = Seeds.random(42);
    String[] words = new String[LENGTH];
    Arrays.setAll(words, i -> "w" + random.nextInt(5000));
    long[] fingerprints = new long[TEXTS];
    for (int text = 0; text < TEXTS; text++) {
      fingerprints[text] =
          scheme.field("near").of(String.join(" ", words)).orElseThrow().numericValue().longValue();
      words[random.nextInt(LENGTH)] = "w" + random.nextInt(5000);
    }
    return fingerprints;
  }

  @Test
  void aChainIsManyStars() throws IOException {
    long[] fingerprints = chain();
    Groups stars =
        Grouping.stars(SimilarityJoin.within(12)).of(DistinctFingerprints.of(fingerprints));
    assertTrue(stars.size() > 10, "one group for each stretch of the chain");
    for (Group star : stars) {
      for (int i = 0; i < star.size() - 1; i++) {
        int distance = Long.bitCount(fingerprints[star.kept()] ^ fingerprints[star.member(i)]);
        assertEquals(distance, star.distance(i));
        assertTrue(distance <= 12);
      }
      assertTrue(star.diameter() <= 24);
    }
  }

  /** A member beyond the bounds is refused, instead of the kept or another group's document. */
  @Test
  void membersOutOfBoundsAreRefused() throws IOException {
    Groups groups =
        Grouping.stars(SimilarityJoin.within(1))
            .of(DistinctFingerprints.of(new long[] {0, 1, 2, ~0, ~1, 0xFF00}));
    assertEquals(2, groups.size());
    for (Group group : groups) {
      for (int i : new int[] {-1, group.size() - 1, group.size(), Integer.MAX_VALUE}) {
        assertThrows(IndexOutOfBoundsException.class, () -> group.member(i));
        assertThrows(IndexOutOfBoundsException.class, () -> group.distance(i));
      }
    }
    assertThrows(IndexOutOfBoundsException.class, () -> groups.get(-1));
    assertThrows(IndexOutOfBoundsException.class, () -> groups.get(2));
  }

  @Test
  void tellsItsProgress() throws IOException {
    List<Double> shares = new ArrayList<>();
    Grouping.stars(SimilarityJoin.within(12))
        .progress(shares::add)
        .of(DistinctFingerprints.of(chain()));
    assertEquals(0, shares.getFirst());
    assertEquals(1, shares.getLast());
    assertTrue(shares.size() > 3, shares.toString());
    assertEquals(shares.stream().distinct().sorted().toList(), shares);
  }

  @Test
  void edgesOfWhatIsGroupedAlreadyAreNotHeld() throws IOException {
    long[] fingerprints = Seeds.random(10).longs(5_000).map(random -> random & 0x3FFF).toArray();
    Groups groups =
        Grouping.stars(SimilarityJoin.within(14))
            .maxEdges(50_000)
            .of(DistinctFingerprints.of(fingerprints));
    assertEquals(1, groups.size());
    assertEquals(fingerprints.length, groups.documents());
    assertTrue(groups.join().edges() > 5_000_000, "edges, a hundred times what is held");
  }

  /** Later joins compare only requested documents, or comparisons would be 400 times as many. */
  @Test
  void manyThatAreNearAndUnlikeAreComparedOnceOrTwice() throws IOException {
    long[] fingerprints = Seeds.random(11).longs(400).map(random -> random & 0x3FF).toArray();
    DistinctFingerprints set = DistinctFingerprints.of(fingerprints);
    Grouping unlike =
        Grouping.stars(SimilarityJoin.within(10)).maxEdges(1).verify((a, b, distance) -> false);
    Groups groups = unlike.of(set);
    assertEquals(0, groups.size());
    long all = (long) set.size() * set.size();
    assertTrue(groups.join().comparisons() <= 2 * all, groups.join() + " of " + set.size());
  }

  /**
   * If there are too many edges, the half that is needed first is held, but no edge of a finished
   * node.
   */
  @Test
  void theEdgesThatAreAskedForFirstAreHeld() {
    int[] firstAsking = IntStream.range(0, 101).toArray();
    firstAsking[100] = EdgeLists.NEVER;
    EdgeLists edges =
        new EdgeLists(firstAsking, 0, EdgeLists.NEVER, 50, new ApartEdges(null, node -> 0, 0, 50));
    edges.add(0, 100);
    for (int node = 0; node < 99; node++) {
      edges.add(node, 99);
    }
    edges.add(25, 99);
    assertEquals(25, edges.finish());
    assertArrayEquals(
        IntStream.range(0, 25).toArray(),
        IntStream.range(edges.starts[99], edges.starts[100])
            .map(i -> edges.neighbours[i])
            .sorted()
            .toArray());
    assertEquals(50, edges.neighbours.length);
  }

  @Test
  void copiesAreOneGroupOfDiameterZero() throws IOException {
    Groups groups =
        Grouping.stars(SimilarityJoin.within(0)).of(DistinctFingerprints.of(new long[10]));
    assertEquals(1, groups.size());
    assertEquals(0, groups.get(0).diameter());
    assertEquals(45, groups.join().pairs());
    assertEquals(0, groups.join().edges());
  }

  @Test
  void theDiameterIsOfTheTwoThatAreFarthest() throws IOException {
    Groups groups =
        Grouping.stars(SimilarityJoin.within(1))
            .of(DistinctFingerprints.of(new long[] {0, 1, 2, 0}));
    assertEquals(List.of(List.of(0, 3, 1, 2)), KnownDocumentsTest.documents(groups));
    assertEquals(2, groups.get(0).diameter());
  }

  @Test
  void refusesWhatIsOutOfRange() {
    assertThrows(IllegalArgumentException.class, () -> SimilarityJoin.within(257));
    assertThrows(IllegalArgumentException.class, () -> SimilarityJoin.within(-1));
    for (int threads : new int[] {0, 1025, Integer.MAX_VALUE}) {
      assertThrows(IllegalArgumentException.class, () -> SimilarityJoin.within(3).threads(threads));
    }
    for (int edges : new int[] {0, (1 << 29) + 1, Integer.MAX_VALUE}) {
      Exception refused =
          assertThrows(
              IllegalArgumentException.class,
              () -> Grouping.stars(SimilarityJoin.within(3)).maxEdges(edges));
      assertEquals("maxEdges is " + edges + ", expected 1 to 536870912", refused.getMessage());
    }
  }
}
