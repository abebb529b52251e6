package io.github.lucenesimhash.dedup;

import static io.github.lucenesimhash.dedup.TestIds.assertDocuments;
import static io.github.lucenesimhash.dedup.TestIds.fingerprint;
import static io.github.lucenesimhash.dedup.WriterTestCase.assertRefused;

import io.github.lucenesimhash.dedup.Outcome.Action;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.testing.Directories;
import io.github.lucenesimhash.verify.Comparison;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.IntField;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Ids that are whole numbers, in every kind of field that can hold one. */
public class TestIdsAsNumbers extends LuceneTestCase {

  private static List<Field> number(int kind, long id) {
    return switch (kind) {
      case 0 -> List.of(new LongField("id", id, Store.NO));
      case 1 -> List.of(new LongField("id", id, Store.YES));
      case 2 -> List.of(new LongPoint("id", id), new StoredField("id", id));
      case 3 -> List.of(new StoredField("id", Long.toString(id)), new LongPoint("id", id));
      case 4 -> List.of(new LongPoint("id", id), new NumericDocValuesField("id", id));
      case 5 -> List.of(new IntField("id", Math.toIntExact(id), Store.NO));
      default -> {
        int small = Math.toIntExact(id);
        yield List.of(new IntPoint("id", small), new StoredField("id", small));
      }
    };
  }

  /** Of fields in a list, as a program may have them. */
  private static List<Field> document(List<Field> id, long fingerprint) {
    List<Field> document = new ArrayList<>(id);
    document.add(new SimHashField("near", fingerprint));
    return document;
  }

  public void testNumbers() throws Exception {
    for (int kind = 0; kind < 7; kind++) {
      try (Directory directory = Directories.random(random());
          IndexWriter indexWriter = new IndexWriter(directory, newIndexWriterConfig());
          NearDuplicateWriter writer = NearDuplicateWriter.builder(indexWriter).build()) {
        long[] ids = {
          0, 7, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE
        };
        int count = kind < 5 ? ids.length : 5;
        for (int round = 0; round < 2; round++) {
          for (int i = 0; i < count; i++) {
            Outcome outcome = writer.add(document(number(kind, ids[i]), fingerprint(i)));
            assertEquals(Action.ADDED, outcome.action());
            assertEquals("" + ids[i], outcome.id());
            if (random().nextBoolean()) {
              writer.refresh();
            }
            Outcome near = writer.add(document(number(kind, 1000), fingerprint(i) ^ 1));
            assertEquals("" + ids[i], near.neighbours().get(0).id());
          }
        }
        assertDocuments(count, indexWriter);
        writer.delete(-1);
        assertDocuments(count - 1, indexWriter);
        assertTrue(writer.add(document(number(kind, 8), fingerprint(2))).isIndexed());
        writer.delete("8");
        assertDocuments(count - 1, indexWriter);
        assertEquals(
            "an update that is skipped deletes",
            Action.SKIPPED,
            writer.add(document(number(kind, 0), fingerprint(1))).action());
        assertDocuments(count - 2, indexWriter);
        for (String wrong : new String[] {"x", "007", "+7", "7.0", "9223372036854775808"}) {
          assertRefused(
              "the id is '"
                  + wrong
                  + "', expected a whole number of "
                  + (kind < 5 ? 64 : 32)
                  + " bits in field 'id'",
              () -> writer.delete(wrong));
        }
        assertDocuments(count - 2, indexWriter);
      }
    }
  }

  public void testNumbersAreReplacedInOneStep() throws Exception {
    for (int kind = 0; kind < 7; kind++) {
      try (Directory directory = Directories.random(random());
          IndexWriter indexWriter = new IndexWriter(directory, newIndexWriterConfig());
          NearDuplicateWriter writer =
              NearDuplicateWriter.builder(indexWriter)
                  .policy(DuplicatePolicy.keepNewest())
                  .comparison(Comparison.within(2))
                  .build()) {
        writer.add(document(number(kind, 1), 0b0011));
        writer.add(document(number(kind, 2), 0b1100));
        assertDocuments(2, indexWriter);
        assertEquals(Action.REPLACED, writer.add(document(number(kind, 3), 0b0110)).action());
        assertDocuments(1, indexWriter);
      }
    }
  }

  public void testNumbersOfAnIndexThatIsThere() throws Exception {
    try (Directory directory = Directories.random(random());
        IndexWriter indexWriter = new IndexWriter(directory, newIndexWriterConfig())) {
      try (NearDuplicateWriter early = NearDuplicateWriter.builder(indexWriter).build()) {
        for (int i = 0; i < 20; i++) {
          indexWriter.addDocument(document(number(0, i), fingerprint(i)));
        }
        early.refresh();
        long first = early.delete(19);
        assertTrue(first < early.delete(19));
        assertDocuments(19, indexWriter);
      }
      try (NearDuplicateWriter writer = NearDuplicateWriter.builder(indexWriter).build()) {
        assertRefused(
            "the id is 'x', expected a whole number of 64 bits in field 'id'",
            () -> writer.delete("x"));
        writer.delete(18);
        assertDocuments(18, indexWriter);
        Outcome near = writer.add(document(number(0, 100), fingerprint(5)));
        assertEquals("5", near.neighbours().get(0).id());
        assertTrue(writer.add(document(number(0, 5), fingerprint(50))).isIndexed());
        assertDocuments(18, indexWriter);
        expectThrows(
            IllegalArgumentException.class,
            () ->
                writer.add(
                    TestIds.document(new StringField("id", "x", Store.YES), fingerprint(60))));
        assertDocuments(18, indexWriter);
        assertTrue(writer.add(document(number(0, 60), fingerprint(60))).isIndexed());
      }
    }
  }

  /** Where no id was seen before, also what the application itself has just written. */
  public void testNumbersThatNoSearcherShowsAreDeleted() throws Exception {
    try (Directory directory = Directories.random(random());
        IndexWriter indexWriter = new IndexWriter(directory, newIndexWriterConfig());
        NearDuplicateWriter writer = NearDuplicateWriter.builder(indexWriter).build()) {
      indexWriter.addDocument(TestIds.document(new LongField("id", Long.MIN_VALUE, Store.YES), 0));
      writer.delete(Long.MIN_VALUE);
      assertDocuments(0, indexWriter);
    }
  }
}
