package io.github.lucenesimhash.dedup;

import static io.github.lucenesimhash.dedup.TestShortTextsWriter.range;

import io.github.lucenesimhash.dedup.Outcome.Action;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.Comparison;
import io.github.lucenesimhash.search.PlainFeatures;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;

/** Stories that are found by words, by fingerprints, and by the one after the other. */
public class TestStoriesOfShortTexts extends WriterTestCase {

  private static final int WINDOW = 64;

  private NearDuplicateWriter.Builder stories() {
    return builder()
        .comparison(Comparison.within(10).words(.8))
        .window("published", Duration.ofMillis(WINDOW))
        .policy(DuplicatePolicy.mark("story"));
  }

  private static Document document(String id, long date, Long fingerprint, PlainFeatures words) {
    Document document = new Document();
    document.add(new StringField("id", id, Store.YES));
    if (fingerprint != null) {
      document.add(
          new SimHashField(
              "near", Fingerprint.of(fingerprint), SimHashField.fieldType("scheme", 64)));
    }
    document.add(new LongField("published", date, Store.NO));
    PlainWords.addTo(document, words);
    return document;
  }

  private String add(NearDuplicateWriter writer, Document document) throws IOException {
    writer.add(document);
    writer.refresh();
    var searcher = writer.acquire();
    try {
      return IndexContent.stored(searcher.getIndexReader(), document.get("id")).get("story");
    } finally {
      writer.release(searcher);
    }
  }

  /** The second document has a fingerprint, but no story has one. */
  public void testAStoryThatBeganWithoutAFingerprint() throws IOException {
    String story;
    try (NearDuplicateWriter writer = stories().build()) {
      story = add(writer, document("a", 0, null, range(0, 10)));
      assertEquals(story, add(writer, document("b", 60, 5L, range(0, 10))));
      assertEquals("c#0000000000000005", add(writer, document("c", 60, 5L, null)));
      writer.delete("c");
    }
    try (NearDuplicateWriter writer = stories().build()) {
      assertEquals(story, add(writer, document("d", 100, 5L, range(0, 9))));
    }
    try (NearDuplicateWriter writer =
        stories().comparison(Comparison.within(10).words(.5)).build()) {
      assertEquals(story, add(writer, document("e", 100, null, range(0, 5))));
    }
  }

  /** A story's fingerprint is in the index when that of no document is. */
  public void testTheFirstDocumentIsGone() throws IOException {
    String story;
    try (NearDuplicateWriter writer = stories().build()) {
      story = add(writer, document("a", 0, 0L, range(0, 10)));
      assertEquals(story, add(writer, document("b", 60, null, range(0, 10))));
      writer.expire(Instant.ofEpochMilli(50));
    }
    try (NearDuplicateWriter writer = stories().build()) {
      assertEquals(story, add(writer, document("c", 124, 0xFFL, null)));
      assertEquals(story, add(writer, document("d", 188, 0xFF00L, null)));
    }
  }

  /** Found by one without a fingerprint, that of the story is near: the texts decide. */
  public void testTextsOfDocumentsWithoutAFingerprint() throws IOException {
    for (boolean isVisible : new boolean[] {false, true}) {
      indexWriter.deleteAll();
      try (NearDuplicateWriter writer =
          stories()
              .comparison(Comparison.STANDARD.words(.8))
              .texts(TextVerifier.standard(), "text")
              .build()) {
        writer.add(withText("a", 0, 0L, range(0, 10), "this is the text of one"));
        Document words = document("b", 60, null, range(0, 10));
        IllegalArgumentException e =
            expectThrows(IllegalArgumentException.class, () -> writer.add(words));
        assertEquals(
            "the document has no stored text in field 'text', expected one to verify by",
            e.getMessage());
        words.add(new StoredField("text", "another is what this text has"));
        assertEquals(Action.MARKED, writer.add(words).action());
        if (isVisible) {
          writer.refresh();
        }
        Document one = withText("c", 124, 1L, null, "this is the text of one");
        assertEquals(Action.ADDED, writer.add(one).action());
        Document other = withText("d", 124, 2L, null, "another is what this text has");
        assertEquals("b", writer.add(other).neighbours().getFirst().id());
      }
    }
  }

  private static Document withText(
      String id, long date, Long fingerprint, PlainFeatures words, String text) {
    Document document = document(id, date, fingerprint, words);
    document.add(new StoredField("text", text));
    return document;
  }

  /** 8 bits of 64 are nearer than .8 of the words, and farther than .9 of them. */
  public void testTheNearestIsJoined() throws IOException {
    try (NearDuplicateWriter writer = stories().build()) {
      String words = add(writer, document("words", 0, -1L, range(0, 10)));
      String bits = add(writer, document("bits", 0, 0L, null));
      assertEquals(words, add(writer, document("nine", 0, 0xFFL, range(0, 9))));
      assertEquals(bits, add(writer, document("eight", 0, 0xFFL, range(0, 8))));
    }
  }

  /** Of equally near ones the first by name. */
  public void testEquallyNear() throws IOException {
    try (NearDuplicateWriter writer = stories().build()) {
      String two = add(writer, document("2", 0, 0L, null));
      String one = add(writer, document("1", 0, null, range(0, 8)));
      assertEquals(one, add(writer, document("3", 0, 0xFFL, range(0, 7))));
      assertEquals(two, add(writer, document("4", 0, 0xFL, range(0, 7))));
    }
  }
}
