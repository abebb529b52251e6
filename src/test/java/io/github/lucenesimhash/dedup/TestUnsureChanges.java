package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.Outcome.Action;
import io.github.lucenesimhash.dedup.Outcome.Neighbour;
import io.github.lucenesimhash.testing.Directories;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.LongField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Query;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** If an index writer makes a change and then throws, the next call sees the true index. */
public class TestUnsureChanges extends LuceneTestCase {

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

  private static Map<String, Long> content(Directory directory) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      return IndexContent.of(reader);
    }
  }

  /** Makes a change, and then fails. */
  private static final class FailsAfterwards extends IndexWriter {

    private boolean failsNext;

    FailsAfterwards(Directory directory) throws IOException {
      super(directory, newIndexWriterConfig());
    }

    private long done(long sequenceNumber) throws IOException {
      if (failsNext) {
        failsNext = false;
        throw new IOException("afterwards");
      }
      return sequenceNumber;
    }

    @Override
    public long updateDocument(Term term, Iterable<? extends IndexableField> document)
        throws IOException {
      return done(super.updateDocument(term, document));
    }

    @Override
    public long updateDocuments(
        Query query, Iterable<? extends Iterable<? extends IndexableField>> documents)
        throws IOException {
      return done(super.updateDocuments(query, documents));
    }

    @Override
    public long deleteDocuments(Term... terms) throws IOException {
      return done(super.deleteDocuments(terms));
    }

    @Override
    public long deleteDocuments(Query... queries) throws IOException {
      return done(super.deleteDocuments(queries));
    }
  }

  public void testADocumentThatWasAddedAfterAllIsSeen() throws Exception {
    try (FailsAfterwards indexWriter = new FailsAfterwards(directory);
        NearDuplicateWriter writer = NearDuplicateWriter.builder(indexWriter).build()) {
      fails(indexWriter, writer, "first", 5);
      Outcome second = writer.add(OfferStream.document("second", 4));
      assertEquals(Action.SKIPPED, second.action());
      assertEquals(List.of(new Neighbour(new BytesRef("first"), 1)), second.neighbours());
      assertEquals(Action.ADDED, writer.add(OfferStream.document("first", 5)).action());
    }
    assertEquals(Map.of("first", 5L), content(directory));
  }

  public void testADocumentThatWasReplacedAfterAllIsGone() throws Exception {
    try (FailsAfterwards indexWriter = new FailsAfterwards(directory);
        NearDuplicateWriter writer =
            NearDuplicateWriter.builder(indexWriter).policy(DuplicatePolicy.keepNewest()).build()) {
      writer.add(OfferStream.document("first", 5));
      fails(indexWriter, writer, "second", 4);
      Outcome third = writer.add(OfferStream.document("third", 5));
      assertEquals(List.of(new Neighbour(new BytesRef("second"), 1)), third.neighbours());
    }
    assertEquals(Map.of("third", 5L), content(directory));
  }

  public void testADocumentThatWasDeletedAfterAllIsGone() throws Exception {
    try (FailsAfterwards indexWriter = new FailsAfterwards(directory);
        NearDuplicateWriter writer = NearDuplicateWriter.builder(indexWriter).build()) {
      writer.add(OfferStream.document("first", 5));
      indexWriter.failsNext = true;
      assertEquals(
          "afterwards", expectThrows(IOException.class, () -> writer.delete("first")).getMessage());
      assertEquals(Action.ADDED, writer.add(OfferStream.document("second", 5)).action());
    }
    assertEquals(Map.of("second", 5L), content(directory));
  }

  public void testADocumentThatExpiredAfterAllIsGone() throws Exception {
    try (FailsAfterwards indexWriter = new FailsAfterwards(directory);
        NearDuplicateWriter writer =
            NearDuplicateWriter.builder(indexWriter)
                .window("published", Duration.ofDays(1))
                .build()) {
      writer.add(dated("first", 5));
      indexWriter.failsNext = true;
      Instant later = Instant.ofEpochMilli(2);
      assertEquals(
          "afterwards", expectThrows(IOException.class, () -> writer.expire(later)).getMessage());
      assertEquals(Action.ADDED, writer.add(dated("second", 5)).action());
    }
    assertEquals(Map.of("second", 5L), content(directory));
  }

  private static Document dated(String id, long fingerprint) {
    Document document = OfferStream.document(id, fingerprint);
    document.add(new LongField("published", 1, Store.NO));
    return document;
  }

  private static void fails(
      FailsAfterwards indexWriter, NearDuplicateWriter writer, String id, long fingerprint) {
    indexWriter.failsNext = true;
    Document document = OfferStream.document(id, fingerprint);
    assertEquals(
        "afterwards", expectThrows(IOException.class, () -> writer.add(document)).getMessage());
  }
}
