package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.Outcome.Action;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.verify.Comparison;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.Term;

/** Rejects documents that would disable deduplication, for themselves or for later ones. */
public class TestRefusedDocuments extends WriterTestCase {

  private static Document document(String id, IndexableField... fields) {
    Document document = new Document();
    document.add(new StringField("id", id, Store.YES));
    for (IndexableField field : fields) {
      document.add(field);
    }
    return document;
  }

  private static SimHashField stamped(String field, String scheme) {
    return new SimHashField(field, Fingerprint.of(5), SimHashField.fieldType(scheme, 64));
  }

  public void testAnotherSchemeThanTheWriters() throws IOException {
    try (NearDuplicateWriter writer = builder().schemeId("standard").build()) {
      writer.add(document("1", stamped("near", "standard")));
      assertRefused(
          "the document has a fingerprint of scheme other in field 'near', expected scheme"
              + " standard",
          () -> writer.add(document("2", stamped("near", "other"))));
      writer.refresh();
      assertEquals(Action.SKIPPED, writer.add(document("3", stamped("near", "standard"))).action());
      assertEquals(
          "no scheme is known",
          Action.SKIPPED,
          writer.add(document("4", new SimHashField("near", 5))).action());
    }
  }

  public void testAnotherSchemeThanTheFirstDocuments() throws IOException {
    try (NearDuplicateWriter writer = builder().build()) {
      writer.add(document("1", stamped("near", "standard")));
      assertRefused(
          "the document has a fingerprint of scheme other in field 'near', expected scheme"
              + " standard",
          () -> writer.add(document("2", stamped("near", "other"))));
    }
  }

  public void testAnotherSchemeThanTheIndexs() throws IOException {
    indexWriter.addDocument(document("1", stamped("near", "standard")));
    try (NearDuplicateWriter writer = builder().build()) {
      assertRefused(
          "the document has a fingerprint of scheme other in field 'near', expected scheme"
              + " standard",
          () -> writer.add(document("2", stamped("near", "other"))));
    }
    assertRefused(
        "field 'near' of the index holds fingerprints of scheme standard, expected scheme other",
        () -> builder().schemeId("other").build());
    indexWriter.commit();
    indexWriter.addDocument(document("3", stamped("near", "third")));
    assertRefused(
        "field 'near' of the index holds fingerprints of scheme standard and third, expected one"
            + " scheme",
        () -> builder().build());
  }

  public void testAMisspeltField() throws IOException {
    try (NearDuplicateWriter writer = builder().build()) {
      assertRefused(
          "the document has a fingerprint in field 'fingerprint', expected one in field 'near'",
          () -> writer.add(document("1", new SimHashField("fingerprint", 5))));
      writer.add(document("2", new SimHashField("near", 5)));
      assertEquals(
          "a second fingerprint is the caller's",
          Action.SKIPPED,
          writer
              .add(document("3", stamped("title_near", "standard"), new SimHashField("near", 4)))
              .action());
      assertRefused(
          "the document has no fingerprint in field 'near', expected one SimHashField or no field",
          () -> writer.add(document("4", new NumericDocValuesField("near", 5))));
    }
    assertEquals(1, indexWriter.getDocStats().numDocs);
  }

  public void testAMisspeltFieldOfTheIndex() throws IOException {
    indexWriter.addDocument(document("1", stamped("near", "standard")));
    assertRefused(
        "the index has no field 'nera', but fingerprints in field 'near', expected the name of such"
            + " a field",
        () -> builder().field("nera").build());
  }

  /** A scheme that another program has written to the index is detected. */
  public void testAnotherSchemeThatCameLater() throws IOException {
    try (NearDuplicateWriter writer = builder().schemeId("standard").build()) {
      indexWriter.addDocument(document("1", stamped("near", "other")));
      writer.refresh();
      Document document = document("2", stamped("near", "standard"));
      var e = expectThrows(IllegalArgumentException.class, () -> writer.add(document));
      assertTrue(e.getMessage(), e.getMessage().matches(".*\\bother\\b.*\\bstandard\\b.*"));
    }
  }

  public void testFewerBitsThanTheDistance() throws IOException {
    NearDuplicateWriter writer = builder().comparison(Comparison.within(100)).build();
    expectThrows(
        IllegalArgumentException.class,
        () -> writer.add(document("1", new SimHashField("near", 1))));
  }

  public void testNoFingerprintIsNearNothing() throws IOException {
    try (NearDuplicateWriter writer = builder().build()) {
      for (String id : new String[] {"1", "2"}) {
        assertEquals(Action.ADDED, writer.add(document(id)).action());
      }
    }
  }

  public void testARefusedDocumentDecidesNoScheme() throws IOException {
    try (NearDuplicateWriter writer = builder().build()) {
      Document unstored = new Document();
      unstored.add(new StringField("id", "1", Store.NO));
      unstored.add(stamped("near", "other"));
      expectThrows(IllegalArgumentException.class, () -> writer.add(unstored));
      assertTrue(writer.add(document("1", stamped("near", "standard"))).isIndexed());
    }
  }

  public void testDocumentsThatAreRefusedTogetherDecideNoScheme() throws IOException {
    try (NearDuplicateWriter writer = builder().build()) {
      Document other = document("1", stamped("near", "other"));
      expectThrows(
          IllegalArgumentException.class, () -> writer.offer(List.of(other, new Document())));
      writer.offer(List.of(other)).check(outcome -> assertTrue(outcome.isIndexed()));
      assertTrue(writer.add(document("1", stamped("near", "standard"))).isIndexed());
      assertRefused(
          "the document has a fingerprint of scheme other in field 'near', expected scheme"
              + " standard",
          () -> writer.offer(List.of(other)));
    }
  }

  /** The first added document decides the scheme; documents looked up earlier are refused. */
  public void testOffersThatAreNotAddedDecideNoScheme() throws IOException {
    try (NearDuplicateWriter writer = builder().build()) {
      Document far = document("3");
      Offers other = writer.offer(List.of(document("1", stamped("near", "other")), far));
      Offers standard = writer.offer(List.of(document("2", stamped("near", "standard"))));
      standard.add(outcome -> assertTrue(outcome.isIndexed()));
      assertRefused(
          "the document has a fingerprint of scheme other in field 'near', expected scheme"
              + " standard",
          other::addNext);
      assertEquals("3", other.addNext().id());
      assertEquals(2, indexWriter.getDocStats().numDocs);
    }
  }

  public void testAFieldOfTheIndexThatHoldsSomethingElse() throws IOException {
    indexWriter.addDocument(document("1", new StringField("near", "words", Store.NO)));
    assertRefused(
        "field 'near' of the index holds fingerprints of widths [], expected the one width of"
            + " a SimHashField",
        () -> builder().build());
  }

  /** A field is known by its deleted fingerprints, if no other is left in a segment. */
  public void testAFieldOfDeletedDocuments() throws IOException {
    SimHashField wide = new SimHashField("near", random().nextLong(), random().nextLong());
    indexWriter.addDocument(document("1", wide));
    indexWriter.addDocument(document("2"));
    indexWriter.commit();
    indexWriter.deleteDocuments(new Term("id", "1"));
    try (NearDuplicateWriter writer = builder().build()) {
      assertTrue(writer.add(document("3", wide)).isIndexed());
      assertFalse(writer.add(document("4", wide)).isIndexed());
    }
  }

  /** Deleted fingerprints of another width do not count beside live ones. */
  public void testDeletedFingerprintsOfAnotherWidth() throws IOException {
    SimHashField wide = new SimHashField("near", 1, 2);
    SimHashField wider = new SimHashField("near", 1, 2, 3, 4);
    indexWriter.addDocument(document("1", wide));
    indexWriter.addDocument(document("2"));
    indexWriter.commit();
    indexWriter.deleteDocuments(new Term("id", "1"));
    indexWriter.addDocument(document("3", wider));
    try (NearDuplicateWriter writer = builder().build()) {
      assertFalse(writer.add(document("4", wider)).isIndexed());
    }
  }
}
