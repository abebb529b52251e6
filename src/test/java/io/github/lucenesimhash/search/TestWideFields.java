package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
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

/** Fields of 128 and 256 bits, and what happens where bits are mixed. */
public class TestWideFields extends LuceneTestCase {

  private static final Fingerprint ONE = Fingerprint.of(1);
  private static final Fingerprint TWO = Fingerprint.of(1, 2);
  private static final Fingerprint FOUR = Fingerprint.of(1, 2, 3, 4);

  private Directory directory;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory = newDirectory();
  }

  @Override
  public void tearDown() throws Exception {
    directory.close();
    super.tearDown();
  }

  private void index(Fingerprint... fingerprints) throws IOException {
    IndexWriterConfig config = RandomIndex.config();
    if (random().nextBoolean()) {
      config.setCodec(new SimHashCodec());
    }
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (Fingerprint each : fingerprints) {
        writer.addDocument(List.of(new SimHashField("near", each.toArray())));
      }
      writer.forceMerge(1);
    }
  }

  public void testAFieldTellsWhatItHolds() throws IOException {
    index(TWO, Fingerprint.of(~0L, 7));
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      assertEquals(Set.of(128), SimHashField.bits(reader, "near"));
      assertEquals(TWO, SimHashField.fingerprint(reader, "near", 0).orElseThrow());
      FingerprintValues values = SimHashField.fingerprints(reader.leaves().get(0).reader(), "near");
      assertTrue(values.advanceExact(1));
      assertEquals(2, values.words());
      assertEquals(7, values.word(1));
      assertEquals(Fingerprint.of(~0L, 7), values.fingerprint());
    }
    assertEquals("SimHashField <near:" + TWO + ">", new SimHashField("near", 1, 2).toString());
  }

  /** A value that is changed is the one that is indexed. */
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
          "fingerprint " + FOUR + " has 256 bits, expected 128 as the first",
          () -> new DistanceBatch("near", new Fingerprint[] {TWO, FOUR}, 9));
    }
  }

  private static void assertRefused(String message, ThrowingRunnable refused) {
    assertEquals(message, expectThrows(IllegalArgumentException.class, refused).getMessage());
  }

  /**
   * Nothing is lost: the segment is in Lucene's format, and others than those wanted are not near.
   */
  public void testMixedBits() throws IOException {
    index(TWO, FOUR, TWO);
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      assertEquals(3, reader.numDocs());
      assertEquals(FOUR, SimHashField.fingerprint(reader, "near", 1).orElseThrow());
      IndexSearcher searcher = newSearcher(reader);
      assertEquals(2, searcher.count(SimHashField.newDistanceQuery("near", TWO, 0)));
      assertEquals(2, searcher.count(SimHashField.newSlowDistanceQuery("near", TWO, 128)));
      assertEquals(2, SimHashField.nearest(searcher, "near", TWO, 5, null).scoreDocs.length);
    }
    assertTrue(TestUtil.checkIndex(directory, CheckIndex.Level.MIN_LEVEL_FOR_SLOW_CHECKS).clean);
  }

  /**
   * The index writer asks each segment which documents a query deletes: an error would close it.
   */
  public void testDeletesByOtherBits() throws IOException {
    index(TWO, TWO);
    IndexWriterConfig config = RandomIndex.config();
    if (random().nextBoolean()) {
      config.setCodec(new SimHashCodec());
    }
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      writer.addDocument(List.of(new SimHashField("near", TWO.toArray())));
      for (Fingerprint other : List.of(ONE, FOUR)) {
        writer.deleteDocuments(SimHashField.newDistanceQuery("near", other, 3));
      }
      writer.commit();
      writer.deleteDocuments(SimHashField.newDistanceQuery("near", TWO, 0));
      assertEquals(3, writer.getDocStats().maxDoc);
    }
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      assertEquals(0, reader.numDocs());
    }
  }

  /** What the index holds decides, and not what was in it once. */
  public void testAStrayOfOtherBitsIsForgotten() throws IOException {
    IndexWriterConfig config = RandomIndex.config();
    if (random().nextBoolean()) {
      config.setCodec(new SimHashCodec());
    }
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      writer.addDocument(List.of(new SimHashField("near", FOUR.toArray())));
      writer.addDocument(List.of(new SimHashField("near", TWO.toArray())));
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

  /** A value that is none does not close the writer either. */
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

  /** Codes of 64 bits padded to 256: three words are the same in all documents. */
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

  /** Lucene refuses the second, and the first stays. */
  public void testOneWordBesideTwo() throws IOException {
    try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      writer.addDocument(List.of(new SimHashField("near", TWO.toArray())));
      expectThrows(
          IllegalArgumentException.class,
          () -> writer.addDocument(List.of(new SimHashField("near", ONE.toArray()))));
      writer.commit();
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        assertEquals(1, newSearcher(reader).count(SimHashField.newDistanceQuery("near", TWO, 0)));
      }
    }
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
