package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.Outcome.Action;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.NamedThreadFactory;

/** Tests documents that are looked up together and added later; TestRandomCalls has the duel. */
public class TestOffers extends WriterTestCase {

  static Document document(String id, long fingerprint, String text) {
    Document document = OfferStream.document(id, fingerprint);
    document.add(new TextField("text", text, Store.YES));
    return document;
  }

  /** A document is compared with others of its batch and with documents added meanwhile. */
  public void testWhatIsAddedSinceCounts() throws IOException {
    try (NearDuplicateWriter writer = builder().build()) {
      Offers offers =
          writer.offer(
              List.of(
                  OfferStream.document("a", 5),
                  OfferStream.document("copy of a", 5),
                  OfferStream.document("copy of b", -1)));
      assertEquals("nothing is added yet", 0, indexWriter.getDocStats().numDocs);
      writer.add(OfferStream.document("b", -1));
      if (random().nextBoolean()) {
        writer.refresh();
      }
      List<Action> actions = new ArrayList<>();
      offers.add(outcome -> actions.add(outcome.action()));
      assertEquals(List.of(Action.ADDED, Action.SKIPPED, Action.SKIPPED), actions);
      offers.add(outcome -> fail("all are added"));
    }
  }

  public void testADocumentThatIsRefusedRefusesAll() throws IOException {
    try (NearDuplicateWriter writer = builder().build()) {
      List<Document> documents = List.of(OfferStream.document("a", 5), new Document());
      expectThrows(IllegalArgumentException.class, () -> writer.offer(documents));
      assertEquals(0, indexWriter.getDocStats().numDocs);
      assertEquals(0, writer.pendingChanges());
    }
  }

  /** A document without a text in the index fails only the documents that are near it. */
  public void testOneThatFailsLeavesTheOthers() throws IOException {
    indexWriter.addDocument(OfferStream.document("without text", 5));
    try (NearDuplicateWriter writer =
        builder().comparison(Comparison.STANDARD).texts(TextVerifier.standard(), "text").build()) {
      Offers offers =
          writer.offer(
              List.of(
                  document("far", -1, "one two three"),
                  document("near", 5, "one two three"),
                  document("copy", -1, "one two three"),
                  document("last", 0xFFFF_FFFF_0000L, "one two three")));
      List<String> done = new ArrayList<>();
      IllegalStateException e =
          expectThrows(
              IllegalStateException.class, () -> offers.add(outcome -> done.add(outcome.id())));
      assertTrue(e.getMessage(), e.getMessage().contains("of the index has no text"));
      assertEquals(List.of("far"), done);
      offers.add(outcome -> done.add(outcome.id() + " " + outcome.action()));
      assertEquals(List.of("far", "copy SKIPPED", "last ADDED"), done);
    }
  }

  private static Document stamped(String id, long fingerprint, String schemeId) {
    Document document = new Document();
    document.add(new StringField("id", id, Store.YES));
    document.add(
        new SimHashField(
            "near", Fingerprint.of(fingerprint), SimHashField.fieldType(schemeId, 64)));
    return document;
  }

  public void testAnotherSchemeInTheIndexFailsEach() throws IOException {
    try (NearDuplicateWriter writer = builder().schemeId("own").build()) {
      Offers offers = writer.offer(List.of(stamped("a", 5, "own"), stamped("b", 6, "own")));
      indexWriter.addDocument(stamped("c", -1, "another"));
      writer.refresh();
      for (int i = 0; i < 2; i++) {
        expectThrows(
            IllegalArgumentException.class, () -> offers.add(outcome -> fail("" + outcome)));
      }
    }
  }

  /** Hits that a look-up has read are not read again, even by new searchers. */
  public void testHitsAreReadAhead() throws IOException {
    indexWriter.addDocument(OfferStream.document("a", 5));
    AtomicInteger read = new AtomicInteger();
    DuplicatePolicy better = DuplicatePolicy.keepBetter(document -> read.incrementAndGet() * 0);
    try (NearDuplicateWriter writer = builder().policy(better).build()) {
      Offers offers =
          writer.offer(List.of(OfferStream.document("b", 5), OfferStream.document("c", 5)));
      assertEquals("both, and their neighbour for each", 4, read.get());
      writer.add(OfferStream.document("far", -1));
      read.set(0);
      writer.refresh();
      offers.add(outcome -> assertEquals(Action.SKIPPED, outcome.action()));
      assertEquals(0, read.get());
    }
  }

  /** After a rollback no document is reported as skipped, as its neighbours may be lost. */
  public void testTheIndexWriterIsRolledBackBetween() throws IOException {
    try (NearDuplicateWriter writer = builder().build()) {
      writer.add(OfferStream.document("a", 5));
      writer.refresh();
      Offers offers =
          writer.offer(List.of(OfferStream.document("copy", 5), OfferStream.document("far", -1)));
      indexWriter.rollback();
      expectThrows(AlreadyClosedException.class, offers::addNext);
      expectThrows(AlreadyClosedException.class, offers::addNext);
    }
  }

  public void testItsNeighbourIsDeletedOrCommittedBetween() throws IOException {
    try (NearDuplicateWriter writer = builder().build()) {
      writer.add(OfferStream.document("a", 5));
      writer.add(OfferStream.document("b", -1));
      writer.refresh();
      Offers offers =
          writer.offer(
              List.of(OfferStream.document("like a", 5), OfferStream.document("like b", -1)));
      writer.delete("a");
      indexWriter.commit();
      if (random().nextBoolean()) {
        writer.refresh();
      }
      assertEquals(Action.ADDED, offers.addNext().action());
      assertEquals(Action.SKIPPED, offers.addNext().action());
    }
  }

  /** If two threads look up equal fingerprints before both add them, one document of each stays. */
  public void testOffersOfTwoThreads() throws Exception {
    int documents = 50;
    long[] fingerprints = random().longs(documents).toArray();
    CyclicBarrier bothLookedUp = new CyclicBarrier(2);
    try (NearDuplicateWriter writer = builder().comparison(Comparison.within(0)).build();
        ExecutorService threads =
            Executors.newFixedThreadPool(2, new NamedThreadFactory("offers"))) {
      List<Future<Integer>> added = new ArrayList<>();
      for (String thread : List.of("a", "b")) {
        added.add(
            threads.submit(
                () -> {
                  List<Document> mine = new ArrayList<>();
                  for (int i = 0; i < documents; i++) {
                    mine.add(OfferStream.document(thread + i, fingerprints[i]));
                  }
                  Offers offers = writer.offer(mine);
                  bothLookedUp.await(10, TimeUnit.MINUTES);
                  AtomicInteger count = new AtomicInteger();
                  offers.add(outcome -> count.addAndGet(outcome.isIndexed() ? 1 : 0));
                  return count.get();
                }));
      }
      int sum = 0;
      for (Future<Integer> count : added) {
        sum += count.get(10, TimeUnit.MINUTES);
      }
      assertEquals(documents, sum);
    }
    assertEquals(documents, indexWriter.getDocStats().numDocs);
  }

  /** A batch counts as the caller's memory; its pending documents stay within the bound. */
  public void testABatchOfHugeTexts() throws IOException {
    int most = 1 << 20;
    try (NearDuplicateWriter writer =
        builder()
            .maxPendingBytes(most)
            .comparison(Comparison.STANDARD)
            .texts(TextVerifier.standard(), "text")
            .build()) {
      List<Document> documents = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        documents.add(document("" + i, random().nextLong(), "word ".repeat(most / 16)));
      }
      Offers offers = writer.offer(documents);
      assertEquals("nothing is held of what is looked up", 0, writer.ramBytesUsed());
      offers.add(outcome -> assertTrue(writer.ramBytesUsed() <= most));
    }
  }

  public void testADocumentWithoutTextRefusesAll() throws IOException {
    try (NearDuplicateWriter writer =
        builder().comparison(Comparison.STANDARD).texts(TextVerifier.standard(), "text").build()) {
      List<Document> documents =
          List.of(document("a", 5, "one two three"), OfferStream.document("b", -1));
      expectThrows(IllegalArgumentException.class, () -> writer.offer(documents));
      assertEquals(0, indexWriter.getDocStats().numDocs);
      writer.offer(documents.subList(0, 1)).add(outcome -> assertTrue(outcome.isIndexed()));
    }
  }
}
