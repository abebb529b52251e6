package io.github.lucenesimhash.join;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.join.Grouping.PairTest;
import io.github.lucenesimhash.join.Groups.Group;
import io.github.lucenesimhash.search.ResemblanceField;
import io.github.lucenesimhash.testing.RandomFingerprints;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.lucene.util.BytesRef;
import org.junit.jupiter.api.Test;

/** A test hears of documents before it is asked about them, but for one of many. */
class AnnouncedDocumentsTest {

  @Test
  void documentsAreAnnouncedBeforeTheyAreTested() throws IOException {
    Random random = new Random(11);
    for (int round = 0; round < 100; round++) {
      long[] fingerprints = RandomFingerprints.array(random, 1 + random.nextInt(300));
      Grouping grouping = Grouping.stars(SimilarityJoin.within(random.nextInt(20)).threads(1));
      DistinctFingerprints set = DistinctFingerprints.of(fingerprints);
      PairTest plain = (left, right, distance) -> (left + right) % 3 != 0;
      Announced announced = new Announced(plain, 1 + random.nextInt(50));
      Groups expected = grouping.verify(plain).of(set);
      assertEquals(kept(expected), kept(grouping.verify(announced).of(set)));
      assertTrue(
          announced.missed <= announced.tested / announced.ahead + 1,
          () -> announced.missed + " of " + announced.tested + " by " + announced.ahead);
    }
  }

  /** A short text is compared by its words, though its fingerprint is near. */
  @Test
  void whatIsComparedByWordsIsNotAnnounced() throws IOException {
    List<BytesRef> words = new ArrayList<>();
    for (long size : new long[] {60, 100, 110}) {
      long[] features = LongStream.range(size, 2 * size).toArray();
      words.add(new ResemblanceField("words", features).binaryValue());
    }
    for (int known = 0; known < 2; known++) {
      int end = known;
      Announced announced = new Announced((left, right, distance) -> true, 10);
      Grouping.stars(SimilarityJoin.within(64))
          .shortTexts(ShortTextJoin.of(words, .9))
          .known(document -> document < end)
          .verify(announced)
          .of(DistinctFingerprints.of(new long[] {0, 1, 3}));
      assertEquals(Set.of(1, 2), announced.heard);
    }
  }

  private static final class Announced implements PairTest {
    private final PairTest test;
    private final int ahead;
    private final Set<Integer> heard = new HashSet<>();
    private int tested;
    private int missed;

    Announced(PairTest test, int ahead) {
      this.test = test;
      this.ahead = ahead;
    }

    @Override
    public boolean test(int left, int right, int distance) throws IOException {
      tested++;
      missed += heard.contains(right) ? 0 : 1;
      return test.test(left, right, distance);
    }

    @Override
    public int ahead() {
      return ahead;
    }

    @Override
    public void soon(int[] documents) {
      assertTrue(documents.length <= ahead);
      Arrays.stream(documents).forEach(heard::add);
    }
  }

  /** The kept one of each document. */
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
