package io.github.lucenesimhash.dedup;

import java.io.IOException;
import java.time.Duration;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.OneMergeWrappingMergePolicy;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.TieredMergePolicy;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Dates far from all others, each in a segment of its own, in a stream with a window. */
public class TestWrongDates extends LuceneTestCase {

  private static final int FLUSHED = 20; // documents
  private static final int FLUSHES = 50; // a week
  private static final int SEGMENTS_PER_TIER = 4;
  private static final long WEEK = Duration.ofDays(7).toMillis();
  private static final long START = 2900 * WEEK;

  /**
   * @param written documents by merges
   * @param segments most of all times
   */
  private record Cost(long written, int segments) {}

  private static Cost stream(long... wrongDates) throws IOException {
    TieredMergePolicy tiered = new TieredMergePolicy();
    tiered.setFloorSegmentMB(1e-3);
    tiered.setSegmentsPerTier(SEGMENTS_PER_TIER);
    long[] written = {0};
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setMergePolicy(
                new OneMergeWrappingMergePolicy(
                    new DateMergePolicy("published", Duration.ofMillis(WEEK), tiered),
                    merge -> {
                      for (SegmentCommitInfo segment : merge.segments) {
                        written[0] += segment.info.maxDoc() - segment.getDelCount();
                      }
                      return merge;
                    }))
            .setMergeScheduler(new SerialMergeScheduler());
    int segments = 0;
    try (Directory directory = new ByteBuffersDirectory();
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (int flush = 0; flush < 5 * FLUSHES; flush++) {
        if (flush >= FLUSHES && flush - FLUSHES < wrongDates.length) {
          writer.addDocument(document(wrongDates[flush - FLUSHES]));
          writer.flush();
        }
        long now = START + flush * WEEK / FLUSHES;
        for (int i = 0; i < FLUSHED; i++) {
          writer.addDocument(document(now + i));
        }
        writer.deleteDocuments(
            LongPoint.newRangeQuery("published", START - WEEK, now - 2 * WEEK - 1));
        writer.commit();
        try (DirectoryReader reader = DirectoryReader.open(writer)) {
          segments = Math.max(segments, reader.leaves().size());
        }
      }
    }
    return new Cost(written[0], segments);
  }

  private static Document document(long date) {
    Document document = new Document();
    document.add(new LongField("published", date, Store.NO));
    return document;
  }

  private static void assertAsGood(long... wrongDates) throws IOException {
    Cost without = stream();
    Cost with = stream(wrongDates);
    String costs = with + " with wrong dates, " + without + " without";
    assertTrue(costs, with.written <= 1.25 * without.written);
    assertTrue(costs, with.segments <= without.segments + SEGMENTS_PER_TIER * 2);
  }

  public void testInTheFuture() throws IOException {
    assertAsGood(START + (1L + random().nextInt(1000)) * 52 * WEEK);
  }

  public void testNextMonth() throws IOException {
    assertAsGood(START + 6 * WEEK);
  }

  public void testOutOfAnyRange() throws IOException {
    assertAsGood(Long.MAX_VALUE, Long.MIN_VALUE);
  }

  public void testInThePast() throws IOException {
    assertAsGood(0);
  }

  /** More than there may be spans. */
  public void testAnywhere() throws IOException {
    assertAsGood(random().longs(100).toArray());
  }
}
