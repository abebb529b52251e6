package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.Outcome.Action;
import io.github.lucenesimhash.dedup.Outcome.Neighbour;
import io.github.lucenesimhash.testing.Directories;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.TextVerifier;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** Tests equal fingerprints whose texts resemble each other or not, pending or visible. */
public class TestVerification extends LuceneTestCase {

  private static final String TEXT = words(0, 50);
  private static final String SIMILAR = words(1, 50);
  private static final String OTHER = words(40, 90);

  private static String words(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(i -> "w" + (char) ('a' + i / 10) + (char) ('a' + i % 10)) // no numbers
        .collect(Collectors.joining(" "));
  }

  private static Document document(String id, String text) {
    Document document = OfferStream.document(id, 5);
    document.add(new TextField("text", text, Store.YES));
    return document;
  }

  public void testTextsDecide() throws Exception {
    for (boolean visible : new boolean[] {false, true}) {
      try (Directory directory = Directories.random(random());
          IndexWriter indexWriter = new IndexWriter(directory, newIndexWriterConfig());
          NearDuplicateWriter writer = writer(indexWriter)) {
        assertEquals(Action.ADDED, writer.add(document("a", TEXT)).action());
        long bytes = writer.ramBytesUsed();
        assertTrue("texts are counted: " + bytes, bytes > 50 * Long.BYTES);
        if (visible) {
          writer.refresh();
          assertEquals(0, writer.ramBytesUsed());
        }
        assertEquals(Action.ADDED, writer.add(document("b", OTHER)).action());
        Outcome skipped = writer.add(document("c", SIMILAR));
        assertEquals(Action.SKIPPED, skipped.action());
        assertEquals(List.of(new Neighbour(new BytesRef("a"), 0)), PlainDedup.bare(skipped));
      }
    }
  }

  /** All values of a text are compared, such as a title and a body. */
  public void testAllValuesAreCompared() throws Exception {
    for (boolean visible : new boolean[] {false, true}) {
      try (Directory directory = Directories.random(random());
          IndexWriter indexWriter = new IndexWriter(directory, newIndexWriterConfig());
          NearDuplicateWriter writer = writer(indexWriter)) {
        Document inTwo = document("a", words(0, 25));
        inTwo.add(new TextField("text", words(25, 50), Store.YES));
        assertEquals(Action.ADDED, writer.add(inTwo).action());
        if (visible) {
          writer.refresh();
        }
        assertEquals(Action.SKIPPED, writer.add(document("b", TEXT)).action());
      }
    }
  }

  public void testTextsThatAreMissing() throws Exception {
    try (Directory directory = Directories.random(random());
        IndexWriter indexWriter = new IndexWriter(directory, newIndexWriterConfig())) {
      indexWriter.addDocument(OfferStream.document("old", 5));
      try (NearDuplicateWriter writer = writer(indexWriter)) {
        Document without = OfferStream.document("a", 5);
        assertMessage("no stored text in field 'text'", () -> writer.add(without));
        without.add(new TextField("text", TEXT, Store.NO));
        assertMessage("no stored text in field 'text'", () -> writer.add(without));
        assertMessage("of the index has no text", () -> writer.add(document("b", TEXT)));
        Document nearNothing = new Document();
        nearNothing.add(new StringField("id", "c", Store.YES));
        assertEquals(Action.ADDED, writer.add(nearNothing).action());
      }
    }
  }

  private static void assertMessage(String part, ThrowingRunnable run) {
    String message = expectThrows(RuntimeException.class, run).getMessage();
    assertTrue(message, message.contains(part));
  }

  private static NearDuplicateWriter writer(IndexWriter indexWriter) throws Exception {
    return NearDuplicateWriter.builder(indexWriter)
        .comparison(Comparison.STANDARD)
        .texts(TextVerifier.standard(), "text")
        .build();
  }
}
