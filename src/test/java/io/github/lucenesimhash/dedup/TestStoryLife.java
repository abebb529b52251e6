package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.testing.Directories;
import io.github.lucenesimhash.verify.Comparison;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.LongField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** From a story's first document to its last, and what stories cannot begin in. */
public class TestStoryLife extends LuceneTestCase {

  private static String storyOf(NearDuplicateWriter writer, String id, long date, long fingerprint)
      throws IOException {
    Document document = OfferStream.document(id, fingerprint);
    document.add(new LongField("published", date, Store.NO));
    writer.add(document);
    writer.refresh();
    var searcher = writer.acquire();
    try {
      return IndexContent.stored(searcher.getIndexReader(), id).get("story");
    } finally {
      writer.release(searcher);
    }
  }

  /** As the guide tells it: a window of 64 days, and hours as near in time. */
  public void testAStoryLivesWhileItIsFed() throws Exception {
    long day = Duration.ofDays(1).toMillis();
    try (Directory directory = Directories.random(random());
        IndexWriter indexWriter = new IndexWriter(directory, newIndexWriterConfig());
        NearDuplicateWriter writer =
            NearDuplicateWriter.builder(indexWriter)
                .policy(DuplicatePolicy.mark("story"))
                .window("published", Duration.ofDays(64))
                .comparison(Comparison.within(4))
                .build()) {
      String story = storyOf(writer, "begins", 0, 0b0000_0000);
      assertEquals("begins#0000000000000000", story);
      assertEquals(story, storyOf(writer, "feeds it", 60 * day, 0b0000_1111));
      writer.expire(Instant.ofEpochMilli(50 * day));
      assertEquals(story, storyOf(writer, "near the first text", 124 * day, 0b1111_0000));
      assertNotEquals(story, storyOf(writer, "too late", 189 * day, 0));
      assertNotEquals(
          story, storyOf(writer, "near to what feeds it alone", 125 * day, 0b1111_0000_1111L));
      assertEquals(story, storyOf(writer, "late arrival", -4 * day, 0));
    }
  }

  public void testAnIndexWithoutStoriesIsRefused() throws Exception {
    try (Directory directory = Directories.random(random());
        IndexWriter indexWriter = new IndexWriter(directory, newIndexWriterConfig())) {
      indexWriter.addDocument(OfferStream.document("1", 5));
      NearDuplicateWriter.Builder builder =
          NearDuplicateWriter.builder(indexWriter)
              .policy(DuplicatePolicy.mark("story"))
              .window("published", Duration.ZERO);
      IllegalArgumentException e = expectThrows(IllegalArgumentException.class, builder::build);
      assertEquals(
          "the index has fingerprints, but none in field 'story.story', expected documents that"
              + " were marked with a window from the first on",
          e.getMessage());
    }
  }
}
