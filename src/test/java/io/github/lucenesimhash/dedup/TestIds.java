package io.github.lucenesimhash.dedup;

import static io.github.lucenesimhash.dedup.WriterTestCase.assertRefused;

import io.github.lucenesimhash.dedup.Outcome.Action;
import io.github.lucenesimhash.dedup.Outcome.Neighbour;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.testing.Directories;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.BinaryPoint;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.DoublePoint;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.IntField;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** Ids may consist of any bytes, in every kind of field that can hold an id. */
public class TestIds extends LuceneTestCase {

  static Document document(Field id, long fingerprint) {
    Document document = new Document();
    document.add(id);
    document.add(new SimHashField("near", fingerprint));
    return document;
  }

  private static Field field(int kind, BytesRef id) {
    FieldType sorted = new FieldType();
    sorted.setIndexOptions(IndexOptions.DOCS);
    sorted.setTokenized(false);
    sorted.setDocValuesType(DocValuesType.SORTED);
    return switch (kind) {
      case 0 -> new StringField("id", id, Store.YES);
      case 1 -> new KeywordField("id", id, Store.YES);
      case 2 -> new KeywordField("id", id, Store.NO);
      default -> new Field("id", id, sorted);
    };
  }

  static void assertDocuments(int expected, IndexWriter indexWriter) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(indexWriter)) {
      assertEquals(expected, reader.numDocs());
    }
  }

  /** Returns a fingerprint that is far from the fingerprints of other numbers. */
  static long fingerprint(int number) {
    return number * 0x9E3779B97F4A7C15L;
  }

  private static BytesRef randomId() {
    byte[] id = new byte[16];
    random().nextBytes(id);
    return new BytesRef(id);
  }

  public void testBinaryIds() throws Exception {
    for (int kind = 0; kind < 4; kind++) {
      try (Directory directory = Directories.random(random());
          IndexWriter indexWriter = new IndexWriter(directory, newIndexWriterConfig());
          NearDuplicateWriter writer = NearDuplicateWriter.builder(indexWriter).build()) {
        List<BytesRef> ids = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
          ids.add(randomId());
        }
        for (int round = 0; round < 2; round++) {
          for (int i = 0; i < ids.size(); i++) {
            long fingerprint = fingerprint(i);
            Outcome outcome = writer.add(document(field(kind, ids.get(i)), fingerprint));
            assertEquals(Action.ADDED, outcome.action());
            assertEquals(ids.get(i), outcome.idBytes());
            if (rarely()) {
              writer.refresh();
            }
            BytesRef other = randomId();
            Outcome near = writer.add(document(field(kind, other), fingerprint ^ 1));
            assertEquals(List.of(new Neighbour(ids.get(i), 1)), near.neighbours());
          }
        }
        assertDocuments(ids.size(), indexWriter);
        writer.delete(ids.get(7));
        assertDocuments(ids.size() - 1, indexWriter);
        assertTrue(writer.add(document(field(kind, randomId()), fingerprint(7))).isIndexed());
      }
    }
  }

  public void testIdsAreReadable() {
    assertEquals("naïve", new Neighbour(new BytesRef("naïve"), 0).id());
    assertEquals("[ff fe]", new Neighbour(new BytesRef(new byte[] {-1, -2}), 0).id());
    assertEquals("Neighbour[id=a, distance=3]", new Neighbour(new BytesRef("a"), 3).toString());
  }

  /** Ids are copied, so that the caller may use the bytes again. */
  public void testIdsAreCopied() throws Exception {
    try (Directory directory = Directories.random(random());
        IndexWriter indexWriter = new IndexWriter(directory, newIndexWriterConfig());
        NearDuplicateWriter writer = NearDuplicateWriter.builder(indexWriter).build()) {
      BytesRef id = new BytesRef("a");
      writer.add(document(field(0, id), 5));
      id.bytes[0] = 'b';
      assertEquals("a", writer.add(document(field(0, id), 5)).neighbours().get(0).id());
      id.bytes[0] = 'a';
      writer.delete(id);
      id.bytes[0] = 'c';
      assertTrue(writer.add(document(field(0, id), 5)).isIndexed());
    }
  }

  public void testIdsThatCannotBeReadAreRefused() throws Exception {
    try (Directory directory = new ByteBuffersDirectory(); // test codecs take minutes for long ids
        IndexWriter indexWriter = new IndexWriter(directory, new IndexWriterConfig());
        NearDuplicateWriter writer = NearDuplicateWriter.builder(indexWriter).build()) {
      Document unstored = document(new StringField("id", "a", Store.NO), 5);
      assertRefused(
          "the document does not store its field 'id', expected an id that is stored or has a"
              + " sorted doc value",
          () -> writer.add(unstored));
      String longest = "a".repeat(IndexWriter.MAX_TERM_LENGTH);
      assertRefused(
          "the document has 32767 bytes in field 'id', expected at most 32766",
          () -> writer.add(document(new StringField("id", longest + "a", Store.YES), 5)));
      String term = " in field 'id', expected an id, as a StringField or KeywordField has it";
      assertRefused(
          "the document has words" + term,
          () -> writer.add(document(new TextField("id", "7", Store.YES), 5)));
      assertRefused(
          "the document has no term" + term,
          () -> writer.add(document(new StoredField("id", "7"), 5)));
      assertRefused("the document has no term" + term, () -> writer.add(new Document()));
      for (Field number :
          new Field[] {
            new LongField("id", 7, Store.YES),
            new IntField("id", 7, Store.YES),
            new LongPoint("id", 7, 8),
            new DoublePoint("id", 7),
            new BinaryPoint("id", new byte[16])
          }) {
        assertRefused("the document has a number" + term, () -> writer.add(document(number, 5)));
      }
      Document two = document(new StringField("id", "7", Store.YES), 5);
      two.add(new StoredField("id", 8L));
      assertRefused(
          "the document has several values in field 'id', expected one", () -> writer.add(two));
      Document words = document(new StringField("id", "7", Store.YES), 5);
      words.add(new TextField("id", "7", Store.NO));
      assertRefused("the document has words" + term, () -> writer.add(words));
      assertEquals(0, indexWriter.getDocStats().numDocs);
      assertTrue(writer.add(document(new StringField("id", longest, Store.YES), 5)).isIndexed());
    }
  }

  public void testAnIndexWithoutIdsIsRefused() throws Exception {
    for (Field id :
        new Field[] {
          new LongField("id", 7, Store.YES),
          new LongPoint("id", 7, 8),
          new StringField("other", "a", Store.YES)
        }) {
      try (Directory directory = Directories.random(random());
          IndexWriter indexWriter = new IndexWriter(directory, newIndexWriterConfig())) {
        indexWriter.addDocument(new Document());
        indexWriter.addDocument(document(id, 5));
        assertRefused(
            "the index has no terms in field 'id', expected ids",
            () -> NearDuplicateWriter.builder(indexWriter).build());
      }
    }
  }
}
