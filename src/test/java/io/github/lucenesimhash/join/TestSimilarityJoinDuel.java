package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.JoinPlan.Block;
import io.github.lucenesimhash.join.SimilarityJoin.PairConsumer;
import io.github.lucenesimhash.search.FingerprintValues;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.testing.BruteForce;
import io.github.lucenesimhash.testing.BruteForce.Pair;
import io.github.lucenesimhash.testing.Directories;
import io.github.lucenesimhash.testing.RandomFingerprints;
import io.github.lucenesimhash.testing.Rounds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/**
 * Compares joins with brute force: uniform, near, skewed and equal fingerprints, every distance,
 * every number of blocks, 1, 2 and 4 threads. {@code -Dtests.multiplier=N} runs N times as many
 * cases.
 */
public class TestSimilarityJoinDuel extends LuceneTestCase {

  private static final int CASES = Rounds.of(30, 70);

  interface Join {
    SimilarityJoin.Summary run(PairConsumer consumer) throws IOException;
  }

  public void testWithItself() throws IOException {
    for (int i = 0; i < CASES; i++) {
      Fingerprint[] fingerprints = RandomFingerprints.many(random(), count(), 1 << i % 3);
      SimilarityJoin join = randomJoin(1 << i % 3);
      DistinctFingerprints set = set(fingerprints);
      List<Pair> expected = BruteForce.of(fingerprints).pairs(join.maxDistance);
      assertPairs(expected, join, threads -> consumer -> threads.pairs(set, consumer));
    }
  }

  static DistinctFingerprints set(Fingerprint... fingerprints) {
    return DistinctFingerprints.of(Arrays.stream(fingerprints).map(Optional::of).toList());
  }

  public void testProgressEndsWithOne() throws IOException {
    for (int size : new int[] {0, 1, 100}) {
      List<Double> shares = new ArrayList<>();
      long[] fingerprints = LongStream.range(0, size).toArray();
      SimilarityJoin join = randomJoin().progress(shares::add);
      join.edges(DistinctFingerprints.of(fingerprints), (a, b, distance) -> {});
      assertEquals(1, shares.getLast(), 0);
    }
  }

  /**
   * A block takes 12 bytes for each fingerprint, and with one thread 8 for each key. A thread holds
   * 16 chunks of edges and a group of buckets.
   */
  public void testBytes() throws IOException {
    SimilarityJoin join = SimilarityJoin.within(3).threads(1);
    long bytes = bytes(join.blocks(4), 1000);
    assertEquals(12 * 1000, bytes(join.blocks(4), 2000) - bytes);
    assertEquals(8 * ((1 << 16) - (1 << 8)), bytes - bytes(join.blocks(8), 1000));
    DistinctFingerprints set = DistinctFingerprints.of(LongStream.range(0, 1000).toArray());
    assertEquals(
        bytes + 12 * 1000 + (8 << 16), join.blocks(4).pairs(set, set, (a, b, d) -> {}).bytes());
    SimilarityJoin ofTwo = SimilarityJoin.within(3).threads(2).blocks(4);
    long group = 16 * Tile.BYTES + Slices.BYTES;
    assertEquals((4 << 16) + 16 * 4096 * 12 + group, bytes(ofTwo, 1000) - bytes);
  }

  private static long bytes(SimilarityJoin join, int size) throws IOException {
    long[] fingerprints = LongStream.range(0, size).toArray();
    return join.edges(DistinctFingerprints.of(fingerprints), (a, b, distance) -> {}).bytes();
  }

  /** Few fingerprints are compared all against all, each pair once. */
  public void testComparisonsAreCounted() throws IOException {
    SimilarityJoin join = SimilarityJoin.within(0).threads(2);
    DistinctFingerprints many = DistinctFingerprints.of(LongStream.range(0, 5000).toArray());
    DistinctFingerprints few = DistinctFingerprints.of(LongStream.range(0, 7).toArray());
    assertEquals(5000 * 4999 / 2, join.pairs(many, (a, b, distance) -> {}).comparisons());
    assertEquals(7 * 5000, join.pairs(few, many, (a, b, distance) -> {}).comparisons());
  }

  /** Plans find all pairs within the distance, by the pigeonhole principle. */
  public void testPlansFindAllWithinTheDistance() {
    DistinctFingerprints set = DistinctFingerprints.of(LongStream.range(0, 10).toArray());
    JoinPlan.Cost cost = new JoinPlan.Cost(set, set, true, 0);
    for (int maxDistance = 0; maxDistance <= 64; maxDistance++) {
      for (int count = 3; count <= 16; count++) {
        List<Block> blocks = JoinPlan.of(maxDistance, count, cost::nanos).blocks();
        int covered = blocks.stream().mapToInt(block -> block.threshold() + 1).sum();
        assertEquals(maxDistance + 1, covered);
      }
    }
  }

  /** Several lanes are joined, because half of all pairs would be within the limit of one lane. */
  public void testSeveralLanesOfUniformFingerprintsAreJoined() throws IOException {
    Random seeded = new Random(5);
    List<Optional<Fingerprint>> uniform =
        Stream.generate(() -> Optional.of(Fingerprint.of(seeded.longs(4).toArray())))
            .limit(5000)
            .toList();
    String plan =
        SimilarityJoin.within(31)
            .edges(DistinctFingerprints.of(uniform), (a, b, distance) -> {})
            .plan();
    assertTrue(plan, plan.contains("; lane ") && !plan.contains("within 31"));
  }

  public void testPlanIsNamed() {
    List<Block> blocks = List.of(new Block(16, 8, 2), new Block(0, 0, 0));
    assertEquals(
        "bits 16-23 within 2, all against all, about 2.5 s of one core",
        new JoinPlan(blocks, 2.54e9).toString());
  }

  public void testOfTwoSets() throws IOException {
    for (int i = 0; i < CASES; i++) {
      Fingerprint[] all = RandomFingerprints.many(random(), count(), 1 << i % 3);
      int middle = random().nextInt(all.length + 1);
      Fingerprint[] left = Arrays.copyOf(all, middle);
      Fingerprint[] right = Arrays.copyOfRange(all, middle, all.length);
      SimilarityJoin join = randomJoin(1 << i % 3);
      List<Pair> expected =
          BruteForce.of(all).pairs(join.maxDistance).stream()
              .filter(pair -> pair.left() < middle && pair.right() >= middle)
              .map(pair -> new Pair(pair.left(), pair.right() - middle, pair.distance()))
              .toList();
      DistinctFingerprints leftSet = set(left);
      DistinctFingerprints rightSet = set(right);
      assertPairs(
          expected, join, threads -> consumer -> threads.pairs(leftSet, rightSet, consumer));
    }
  }

  public void testOfAnEmptySetAndOneOfSeveralWords() throws IOException {
    DistinctFingerprints none = set();
    DistinctFingerprints some = set(Fingerprint.of(0, -1), Fingerprint.of(1, 0));
    SimilarityJoin join = SimilarityJoin.within(128);
    for (SimilarityJoin each : List.of(join, join.blocks(4))) {
      assertPairs(List.of(), each, threads -> consumer -> threads.pairs(some, none, consumer));
      assertPairs(List.of(), each, threads -> consumer -> threads.pairs(none, some, consumer));
    }
  }

  public void testOfNewAgainstKnown() throws IOException {
    for (int i = 0; i < CASES; i++) {
      Fingerprint[] all = RandomFingerprints.many(random(), count(), 1 << i % 3);
      int middle = random().nextInt(all.length + 1);
      SimilarityJoin join = randomJoin(1 << i % 3);
      List<Pair> expected =
          BruteForce.of(all).pairs(join.maxDistance).stream()
              .filter(pair -> pair.right() >= middle)
              .toList();
      DistinctFingerprints known = set(Arrays.copyOf(all, middle));
      DistinctFingerprints added = set(Arrays.copyOfRange(all, middle, all.length));
      assertPairs(
          expected,
          join,
          threads ->
              consumer ->
                  threads
                      .pairs(known, added, (a, b, d) -> consumer.accept(a, middle + b, d))
                      .plus(
                          threads.pairs(
                              added, (a, b, d) -> consumer.accept(middle + a, middle + b, d))));
    }
  }

  public void testOfAnIndex() throws IOException {
    for (int i = 0; i < Math.max(1, CASES / 10); i++) {
      Fingerprint[] fingerprints = RandomFingerprints.many(random(), count(), 1 << i % 3);
      SimilarityJoin join = randomJoin(1 << i % 3);
      try (Directory directory = Directories.random(random());
          RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
        for (int id = 0; id < fingerprints.length; id++) {
          Document document = new Document();
          document.add(new StringField("id", Integer.toString(id), Field.Store.YES));
          if (random().nextInt(8) > 0) {
            document.add(new SimHashField("near", fingerprints[id].toArray()));
          }
          writer.addDocument(document);
          if (random().nextInt(6) == 0) {
            writer.deleteDocuments(
                new Term("id", Integer.toString(random().nextInt(fingerprints.length))));
          }
        }
        try (IndexReader reader = writer.getReader()) {
          duel(reader, fingerprints, join);
        }
      }
    }
  }

  private static void duel(IndexReader reader, Fingerprint[] fingerprints, SimilarityJoin join)
      throws IOException {
    BruteForce live = new BruteForce();
    int documents = 0;
    for (LeafReaderContext leaf : reader.leaves()) {
      FingerprintValues values = SimHashField.fingerprints(leaf.reader(), "near");
      for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
        boolean isLive =
            leaf.reader().getLiveDocs() == null || leaf.reader().getLiveDocs().get(doc);
        if (isLive && values.advanceExact(doc)) {
          String id = leaf.reader().storedFields().document(doc).get("id");
          live.put(leaf.docBase + doc, fingerprints[Integer.parseInt(id)]);
          documents++;
        }
      }
    }
    List<Pair> expected = live.pairs(join.maxDistance);
    DistinctFingerprints set = DistinctFingerprints.of(reader, "near");
    assertEquals(documents, set.documents());
    assertPairs(expected, join, threads -> consumer -> threads.pairs(set, consumer));
  }

  interface OnThreads {
    Join with(SimilarityJoin join);
  }

  /** Checks the pairs, and that their order is the same on 1, 2 and 4 threads. */
  static void assertPairs(List<Pair> expected, SimilarityJoin join, OnThreads threads)
      throws IOException {
    List<Pair> first = null;
    for (int count : new int[] {1, 2, 4}) {
      List<Pair> found = new ArrayList<>();
      SimilarityJoin.Summary summary =
          threads
              .with(join.threads(count))
              .run((left, right, distance) -> found.add(new Pair(left, right, distance)));
      if (first == null) {
        first = found;
        List<Pair> sorted = new ArrayList<>(found);
        sorted.sort(Comparator.comparingInt(Pair::left).thenComparingInt(Pair::right));
        assertEquals(summary.toString(), expected, sorted);
        assertEquals(expected.size(), summary.pairs());
        for (int d = 0; d <= join.maxDistance; d++) {
          int distance = d;
          assertEquals(
              expected.stream().filter(pair -> pair.distance() == distance).count(),
              summary.pairsByDistance().get(distance).longValue());
        }
      } else {
        assertEquals(summary.toString(), first, found);
      }
    }
  }

  /** Draws a join; one in three has the cheapest plan, which never divides few fingerprints. */
  private static SimilarityJoin randomJoin() {
    return randomJoin(1);
  }

  private static SimilarityJoin randomJoin(int words) {
    int most = 16 * words;
    int maxDistance =
        random().nextInt(8) == 0
            ? TestUtil.nextInt(random(), most + 1, 64 * words)
            : random().nextInt(most + 1);
    SimilarityJoin join = SimilarityJoin.within(maxDistance);
    return random().nextInt(3) == 0 ? join : join.blocks(TestUtil.nextInt(random(), 4, 10));
  }

  private static int count() {
    return random().nextInt(20) == 0 ? random().nextInt(3000) : random().nextInt(200);
  }
}
