package io.github.lucenesimhash.dedup;

import static io.github.lucenesimhash.dedup.TestScopeFields.document;
import static io.github.lucenesimhash.dedup.WriterTestCase.assertRefused;

import io.github.lucenesimhash.dedup.Outcome.Action;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.LongField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.NamedThreadFactory;

/** Tests the ends of a window, the separation of tenants, and the expiry of old documents. */
public class TestWindow extends LuceneTestCase {

  private static final long DAY = Duration.ofDays(1).toMillis();

  private Directory directory;
  private IndexWriter indexWriter;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory = new ByteBuffersDirectory();
    indexWriter = new IndexWriter(directory, new IndexWriterConfig());
  }

  @Override
  public void tearDown() throws Exception {
    indexWriter.close();
    directory.close();
    super.tearDown();
  }

  private NearDuplicateWriter.Builder builder(Duration window) {
    return NearDuplicateWriter.builder(indexWriter).window("published", window);
  }

  private static Document of(String id, long date) {
    return document(id, new LongField("published", date, Store.NO));
  }

  private static Document of(String id, long date, String tenant) {
    Document document = of(id, date);
    document.add(new KeywordField("tenant", tenant, Store.NO));
    return document;
  }

  /** Both ends belong to the window, whether the other document is visible to a searcher or not. */
  public void testBothEnds() throws IOException {
    try (NearDuplicateWriter writer = builder(Duration.ofDays(14)).build()) {
      for (long offset : new long[] {-14 * DAY, 14 * DAY}) {
        writer.add(of("there", 100 * DAY));
        if (random().nextBoolean()) {
          writer.refresh();
        }
        long sign = Long.signum(offset);
        Outcome within = writer.add(of("at the end", 100 * DAY + offset));
        assertEquals(Action.SKIPPED, within.action());
        assertEquals("there", within.neighbours().getFirst().id());
        assertEquals(Action.ADDED, writer.add(of("outside", 100 * DAY + offset + sign)).action());
        writer.delete("outside");
      }
    }
  }

  /** Hits are listed by distance; dates are read by document, although some have none. */
  public void testTheNearestIsBehindOthersInTheIndex() throws IOException {
    indexWriter.addDocument(new Document());
    for (int distance = 3; distance >= 0; distance--) {
      Document document = OfferStream.document("at " + distance, 5 ^ (1 << distance) - 1);
      document.add(new LongField("published", 0, Store.NO));
      indexWriter.addDocument(document);
    }
    try (NearDuplicateWriter writer = builder(Duration.ofDays(14)).build()) {
      Offers offers = writer.offer(List.of(of("a", DAY), of("b", DAY)));
      offers.add(
          outcome ->
              assertEquals(
                  List.of("at 0", "at 1", "at 2", "at 3"),
                  outcome.neighbours().stream().map(Outcome.Neighbour::id).toList()));
    }
  }

  public void testNoWindowAtAll() throws IOException {
    try (NearDuplicateWriter writer = builder(Duration.ofNanos(999_999)).build()) {
      writer.add(of("1", 7));
      assertEquals(Action.SKIPPED, writer.add(of("2", 7)).action());
      assertEquals(Action.ADDED, writer.add(of("3", 8)).action());
      assertEquals(Action.ADDED, writer.add(of("4", 6)).action());
    }
  }

  /** No sum of a date and a window overflows. */
  public void testDatesWithoutEnd() throws IOException {
    try (NearDuplicateWriter writer = builder(Duration.ofSeconds(Long.MAX_VALUE)).build()) {
      writer.add(of("first", -1));
      writer.refresh();
      assertEquals(Action.SKIPPED, writer.add(of("latest", Long.MAX_VALUE - 1)).action());
      assertEquals(Action.ADDED, writer.add(of("too late", Long.MAX_VALUE)).action());
      assertEquals(Action.SKIPPED, writer.add(of("earliest", Long.MIN_VALUE)).action());
    }
    try (NearDuplicateWriter writer = builder(Duration.ofMillis(2)).build()) {
      assertEquals(Action.SKIPPED, writer.add(of("end", Long.MAX_VALUE - 2)).action());
      assertEquals(Action.ADDED, writer.add(of("not the end", Long.MAX_VALUE - 3)).action());
      assertEquals(3, indexWriter.getDocStats().numDocs);
    }
  }

  public void testTenants() throws IOException {
    try (NearDuplicateWriter writer =
        NearDuplicateWriter.builder(indexWriter).tenant("tenant").build()) {
      writer.add(document("1", new KeywordField("tenant", "a", Store.NO)));
      boolean isVisible = random().nextBoolean();
      if (isVisible) {
        writer.refresh();
      }
      Outcome other = writer.add(document("2", new KeywordField("tenant", "b", Store.NO)));
      assertEquals(Action.ADDED, other.action());
      Outcome empty = writer.add(document("3", new KeywordField("tenant", "", Store.NO)));
      assertEquals(Action.ADDED, empty.action());
      Outcome same = writer.add(document("4", new KeywordField("tenant", "a", Store.NO)));
      assertEquals("1", same.neighbours().getFirst().id());
      Outcome moved = writer.add(document("1", new KeywordField("tenant", "b", Store.NO)));
      assertEquals("an id belongs to its tenant", Action.REFUSED, moved.action());
      Outcome next = writer.add(document("4", new KeywordField("tenant", "a", Store.NO)));
      assertEquals("the older one is still there", Action.SKIPPED, next.action());
    }
  }

  /** Documents of the index without a date are in no window. */
  public void testALaterDocumentWithoutDate() throws IOException {
    indexWriter.addDocument(of("1", 5));
    indexWriter.addDocument(OfferStream.document("2", 6));
    indexWriter.forceMerge(1);
    try (NearDuplicateWriter writer = builder(Duration.ofDays(1)).build()) {
      Outcome outcome = writer.add(of("3", 5));
      assertEquals(Action.SKIPPED, outcome.action());
      assertEquals(1, outcome.neighbours().size());
      assertEquals("1", outcome.neighbours().getFirst().id());
    }
  }

  public void testSettings() {
    assertRefused(
        "window is PT-0.001S, expected a duration not below 0",
        () -> builder(Duration.ofMillis(-1)));
    NearDuplicateWriter.Builder marking =
        builder(Duration.ZERO).policy(DuplicatePolicy.mark("published"));
    assertRefused(
        "the policy marks in field 'published', expected a field that is used only for marks",
        marking::build);
  }

  public void testExpiry() throws IOException {
    try (NearDuplicateWriter writer = builder(Duration.ofDays(14)).tenant("tenant").build()) {
      writer.add(of("old", 5 * DAY - 1, "a"));
      writer.add(of("stays", 5 * DAY, "b"));
      if (random().nextBoolean()) {
        writer.refresh();
      }
      assertTrue(writer.expire(Instant.ofEpochMilli(5 * DAY)) > 0);
      assertEquals(0, writer.pendingChanges());
      assertEquals(1, indexWriter.getDocStats().numDocs);
      assertEquals(Action.ADDED, writer.add(of("again", 5 * DAY, "a")).action());
      assertEquals(Action.SKIPPED, writer.add(of("again of b", 5 * DAY, "b")).action());
    }
    try (NearDuplicateWriter writer = NearDuplicateWriter.builder(indexWriter).build()) {
      IllegalStateException e =
          expectThrows(IllegalStateException.class, () -> writer.expire(Instant.EPOCH));
      assertEquals("the writer has no window, expected one with a date field", e.getMessage());
    }
  }

  /** No late document is skipped in favour of an expired one while documents are added. */
  public void testExpiryWhileDocumentsAreAdded() throws Exception {
    int threads = 3;
    ExecutorService executor =
        Executors.newFixedThreadPool(threads, new NamedThreadFactory("late"));
    try (NearDuplicateWriter writer = builder(Duration.ofDays(14)).tenant("tenant").build()) {
      Future<?>[] adding = new Future<?>[threads];
      for (int thread = 0; thread < threads; thread++) {
        String tenant = "" + thread;
        adding[thread] = executor.submit(() -> addAndExpire(writer, tenant));
      }
      for (Future<?> each : adding) {
        each.get(10, TimeUnit.MINUTES);
      }
    } finally {
      executor.shutdownNow();
      assertTrue(executor.awaitTermination(10, TimeUnit.MINUTES));
    }
    try (DirectoryReader reader = DirectoryReader.open(indexWriter)) {
      assertEquals(0, reader.numDocs());
    }
  }

  private static Void addAndExpire(NearDuplicateWriter writer, String tenant) throws IOException {
    for (int i = 0; i < 50; i++) {
      Outcome outcome = writer.add(of(tenant + "/" + i, DAY, tenant));
      assertEquals(outcome.toString(), Action.ADDED, outcome.action());
      writer.expire(Instant.ofEpochMilli(2 * DAY));
    }
    return null;
  }

  /** Skipping segments outside the window does not change the result. */
  public void testSegmentsOfOtherTimes() throws IOException {
    try (NearDuplicateWriter writer = builder(Duration.ofDays(1)).build()) {
      for (int day = 0; day < 20; day += 2) {
        assertEquals(Action.ADDED, writer.add(of("" + day, day * DAY)).action());
        writer.refresh();
      }
      for (int day = 0; day < 20; day += 2) {
        Outcome before = writer.add(of("near", day * DAY - DAY));
        assertEquals(day == 0 ? 1 : 2, before.neighbours().size());
      }
    }
  }
}
