package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.Outcome.Action;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.index.DirectoryReader;

/** A skipped or refused document changes nothing, even if its id is in the index. */
public class TestSkipped extends WriterTestCase {

  private static Document document(String id, long fingerprint, String tenant) {
    Document document = OfferStream.document(id, fingerprint);
    document.add(new KeywordField("tenant", tenant, Store.YES));
    return document;
  }

  private void assertIndex(Map<String, Long> expected) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(indexWriter)) {
      assertEquals(expected, IndexContent.of(reader));
    }
  }

  private static void maybeRefresh(NearDuplicateWriter writer) throws IOException {
    if (random().nextBoolean()) {
      writer.refresh();
    }
  }

  private void assertUnchanged(NearDuplicateWriter writer, Action action, Document document)
      throws IOException {
    Map<String, Long> before;
    try (DirectoryReader reader = DirectoryReader.open(indexWriter)) {
      before = IndexContent.of(reader);
    }
    Outcome outcome = writer.add(document);
    assertEquals(action, outcome.action());
    assertEquals(-1, outcome.sequenceNumber());
    assertIndex(before);
  }

  public void testAnUpdateThatIsSkipped() throws IOException {
    try (NearDuplicateWriter writer = builder().build()) {
      writer.add(OfferStream.document("a", 5));
      writer.add(OfferStream.document("b", -1));
      maybeRefresh(writer);
      assertUnchanged(writer, Action.SKIPPED, OfferStream.document("a", -2));
      maybeRefresh(writer);
      assertUnchanged(writer, Action.SKIPPED, OfferStream.document("c", 5));
    }
    assertIndex(Map.of("a", 5L, "b", -1L));
  }

  public void testAnUpdateThatIsNotBetterOrWouldReplaceTooMany() throws IOException {
    DuplicatePolicy better =
        DuplicatePolicy.keepBetter(
            document -> document.getField("quality").numericValue().doubleValue());
    indexWriter.addDocument(OfferStream.document("1", 0x7000000000000005L));
    indexWriter.addDocument(OfferStream.document("2", 0x1000000000000004L));
    indexWriter.addDocument(OfferStream.document("3", 0xFFFF0000FFFF0000L));
    try (NearDuplicateWriter writer = builder().policy(better).maxReplaced(1).build()) {
      assertUnchanged(writer, Action.SKIPPED, OfferStream.document("3", 0x3000000000000005L));
      maybeRefresh(writer);
      assertUnchanged(writer, Action.REFUSED, OfferStream.document("3", 0xF000000000000005L));
    }
  }

  public void testAnIdOfAnotherTenant() throws IOException {
    for (DuplicatePolicy policy :
        new DuplicatePolicy[] {
          DuplicatePolicy.keepFirst(), DuplicatePolicy.keepNewest(), DuplicatePolicy.mark("group")
        }) {
      try (NearDuplicateWriter writer = builder().policy(policy).tenant("tenant").build()) {
        writer.add(document("m1", 5, "a"));
        writer.add(document("m2", 5, "b"));
        maybeRefresh(writer);
        for (long fingerprint : new long[] {5, -1}) {
          assertUnchanged(writer, Action.REFUSED, document("m1", fingerprint, "b"));
        }
        Document withoutFingerprint = document("m1", 5, "b");
        withoutFingerprint.removeFields("near");
        assertUnchanged(writer, Action.REFUSED, withoutFingerprint);
        writer
            .offer(List.of(document("m1", 6, "b")))
            .check(outcome -> assertEquals(Action.REFUSED, outcome.action()));
        writer.delete("m1");
        maybeRefresh(writer);
        assertEquals(Action.ADDED, writer.add(document("m1", -1, "b")).action());
        assertUnchanged(writer, Action.REFUSED, document("m1", 5, "a"));
        writer.delete("m1");
        writer.delete("m2");
      }
      indexWriter.deleteAll();
    }
  }
}
