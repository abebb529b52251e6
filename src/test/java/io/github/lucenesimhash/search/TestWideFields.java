package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.HammingDistanceQuery.Strategy;
import io.github.lucenesimhash.testing.BruteForce;
import io.github.lucenesimhash.testing.Directories;
import io.github.lucenesimhash.testing.RandomFingerprints;
import io.github.lucenesimhash.testing.RandomFingerprints.Shape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.CheckIndex;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.memory.MemoryIndex;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;

/** Tests fields of 128 and 256 bits, and indexes in which widths are mixed. */
public class TestWideFields extends LuceneTestCase {

  private static final Fingerprint ONE = Fingerprint.of(1);
  private static final Fingerprint TWO = Fingerprint.of(1, 2);
  private static final Fingerprint FOUR = Fingerprint.of(1, 2, 3, 4);

  private Directory directory;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory = Directories.random(random());
  }

  @Override
  public void tearDown() throws Exception {
    directory.close();
    super.tearDown();
  }

  private static IndexWriterConfig config() {
    IndexWriterConfig config = newIndexWriterConfig();
    return random().nextBoolean() ? config.setCodec(new SimHashCodec()) : config;
  }

  /** Indexes documents into one segment, which may have been several segments before. */
  private void index(Fingerprint... fingerprints) throws IOException {
    try (IndexWriter writer = new IndexWriter(directory, config())) {
      int bits = fingerprints[0].bits();
      for (Fingerprint each : fingerprints) {
        if (each.bits() != bits) {
          writer.commit();
        }
        bits = each.bits();
        add(writer, each);
      }
      writer.forceMerge(1);
    }
  }

  private static void add(IndexWriter writer, Fingerprint fingerprint) throws IOException {
    writer.addDocument(List.of(new SimHashField("near", fingerprint.toArray())));
  }

  public void testAFieldTellsWhatItHolds() throws IOException {
    index(TWO, Fingerprint.of(~0L, 7));
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      assertEquals(Set.of(128), SimHashField.bits(reader, "near"));
      assertEquals(TWO, SimHashField.fingerprint(reader, "near", 0).orElseThrow());
      FingerprintValues values = SimHashField.fingerprints(reader.leaves().get(0).reader(), "near");
      assertTrue(values.advanceExact(1));
      assertEquals(2, values.lanes());
      assertEquals(7, values.lane(1));
      assertEquals(Fingerprint.of(~0L, 7), values.fingerprint());
    }
    assertEquals("SimHashField <near:" + TWO + ">", new SimHashField("near", 1, 2).toString());
  }

  /** After the value of a field is changed, the new value is indexed. */
  public void testReusedField() throws IOException {
    SimHashField field = new SimHashField("near", TWO.toArray());
    try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      Document document = new Document();
      document.add(field);
      for (long i = 0; i < 3; i++) {
        field.setBytesValue(Fingerprint.of(i, i + 1).toBytes());
        writer.addDocument(document);
      }
    }
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      IndexSearcher searcher = newSearcher(reader);
      for (long i = 0; i < 3; i++) {
        Query same = SimHashField.newDistanceQuery("near", Fingerprint.of(i, i + 1), 0);
        assertEquals(1, searcher.count(same));
      }
    }
  }

  public void testOtherBitsMatchNothing() throws IOException {
    index(TWO, TWO);
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      IndexSearcher searcher = newSearcher(reader);
      for (Fingerprint other : List.of(ONE, FOUR)) {
        int all = other.bits();
        assertEquals(0, searcher.count(SimHashField.newDistanceQuery("near", other, 3)));
        assertEquals(0, searcher.count(SimHashField.newSlowDistanceQuery("near", other, all)));
        assertEquals(0, SimHashField.nearest(searcher, "near", other, 1, null).scoreDocs.length);
        TopDocs sorted =
            searcher.search(
                SimHashField.newSlowDistanceQuery("near", TWO, 128),
                5,
                new Sort(SimHashField.newDistanceSort("near", other)));
        assertEquals(2, sorted.scoreDocs.length);
        DistanceBatch batch = new DistanceBatch("near", new Fingerprint[] {other, other}, 9);
        assertEquals(0, searcher.count(batch.query(0)));
        assertEquals(0, batch.search(1, searcher, 10).totalHits.value());
      }
      assertRefused(
          "maxDistance for field 'near' is 129, expected 0 to 128",
          () -> SimHashField.newDistanceQuery("near", TWO, 129));
      assertRefused(
          "fingerprint " + FOUR + " has 256 bits, expected 128 like the first",
          () -> new DistanceBatch("near", new Fingerprint[] {TWO, FOUR}, 9));
    }
  }

  private static void assertRefused(String message, ThrowingRunnable refused) {
    assertEquals(message, expectThrows(IllegalArgumentException.class, refused).getMessage());
  }

  /**
   * An index of mixed widths loses nothing: the merged segment is in Lucene's format, and
   * fingerprints of other widths are not near.
   */
  public void testMixedBits() throws IOException {
    index(TWO, FOUR, TWO);
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      assertEquals(3, reader.numDocs());
      List<Integer> bits = new ArrayList<>();
      for (int doc = 0; doc < 3; doc++) {
        bits.add(SimHashField.fingerprint(reader, "near", doc).orElseThrow().bits());
      }
      Collections.sort(bits);
      assertEquals(List.of(128, 128, 256), bits);
      IndexSearcher searcher = newSearcher(reader);
      assertEquals(2, searcher.count(SimHashField.newDistanceQuery("near", TWO, 0)));
      assertEquals(2, searcher.count(SimHashField.newSlowDistanceQuery("near", TWO, 128)));
      assertEquals(2, SimHashField.nearest(searcher, "near", TWO, 5, null).scoreDocs.length);
    }
    assertTrue(TestUtil.checkIndex(directory, CheckIndex.Level.MIN_LEVEL_FOR_SLOW_CHECKS).clean);
  }

  /** The current content of the index decides its width, not earlier content. */
  public void testAStrayOfOtherBitsIsForgotten() throws IOException {
    try (IndexWriter writer = new IndexWriter(directory, config())) {
      add(writer, FOUR);
      writer.commit();
      add(writer, TWO);
      writer.deleteDocuments(SimHashField.newDistanceQuery("near", FOUR, 0));
      writer.commit();
      for (int i = 0; i < 20; i++) {
        writer.addDocument(List.of(new SimHashField("near", TWO.toArray())));
      }
      writer.commit();
      writer.forceMerge(1);
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        assertEquals(Set.of(128), SimHashField.bits(reader, "near"));
        assertEquals(21, newSearcher(reader).count(SimHashField.newDistanceQuery("near", TWO, 5)));
      }
    }
  }

  /** A value that is no fingerprint does not close the writer. */
  public void testForeignValue() throws IOException {
    try (IndexWriter writer =
        new IndexWriter(directory, new IndexWriterConfig().setCodec(new SimHashCodec()))) {
      writer.addDocument(List.of(new SimHashField("near", TWO.toArray())));
      writer.addDocument(
          List.of(
              new StringField("near", new BytesRef(new byte[] {0, 1, 2}), Field.Store.NO),
              new BinaryDocValuesField("near", new BytesRef("other"))));
      writer.commit();
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        assertEquals(2, reader.numDocs());
        assertEquals(1, newSearcher(reader).count(SimHashField.newDistanceQuery("near", TWO, 9)));
      }
    }
  }

  public void testValuesOfOtherBitsAreRefused() {
    SimHashField field = new SimHashField("near", TWO.toArray());
    assertRefused(
        "field 'near' got a value of 32 bytes, expected as many bits as in " + TWO,
        () -> field.setBytesValue(FOUR.toBytes()));
    assertEquals(TWO, field.fingerprint());
    expectThrows(
        IllegalArgumentException.class,
        () -> new SimHashField("near", TWO, SimHashField.fieldType("s", 256)));
  }

  public void testDistancesBeyondAllBitsAreRefused() throws IOException {
    index(ONE, ONE);
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      TopDocs hits = newSearcher(reader).search(MatchAllDocsQuery.INSTANCE, 2);
      String message = "maxDistance for field 'near' is 100, expected 0 to 64";
      assertRefused(message, () -> CollapsedHits.of(reader, "near", hits, 100));
      assertRefused(message, () -> SimHashField.newLikeQuery(reader, "near", 0, 100));
    }
  }

  /** Words that all documents share are not looked up, as in 64-bit codes padded to 256 bits. */
  public void testWordsThatAllShareAreNotLookedUp() throws IOException {
    try (IndexWriter writer =
        new IndexWriter(directory, new IndexWriterConfig().setCodec(new SimHashCodec()))) {
      for (int i = 0; i < 20_000; i++) {
        writer.addDocument(List.of(new SimHashField("near", 0, 0, 0, random().nextLong())));
      }
      writer.forceMerge(1);
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        LeafReader leaf = getOnlyLeafReader(reader);
        Fingerprint wanted = Fingerprint.of(0, 0, 0, random().nextLong());
        var query =
            new HammingDistanceQuery("near", wanted, 31, HammingDistanceQuery.Strategy.CHEAPEST);
        String plan = SegmentPlan.of(query, leaf).describe();
        assertTrue(plan, plan.startsWith("all doc values"));
      }
    }
  }

  /** Lucene refuses 64 bits beside more, even in other segments, as doc value types differ. */
  public void test64BitsBesideMore() throws IOException {
    for (Fingerprint wide : List.of(TWO, FOUR)) {
      List<Fingerprint> both = random().nextBoolean() ? List.of(ONE, wide) : List.of(wide, ONE);
      boolean isInAnotherSegment = random().nextBoolean();
      String message = assertSecondIsRefused(both.get(0), both.get(1), isInAnotherSegment);
      assertTrue(message, message.contains("near"));
      assertTrue(message, message.contains("doc values type"));
    }
  }

  public void test128BitsBeside256() throws IOException {
    assertEquals(
        "field 'near' got a fingerprint of 256 bits, expected 128 bits as in documents before",
        assertSecondIsRefused(TWO, FOUR, false));
    assertEquals(
        "field 'near' got a fingerprint of 128 bits, expected 256 bits as in documents before",
        assertSecondIsRefused(FOUR, TWO, false));
  }

  /** Asserts that the refused document leaves no trace, and that the writer goes on. */
  private String assertSecondIsRefused(
      Fingerprint first, Fingerprint second, boolean isInAnotherSegment) throws IOException {
    IndexWriterConfig config = new IndexWriterConfig(); // flushes on request only
    if (random().nextBoolean()) {
      config.setCodec(new SimHashCodec());
    }
    try (Directory own = Directories.random(random());
        IndexWriter writer = new IndexWriter(own, config)) {
      add(writer, first);
      if (isInAnotherSegment) {
        writer.commit();
      }
      String message =
          expectThrows(IllegalArgumentException.class, () -> add(writer, second)).getMessage();
      assertTrue(writer.isOpen());
      add(writer, first);
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        IndexSearcher searcher = newSearcher(reader);
        assertEquals(2, reader.numDocs());
        assertEquals(2, searcher.count(SimHashField.newDistanceQuery("near", first, 0)));
        assertEquals(
            0, searcher.count(SimHashField.newDistanceQuery("near", second, second.bits())));
      }
      writer.commit();
      return message;
    }
  }

  /** Two widths in separate segments are not refused; each is found by queries of its width. */
  public void testSegmentsOfTwoWidths() throws IOException {
    RandomFingerprints[] widths = {
      new RandomFingerprints(random(), Shape.NEAR_DUPLICATES, 2),
      new RandomFingerprints(random(), Shape.NEAR_DUPLICATES, 4)
    };
    List<Fingerprint> added = new ArrayList<>();
    for (int session = 0; session < 6; session++) {
      RandomFingerprints width = widths[random().nextInt(2)];
      try (IndexWriter writer = new IndexWriter(directory, config())) {
        for (int i = random().nextInt(60); i > 0; i--) {
          Fingerprint fingerprint = width.make();
          Document document = Answers.document(added.size());
          document.add(new SimHashField("near", fingerprint.toArray()));
          writer.addDocument(document);
          added.add(fingerprint);
        }
        if (random().nextInt(3) == 0) {
          writer.forceMerge(1);
        }
      }
    }
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      IndexSearcher searcher = newSearcher(reader, false);
      for (int i = 0; i < 40; i++) {
        RandomFingerprints width = widths[i % 2];
        int maxDistance = random().nextInt(40);
        Fingerprint wanted = width.near(maxDistance);
        BruteForce oracle = new BruteForce();
        for (int id = 0; id < added.size(); id++) {
          if (added.get(id).lanes() == wanted.lanes()) {
            oracle.put(id, added.get(id));
          }
        }
        Set<Integer> expected = oracle.within(wanted, maxDistance).keySet();
        for (Strategy strategy : Strategy.values()) {
          Query query = new HammingDistanceQuery("near", wanted, maxDistance, strategy);
          assertEquals(query + " by " + strategy, expected, Answers.ids(searcher, query));
        }
        Fingerprint[] batch = {width.near(3), wanted, width.near(9)};
        assertEquals(
            expected,
            Answers.ids(searcher, new DistanceBatch("near", batch, maxDistance).query(1)));
        int all = oracle.within(wanted, wanted.bits()).size();
        Query nearest = SimHashField.newNearestQuery("near", wanted, added.size() + 1, null);
        assertEquals(all, searcher.count(nearest));
      }
    }
    assertTrue(TestUtil.checkIndex(directory, CheckIndex.Level.MIN_LEVEL_FOR_SLOW_CHECKS).clean);
  }

  public void testInAMemoryIndex() {
    MemoryIndex index = new MemoryIndex();
    index.addField(new SimHashField("near", FOUR.toArray()), null);
    assertTrue(index.search(SimHashField.newDistanceQuery("near", FOUR, 31)) > 0);
    assertEquals(
        0,
        index.search(SimHashField.newDistanceQuery("near", Fingerprint.of(~1L, 2, 3, 4), 31)),
        0);
  }
}
