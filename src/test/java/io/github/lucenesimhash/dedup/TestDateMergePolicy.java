package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.search.SimHashCodec;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestDateMergePolicy extends LuceneTestCase {

  private static final long DAY = Duration.ofDays(1).toMillis();
  private static final int DAYS = 6;
  private static final int DOCUMENTS = 1000;

  private int documents;

  private IndexWriter open(Directory directory) throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(new SimHashCodec())
            .setMergePolicy(new DateMergePolicy("published", Duration.ofDays(1)))
            .setMergeScheduler(new SerialMergeScheduler())
            .setUseCompoundFile(random().nextBoolean())
            .setMaxBufferedDocs(50);
    config.getMergePolicy().setNoCFSRatio(random().nextInt(2));
    return new IndexWriter(directory, config);
  }

  private Document document(long date, int kind) {
    Document document = OfferStream.document("" + documents++, random().nextLong());
    document.add(
        switch (kind) {
          case 0 -> new LongField("published", date, Store.NO);
          case 1 -> new NumericDocValuesField("published", date);
          default -> new SortedNumericDocValuesField("published", date);
        });
    return document;
  }

  /** The days that each segment's documents are of, and the segment's name. */
  private static List<Set<Object>> segments(IndexWriter writer) throws IOException {
    List<Set<Object>> segments = new ArrayList<>();
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      for (LeafReaderContext leaf : reader.leaves()) {
        Set<Object> days = new TreeSet<>();
        SortedNumericDocValues dates = DocValues.getSortedNumeric(leaf.reader(), "published");
        for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
          assertTrue(dates.advanceExact(doc));
          days.add(Math.floorDiv(dates.nextValue(), DAY));
        }
        segments.add(days);
      }
    }
    return segments;
  }

  /** Of the older days. */
  private static List<String> names(IndexWriter writer) throws IOException {
    List<String> names = new ArrayList<>();
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      for (LeafReaderContext leaf : reader.leaves()) {
        SortedNumericDocValues dates = DocValues.getSortedNumeric(leaf.reader(), "published");
        assertTrue(dates.advanceExact(0));
        if (dates.nextValue() < (DAYS - 2) * DAY) {
          names.add(((SegmentReader) leaf.reader()).getSegmentName());
        }
      }
    }
    names.sort(null);
    return names;
  }

  /** From before 1970 on; some days have few documents. */
  private void addDays(IndexWriter writer, int kind) throws IOException {
    for (int day = -1; day < DAYS - 1; day++) {
      for (int i = day == 2 ? 60 : DOCUMENTS; i > 0; i--) {
        writer.addDocument(document(day * DAY + random().nextInt((int) DAY), kind));
      }
      writer.flush();
    }
  }

  public void testDaysStayApart() throws IOException {
    int kind = random().nextInt(3);
    try (Directory directory = new ByteBuffersDirectory();
        IndexWriter writer = open(directory)) {
      addDays(writer, kind);
      List<Set<Object>> segments = segments(writer);
      assertTrue(segments.toString(), segments.stream().allMatch(days -> days.size() == 1));
      Set<Object> today = Set.of((Object) (DAYS - 2L));
      long older = segments.stream().filter(days -> !days.equals(today)).count();
      assertEquals("one for each older day", DAYS - 1, older);
      assertTrue("today's are merged, too", segments.size() - older < DOCUMENTS / 50);

      writer.forceMerge(1);
      assertEquals(DAYS, segments(writer).size());
      writer.forceMergeDeletes();
      assertEquals(DAYS, segments(writer).size());
    }
  }

  /** Nothing is rewritten when a day leaves, also if some of its documents stay. */
  public void testADayIsDropped() throws IOException {
    int kind = random().nextInt(3);
    try (Directory directory = new ByteBuffersDirectory();
        IndexWriter indexWriter = open(directory)) {
      addDays(indexWriter, kind);
      indexWriter.commit();
      List<String> before = names(indexWriter);
      try (NearDuplicateWriter writer =
          NearDuplicateWriter.builder(indexWriter)
              .window("published", Duration.ofDays(DAYS))
              .build()) {
        writer.expire(Instant.ofEpochMilli(0));
        indexWriter.commit();
        assertDropped(1, before, indexWriter);
        writer.expire(Instant.ofEpochMilli(DAY / 2));
        indexWriter.commit();
        assertDropped(1, before, indexWriter);
        writer.expire(Instant.ofEpochMilli(DAY));
        indexWriter.commit();
        assertDropped(2, before, indexWriter);
      }
    }
  }

  /** However long a span is, what is deleted takes a sixth of the room of what is left. */
  public void testALongSpanIsWrittenAgain() throws IOException {
    try (Directory directory = new ByteBuffersDirectory();
        IndexWriter indexWriter = open(directory)) {
      for (int i = 0; i < 2 * DOCUMENTS; i++) {
        indexWriter.addDocument(document(i * DAY / DOCUMENTS, 0));
      }
      indexWriter.commit();
      Set<Object> sizes = new TreeSet<>();
      try (NearDuplicateWriter writer =
          NearDuplicateWriter.builder(indexWriter)
              .window("published", Duration.ofDays(1))
              .build()) {
        for (int left = 2 * DOCUMENTS; left > DOCUMENTS; left -= 50) {
          writer.expire(Instant.ofEpochMilli((2 * DOCUMENTS - left + 50) * DAY / DOCUMENTS));
          indexWriter.commit();
          var stats = indexWriter.getDocStats();
          assertEquals(left - 50, stats.numDocs);
          assertTrue(
              stats.maxDoc + " of " + stats.numDocs,
              (stats.maxDoc - stats.numDocs) * 6 <= stats.numDocs);
          sizes.add(stats.maxDoc);
        }
      }
      assertTrue("it is not written again for each: " + sizes, sizes.size() < 10);
    }
  }

  private static void assertDropped(int expected, List<String> before, IndexWriter writer)
      throws IOException {
    List<String> now = names(writer);
    assertTrue(before + " " + now, before.containsAll(now));
    assertEquals(expected, before.size() - now.size());
  }

  /** An archive of days has not as many segments. */
  public void testManyDays() throws IOException {
    try (Directory directory = new ByteBuffersDirectory();
        IndexWriter writer = open(directory)) {
      for (int day = 0; day < 300; day++) {
        for (int i = 0; i < 5; i++) {
          writer.addDocument(document(day * DAY + i, 1));
        }
        writer.flush();
      }
      writer.maybeMerge();
      int segments = segments(writer).size();
      assertTrue(segments + " segments", segments >= 32 && segments <= 64 + 10);
    }
  }

  /** A few wrong dates in every flush move no segment to another day. */
  public void testWrongDates() throws IOException {
    try (Directory directory = new ByteBuffersDirectory();
        IndexWriter writer = open(directory)) {
      for (int day = 0; day < DAYS; day++) {
        for (int i = 0; i < 400; i++) {
          boolean isWrong = i % 5 == 0;
          long wrong = random().nextBoolean() ? Long.MAX_VALUE : Long.MIN_VALUE;
          long date = isWrong ? wrong : day * DAY + random().nextInt((int) DAY);
          writer.addDocument(document(date, 0));
        }
        writer.flush();
      }
      for (Set<Object> days : segments(writer)) {
        days.removeIf(day -> (Long) day < 0 || (Long) day > DAYS);
        assertEquals(1, days.size());
      }
    }
  }

  /** Of a late bulk no more than its own day is written again. */
  public void testLateDocuments() throws IOException {
    try (Directory directory = new ByteBuffersDirectory();
        IndexWriter writer = open(directory)) {
      addDays(writer, 0);
      List<String> before = names(writer);
      for (int i = 0; i < 20; i++) {
        writer.addDocument(document(DAY + i, 0));
      }
      writer.flush();
      List<String> little = names(writer);
      assertTrue("too few to write the day again", little.containsAll(before));
      for (int i = 0; i < 200; i++) {
        writer.addDocument(document(DAY + i, 0));
      }
      writer.flush();
      List<String> now = names(writer);
      before.removeAll(now);
      assertEquals(before.toString(), 1, before.size());
      assertTrue(segments(writer).stream().allMatch(days -> days.size() == 1));
    }
  }

  public void testDocumentsWithoutDates() throws IOException {
    try (Directory directory = new ByteBuffersDirectory();
        IndexWriter writer = open(directory)) {
      for (int i = 0; i < 100; i++) {
        Document document = new Document();
        document.add(new StringField("id", "" + i, Store.YES));
        writer.addDocument(document);
        writer.addDocument(document(i * DAY, 0));
        if (i % 10 == 0) {
          writer.flush();
        }
      }
      writer.forceMerge(1);
      assertEquals(200, writer.getDocStats().numDocs);
    }
    new DateMergePolicy("published", Duration.ofSeconds(Long.MAX_VALUE));
    assertEquals(
        "span is PT0S, expected at least a millisecond",
        expectThrows(
                IllegalArgumentException.class,
                () -> new DateMergePolicy("published", Duration.ZERO))
            .getMessage());
  }
}
