package io.github.lucenesimhash.join;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.join.Grouping.PairTest;
import io.github.lucenesimhash.search.WordsField;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;
import org.apache.lucene.util.BytesRef;
import org.junit.jupiter.api.Test;

/** How many short texts groups compare; what they are is in {@link KnownAndChosenTest}. */
class GroupedShortTextsTest {

  /** Each resembles each by .8 at least; all meet by one key. */
  private static ShortTextJoin nearTexts(int count) {
    List<BytesRef> words = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long[] own = {1, 2, 3, 4, 5, 6, 7, 8, 1000 + i};
      words.add(new WordsField("words", own).binaryValue());
    }
    return TestShortTextJoin.join(words, .8);
  }

  private static DistinctFingerprints farApart(int count) {
    return DistinctFingerprints.of(new Random(1).longs(count).toArray());
  }

  /** When there is no room for all edges, short texts that are in a group are not joined again. */
  @Test
  void joinsShortTextsThatAskAlone() throws IOException {
    LongAdder comparisons = new LongAdder();
    List<Double> shares = new ArrayList<>();
    Groups groups =
        Grouping.stars(SimilarityJoin.within(0))
            .maxEdges(10)
            .of(farApart(100), nearTexts(100).comparisons(comparisons).progress(shares::add));
    assertEquals(1, groups.size());
    assertTrue(comparisons.sum() <= 100 * 99 / 2, comparisons + " comparisons");
    assertEquals(1, shares.stream().filter(share -> share == 1).count(), "ends once");
  }

  /** The first join is told whole, whatever there is room for. */
  @Test
  void tellsAllEdgesOfFingerprints() throws IOException {
    for (boolean isKnown : new boolean[] {false, true}) {
      DistinctFingerprints near = DistinctFingerprints.of(LongStream.range(0, 64).toArray());
      List<Double> shares = new ArrayList<>();
      SimilarityJoin join = SimilarityJoin.within(2).progress(shares::add);
      Grouping stars = Grouping.stars(join).known(document -> isKnown && document < 30);
      Groups expected = stars.of(near, nearTexts(64));
      shares.clear();
      Groups groups = stars.maxEdges(10).of(near, nearTexts(64));
      assertEquals(expected.join().pairsByDistance(), groups.join().pairsByDistance());
      assertEquals(expected.join().edges(), groups.join().edges());
      assertEquals(shares.stream().sorted().toList(), shares);
    }
  }

  /** Nor are those compared with each other for which there is no room. */
  @Test
  void comparesFewOfManyThatAreNearEachOther() throws IOException {
    LongAdder comparisons = new LongAdder();
    Groups groups =
        Grouping.stars(SimilarityJoin.within(0))
            .maxEdges(1000)
            .of(farApart(4000), nearTexts(4000).comparisons(comparisons));
    assertEquals(1, groups.size());
    assertEquals(4000, groups.documents());
    assertTrue(comparisons.sum() < 4000 * 3999 / 2 / 4, comparisons + " comparisons");
  }

  @Test
  void equalShortTextsAreNotCompared() throws IOException {
    BytesRef words = new WordsField("words", new long[] {1, 2, 3, 4}).binaryValue();
    LongAdder comparisons = new LongAdder();
    AtomicInteger announcements = new AtomicInteger();
    PairTest test =
        new PairTest() {
          @Override
          public boolean test(int left, int right, int distance) {
            return true;
          }

          @Override
          public int ahead() {
            return 10;
          }

          @Override
          public void prefetch(int[] documents) {
            assertTrue(documents.length <= ahead());
            assertTrue(announcements.incrementAndGet() <= 10_000);
          }
        };
    Groups groups =
        Grouping.stars(SimilarityJoin.within(0))
            .verify(test)
            .of(
                farApart(100_000),
                TestShortTextJoin.join(Collections.nCopies(100_000, words), .8)
                    .comparisons(comparisons));
    assertEquals(1, groups.size());
    assertEquals(100_000, groups.documents());
    assertEquals(0, comparisons.sum());
    assertEquals(10_000, announcements.get());
  }

  @Test
  void doesNotCompareKnownShortTextsAmongThemselves() throws IOException {
    LongAdder comparisons = new LongAdder();
    Groups groups =
        Grouping.stars(SimilarityJoin.within(0))
            .known(document -> document < 99)
            .of(farApart(100), nearTexts(100).comparisons(comparisons));
    assertEquals(List.of(List.of(0, 99)), KnownAndChosenTest.documents(groups));
    assertEquals(99, comparisons.sum());
    assertEquals(0, groups.join().edges());
  }

  @Test
  void aTextWithoutWordsIsNotTakenForOneThatHasSome() throws IOException {
    BytesRef words = new WordsField("words", new long[] {1}).binaryValue();
    Groups groups =
        Grouping.stars(SimilarityJoin.within(0))
            .of(farApart(3), TestShortTextJoin.join(Arrays.asList(null, words, words), .8));
    assertEquals(List.of(List.of(1, 2)), KnownAndChosenTest.documents(groups));
  }

  /** What is near by its fingerprint alone had no need of room. */
  @Test
  void theCapKeepsOutOnlyPairs() throws IOException {
    List<BytesRef> words = new ArrayList<>();
    for (long feature : new long[] {1, 1, 2, 1}) {
      words.add(new WordsField("words", new long[] {feature}).binaryValue());
    }
    Grouping pairs = Grouping.stars(SimilarityJoin.within(64)).maxGroupSize(2);
    ShortTextJoin texts = TestShortTextJoin.join(words, .8);
    DistinctFingerprints three = DistinctFingerprints.of(new long[] {0, 1, 3});
    assertEquals(0, pairs.of(three, texts).capped());
    DistinctFingerprints four = DistinctFingerprints.of(new long[] {0, 1, 3, 7});
    assertEquals(1, pairs.of(four, texts).capped());
    assertEquals(1, pairs.choose(group -> group[1]).of(four, texts).capped());
  }
}
