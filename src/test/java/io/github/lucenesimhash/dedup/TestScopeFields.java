package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.Outcome.Action;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.IntField;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;

/** Tests the kinds of fields for dates and tenants, and documents that lack a date or tenant. */
public class TestScopeFields extends WriterTestCase {

  static Document document(String id, IndexableField... fields) {
    Document document = OfferStream.document(id, 5);
    for (IndexableField field : fields) {
      document.add(field);
    }
    return document;
  }

  private static IndexableField date(long date) {
    return new NumericDocValuesField("published", date);
  }

  private NearDuplicateWriter.Builder dated() {
    return builder().window("published", Duration.ofMillis(10));
  }

  /** Windows and expiry work without points. */
  public void testDatesThatAreDocValuesOnly() throws IOException {
    try (NearDuplicateWriter writer = dated().build()) {
      assertEquals(Action.ADDED, writer.add(document("1", date(99))).action());
      writer.refresh();
      assertEquals(Action.SKIPPED, writer.add(document("2", date(109))).action());
      assertEquals(Action.ADDED, writer.add(document("3", date(110))).action());
      writer.expire(Instant.ofEpochMilli(99));
      assertEquals(2, documents(indexWriter));
      writer.expire(Instant.ofEpochMilli(100));
      assertEquals(1, documents(indexWriter));
    }
  }

  private static int documents(IndexWriter indexWriter) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(indexWriter)) {
      return reader.numDocs();
    }
  }

  public void testTenants() throws IOException {
    String longest = "a".repeat(IndexWriter.MAX_TERM_LENGTH);
    try (Directory plain = new ByteBuffersDirectory(); // some test codecs take minutes for the term
        IndexWriter plainWriter = new IndexWriter(plain, new IndexWriterConfig());
        NearDuplicateWriter writer =
            NearDuplicateWriter.builder(plainWriter).tenant("tenant").build()) {
      IndexableField bytes = new BinaryDocValuesField("tenant", newBytesRef("a"));
      var e = expectThrows(IllegalArgumentException.class, () -> writer.add(document("1", bytes)));
      assertTrue(e.getMessage(), e.getMessage().startsWith("the document has '[61]' in field"));
      for (Action action : new Action[] {Action.ADDED, Action.SKIPPED}) {
        IndexableField tenant = new KeywordField("tenant", longest, Store.NO);
        assertEquals(action, writer.add(document("of " + action, tenant)).action());
      }
    }
  }

  public void testADocumentWithoutDateOrTenant() throws IOException {
    try (NearDuplicateWriter writer =
        builder().window("published", Duration.ofDays(14)).tenant("tenant").build()) {
      KeywordField tenant = new KeywordField("tenant", "a", Store.NO);
      LongField date = new LongField("published", 5, Store.NO);
      String expectedDate = ", expected a date in milliseconds, as a LongField has it";
      assertRefused(
          "the document has no doc value in field 'published'" + expectedDate,
          () -> writer.add(document("1", tenant)));
      assertRefused(
          "the document has no doc value in field 'published'" + expectedDate,
          () -> writer.add(document("1", tenant, new LongPoint("published", 5))));
      assertRefused(
          "the document has '2026-11-22' in field 'published'" + expectedDate,
          () -> writer.add(document("1", new KeywordField("published", "2026-11-22", Store.NO))));
      assertRefused(
          "the document has '7' in field 'published'" + expectedDate,
          () -> writer.add(document("1", tenant, new IntField("published", 7, Store.NO))));
      assertRefused(
          "the document has several values in field 'published', expected one",
          () ->
              writer.add(
                  document("1", tenant, date, new SortedNumericDocValuesField("published", 5))));
      String expectedTenant = ", expected a tenant, as a KeywordField has it";
      assertRefused(
          "the document has no doc value in field 'tenant'" + expectedTenant,
          () -> writer.add(document("1", date, new StringField("tenant", "a", Store.YES))));
      assertRefused(
          "the document has '7' in field 'tenant'" + expectedTenant,
          () -> writer.add(document("1", date, new NumericDocValuesField("tenant", 7))));
      String tooLong = "a".repeat(40_000);
      assertRefused(
          "the document has 40000 bytes in field 'tenant', expected at most 32766",
          () -> writer.add(document("1", date, new KeywordField("tenant", tooLong, Store.NO))));
      Document withoutFingerprint = new Document();
      withoutFingerprint.add(new StringField("id", "1", Store.YES));
      assertRefused(
          "the document has no doc value in field 'published'" + expectedDate,
          () -> writer.add(withoutFingerprint));
      writer.refresh();
      assertEquals(0, indexWriter.getDocStats().numDocs);
    }
  }

  public void testAnIndexWithoutDateOrTenant() throws IOException {
    indexWriter.addDocument(document("1", new LongField("published", 5, Store.NO)));
    assertRefused(
        "the index has no tenants in field 'tenant', expected a tenant, as a KeywordField has it",
        () -> builder().window("published", Duration.ZERO).tenant("tenant").build());
    assertRefused(
        "the index has no dates in field 'date', expected a date in milliseconds, as a LongField"
            + " has it",
        () -> builder().window("date", Duration.ofDays(1)).build());
  }

  public void testAnIndexWithOtherFields() throws IOException {
    indexWriter.addDocument(document("1", new KeywordField("published", "today", Store.NO)));
    assertIndexRefused("the index has no dates in field 'published'", dated());
    indexWriter.deleteAll();
    indexWriter.addDocument(document("1", new NumericDocValuesField("tenant", 5)));
    assertIndexRefused("the index has no tenants in field 'tenant'", builder().tenant("tenant"));
  }

  private static void assertIndexRefused(String problem, NearDuplicateWriter.Builder builder) {
    var e = expectThrows(IllegalArgumentException.class, builder::build);
    assertTrue(e.getMessage(), e.getMessage().startsWith(problem + ", expected a"));
  }

  public void testALaterDocumentOfALaterSegment() throws IOException {
    indexWriter.addDocument(document("1", date(5)));
    indexWriter.flush();
    indexWriter.addDocument(document("2", date(5)));
    indexWriter.addDocument(document("3"));
    try (NearDuplicateWriter writer = dated().build()) {
      Outcome outcome = writer.add(document("4", date(5)));
      assertEquals(
          List.of("1", "2"), outcome.neighbours().stream().map(Outcome.Neighbour::id).toList());
    }
  }
}
