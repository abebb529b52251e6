package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.Outcome.Action;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;

/** In which kinds of fields dates and tenants may be, and which document lacks one. */
public class TestScopeFields extends WriterTestCase {

  private static Document document(String id, IndexableField... fields) {
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

  /** A window and what is too old need no points. */
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

  public void testAnIndexWithOtherFields() throws IOException {
    indexWriter.addDocument(document("1", new KeywordField("published", "today", Store.NO)));
    indexWriter.addDocument(document("2", new KeywordField("published", "today", Store.NO)));
    assertRefused("document 0 of the index has no date in field 'published'", dated());
    indexWriter.deleteAll();
    indexWriter.addDocument(document("1", new NumericDocValuesField("tenant", 5)));
    String noTenant = " of the index has no tenant in field 'tenant'";
    assertRefused("document 0" + noTenant, builder().tenant("tenant"));
    indexWriter.deleteAll();
    indexWriter.addDocument(document("1", new KeywordField("tenant", "a", Store.NO)));
    indexWriter.flush();
    indexWriter.addDocument(new Document()); // nothing is compared with it
    indexWriter.addDocument(document("2"));
    indexWriter.addDocument(document("3", new KeywordField("tenant", "a", Store.NO)));
    assertRefused("document 2" + noTenant, builder().tenant("tenant"));
  }

  private static void assertRefused(String problem, NearDuplicateWriter.Builder builder) {
    var e = expectThrows(IllegalArgumentException.class, builder::build);
    assertTrue(e.getMessage(), e.getMessage().startsWith(problem + ", expected a"));
  }

  public void testALaterDocumentOfALaterSegment() throws IOException {
    indexWriter.addDocument(document("1", date(5)));
    indexWriter.flush();
    indexWriter.addDocument(document("2", date(5)));
    indexWriter.addDocument(document("3"));
    try (NearDuplicateWriter writer = dated().build()) {
      var e = expectThrows(IllegalStateException.class, () -> writer.add(document("4", date(5))));
      assertTrue(e.getMessage(), e.getMessage().startsWith("document 2 of the index has not one"));
    }
  }
}
