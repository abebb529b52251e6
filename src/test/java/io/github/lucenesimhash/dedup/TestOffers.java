package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.Outcome.Action;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.TextField;

/** Documents that are looked up together and added later; see TestRandomCalls for the duel. */
public class TestOffers extends WriterTestCase {

  private static Document document(String id, long fingerprint, String text) {
    Document document = OfferStream.document(id, fingerprint);
    document.add(new TextField("text", text, Store.YES));
    return document;
  }

  /** The first is near one that is looked up with it, the second near one added meanwhile. */
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

  /** A document of the index cannot be verified by. It fails those that are near it, no others. */
  public void testOneThatFailsLeavesTheOthers() throws IOException {
    indexWriter.addDocument(OfferStream.document("without text", 5));
    try (NearDuplicateWriter writer =
        builder().verify("text").build()) {
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
      assertEquals("no claim is left behind", 0, writer.admission.claims.queue.size());
    }
  }

  /** A hit that was read when it was looked up is not read again, nor when searchers are new. */
  public void testHitsAreReadAhead() throws IOException {
    indexWriter.addDocument(OfferStream.document("a", 5));
    AtomicInteger read = new AtomicInteger();
    DuplicatePolicy better = DuplicatePolicy.keepBetter(document -> read.incrementAndGet() * 0);
    try (NearDuplicateWriter writer =
        builder().policy(better).build()) {
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
}
