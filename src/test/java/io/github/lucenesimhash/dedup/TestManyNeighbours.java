package io.github.lucenesimhash.dedup;

import static org.apache.lucene.search.TotalHits.Relation.EQUAL_TO;
import static org.apache.lucene.search.TotalHits.Relation.GREATER_THAN_OR_EQUAL_TO;

import io.github.lucenesimhash.dedup.Outcome.Action;
import io.github.lucenesimhash.testing.Directories;
import io.github.lucenesimhash.verify.Comparison;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** Tests an index that was full of copies before its first writer. */
public class TestManyNeighbours extends LuceneTestCase {

  private static final int COPIES = 2000;

  private Directory directory;
  private IndexWriter indexWriter;
  private boolean visible;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory = Directories.random(random());
    indexWriter = new IndexWriter(directory, newIndexWriterConfig());
    for (int i = 0; i < COPIES; i++) {
      indexWriter.addDocument(OfferStream.document("" + i, i < 20 ? 4 : 5));
    }
    visible = random().nextBoolean();
  }

  @Override
  public void tearDown() throws Exception {
    indexWriter.close();
    directory.close();
    super.tearDown();
  }

  private NearDuplicateWriter.Builder builder(DuplicatePolicy policy) {
    return NearDuplicateWriter.builder(indexWriter).policy(policy);
  }

  /** Makes some copies pending by deleting them, and refreshes or not. */
  private void delete(NearDuplicateWriter writer) throws IOException {
    for (int i = 0; i < 30; i++) {
      writer.delete("" + (1000 + i));
    }
    if (visible) {
      writer.refresh();
    }
  }

  public void testTheNearestAreListed() throws IOException {
    int most = TestUtil.nextInt(random(), 1, 200);
    try (NearDuplicateWriter writer =
        builder(DuplicatePolicy.keepFirst()).maxNeighbours(most).build()) {
      delete(writer);
      Outcome outcome = writer.add(OfferStream.document("new", 4));
      assertEquals(Action.SKIPPED, outcome.action());
      assertEquals(most, outcome.neighbours().size());
      for (int i = 0; i < most; i++) {
        assertEquals(i < 20 ? 0 : 1, outcome.neighbours().get(i).distance());
      }
      assertEquals(new TotalHits(most, GREATER_THAN_OR_EQUAL_TO), outcome.totalNeighbours());
    }
  }

  public void testAllAreLookedAtIfTheyAreFew() throws IOException {
    try (NearDuplicateWriter writer =
        builder(DuplicatePolicy.keepFirst())
            .comparison(Comparison.within(0))
            .maxNeighbours(20)
            .build()) {
      delete(writer);
      Outcome outcome = writer.add(OfferStream.document("7", 4));
      assertEquals(19, outcome.neighbours().size());
      assertEquals(new TotalHits(19, EQUAL_TO), outcome.totalNeighbours());
    }
  }

  /** The remaining copy is found although all nearer hits are outdated. */
  public void testHitsThatAreOutOfDateDoNotHideOthers() throws IOException {
    try (NearDuplicateWriter writer =
        builder(DuplicatePolicy.keepFirst()).maxNeighbours(1).build()) {
      for (int i = 0; i < COPIES - 1; i++) {
        writer.delete("" + i);
      }
      Outcome outcome = writer.add(OfferStream.document("new", 4));
      assertEquals(Action.SKIPPED, outcome.action());
      assertEquals("" + (COPIES - 1), outcome.neighbours().get(0).id());
    }
  }

  public void testTooManyToReplace() throws IOException {
    int maxReplaced = TestUtil.nextInt(random(), 1, 200);
    try (NearDuplicateWriter writer =
        builder(DuplicatePolicy.keepNewest()).maxReplaced(maxReplaced).maxNeighbours(1).build()) {
      delete(writer);
      Outcome outcome = writer.add(OfferStream.document("7", 5));
      assertEquals(Action.REFUSED, outcome.action());
      assertTrue(outcome.totalNeighbours().value() > maxReplaced);
      writer.refresh();
      assertEquals(COPIES - 30, indexWriter.getDocStats().numDocs);
    }
  }

  public void testAllThatAreReplacedAreListed() throws IOException {
    try (NearDuplicateWriter writer =
        builder(DuplicatePolicy.keepNewest())
            .maxReplaced(20)
            .maxNeighbours(1)
            .comparison(Comparison.within(0))
            .build()) {
      Outcome outcome = writer.add(OfferStream.document("new", 4));
      assertEquals(Action.REPLACED, outcome.action());
      assertEquals(20, outcome.neighbours().size());
      assertEquals(new TotalHits(20, EQUAL_TO), outcome.totalNeighbours());
    }
  }

  /** An equally good document is found, however many others are read before it. */
  public void testQualityIsComparedWithAll() throws IOException {
    indexWriter.addDocument(OfferStream.document("good", 5 | 0xF << 20 | 7L << 60));
    DuplicatePolicy better =
        DuplicatePolicy.keepBetter(
            document -> document.getField("quality").numericValue().doubleValue());
    try (NearDuplicateWriter writer = builder(better).maxNeighbours(1).maxReplaced(1).build()) {
      Outcome outcome = writer.add(OfferStream.document("new", 5 | 6L << 60));
      assertEquals(Action.SKIPPED, outcome.action());
      assertEquals(1, outcome.neighbours().size());
      assertEquals(new TotalHits(COPIES + 1, EQUAL_TO), outcome.totalNeighbours());
      assertEquals(Action.REFUSED, writer.add(OfferStream.document("best", 5 | 8L << 60)).action());
    }
  }

  /** Offers hold at most as many hits for each document as an outcome lists, and one more. */
  public void testAGroupHoldsFewHits() throws IOException {
    try (NearDuplicateWriter writer =
        builder(DuplicatePolicy.keepFirst()).maxNeighbours(3).build()) {
      Admission admission = writer.admission;
      List<Document> documents =
          IntStream.range(0, 50).mapToObj(i -> OfferStream.document("new" + i, 5)).toList();
      for (Lookup lookup : admission.lookUp(documents)) {
        assertEquals(3, admission.decide(lookup, true).neighbours().size());
        assertEquals(4, lookup.hits.scoreDocs.length);
      }
    }
  }

  /** A pending document does not hide a nearer hit behind deleted hits. */
  public void testPendingOnesDoNotHideNearerHits() throws IOException {
    try (NearDuplicateWriter writer =
        builder(DuplicatePolicy.mark("group")).maxNeighbours(1).build()) {
      writer.add(OfferStream.document("pending", 4 ^ 0x7FF << 20));
      for (int i = 0; i < 20; i++) {
        writer.delete("" + i);
      }
      Outcome outcome = writer.add(OfferStream.document("new", 4 ^ 0xF << 20));
      assertEquals(5, outcome.neighbours().get(0).distance());
    }
  }

  /** Only the first of many equally good copies are read. */
  public void testCopiesThatAreAsGoodAreNotAllLookedAt() throws IOException {
    AtomicInteger compared = new AtomicInteger();
    DuplicatePolicy better = DuplicatePolicy.keepBetter(document -> compared.incrementAndGet() * 0);
    try (NearDuplicateWriter writer = builder(better).maxNeighbours(10).maxReplaced(5).build()) {
      Outcome outcome = writer.add(OfferStream.document("new", 5));
      assertEquals(Action.SKIPPED, outcome.action());
      assertEquals(10, outcome.neighbours().size());
      assertTrue(compared + " compared", compared.get() < 100);
    }
  }
}
