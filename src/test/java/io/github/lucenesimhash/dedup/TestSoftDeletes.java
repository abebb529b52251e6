package io.github.lucenesimhash.dedup;

import static io.github.lucenesimhash.dedup.WriterTestCase.assertRefused;

import io.github.lucenesimhash.dedup.Outcome.Action;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.testing.Directories;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SoftDeletesDirectoryReaderWrapper;
import org.apache.lucene.index.SoftDeletesRetentionMergePolicy;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.Bits;

/** An index writer that retains what was deleted: whatever the writer deletes is soft-deleted. */
public class TestSoftDeletes extends LuceneTestCase {

  private static final String GONE = "gone";
  private static final long FAR = 0x5555555500000000L;

  private Directory directory;
  private IndexWriter indexWriter;
  private int version;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory = Directories.random(random());
    indexWriter = new IndexWriter(directory, config());
  }

  private static IndexWriterConfig config() {
    IndexWriterConfig config = newIndexWriterConfig().setSoftDeletesField(GONE);
    return config.setMergePolicy(
        new SoftDeletesRetentionMergePolicy(
            GONE, () -> MatchAllDocsQuery.INSTANCE, config.getMergePolicy()));
  }

  @Override
  public void tearDown() throws Exception {
    indexWriter.close();
    directory.close();
    super.tearDown();
  }

  private Document document(String id, long fingerprint, long date) {
    Document document = new Document();
    document.add(new KeywordField("id", id, Store.YES));
    document.add(new SimHashField("near", fingerprint));
    document.add(new LongField("published", date, Store.NO));
    document.add(new StoredField("version", id + "." + version++));
    return document;
  }

  private static Set<String> versions(DirectoryReader reader) throws IOException {
    Set<String> versions = new TreeSet<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      StoredFields stored = leaf.reader().storedFields();
      Bits live = leaf.reader().getLiveDocs();
      for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
        if (live == null || live.get(doc)) {
          versions.add(stored.document(doc).get("version"));
        }
      }
    }
    return versions;
  }

  /** After merges. */
  private void assertIndex(Set<String> live, Set<String> retained) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(indexWriter)) {
      assertEquals(live, versions(reader));
    }
    indexWriter.forceMerge(1);
    indexWriter.commit();
    try (DirectoryReader reader =
        new SoftDeletesDirectoryReaderWrapper(DirectoryReader.open(directory), GONE)) {
      assertEquals(live, versions(reader));
    }
    Set<String> all = new TreeSet<>(live);
    all.addAll(retained);
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      assertEquals(all, versions(reader));
    }
  }

  public void testWhatIsReplacedIsRetained() throws Exception {
    try (NearDuplicateWriter writer =
        NearDuplicateWriter.builder(indexWriter).policy(DuplicatePolicy.keepNewest()).build()) {
      add(writer, Action.ADDED, document("a", 5, 0));
      add(writer, Action.ADDED, document("b", ~5, 0));
      add(writer, Action.ADDED, document("b", FAR, 0));
      add(writer, Action.REPLACED, document("c", 4, 0));
      add(writer, Action.REPLACED, document("c", FAR ^ 1, 0));
      long all = writer.add(document("d", 5, 0)).sequenceNumber();
      Outcome last = writer.add(document("d", FAR ^ 2, 0));
      assertTrue(last.sequenceNumber() > all);
    }
    assertIndex(Set.of("d.6"), Set.of("a.0", "b.1", "b.2", "c.3", "c.4", "d.5"));
  }

  private void add(NearDuplicateWriter writer, Action expected, Document document)
      throws IOException {
    assertEquals(expected, writer.add(document).action());
    if (random().nextBoolean()) {
      writer.refresh();
    }
    if (rarely()) {
      indexWriter.commit();
    }
  }

  /** A document in place of many others and of its own older version. */
  public void testManyAreReplaced() throws Exception {
    Set<String> retained = new TreeSet<>();
    try (NearDuplicateWriter writer =
        NearDuplicateWriter.builder(indexWriter)
            .policy(DuplicatePolicy.ask((document, neighbours) -> decision(document)))
            .maxReplaced(30)
            .build()) {
      for (int i = 0; i < 20; i++) {
        retained.add("old " + i + "." + version);
        add(writer, Action.ADDED, document("old " + i, 1L << (i % 8), 0));
      }
      retained.add("new.20");
      add(writer, Action.ADDED, document("new", -1, 0));
      add(writer, Action.REPLACED, document("new", 0, 0));
    }
    assertIndex(Set.of("new.21"), retained);
  }

  private static DuplicatePolicy.Decision decision(Document document) {
    return document.get("id").equals("new")
        ? DuplicatePolicy.Decision.REPLACE
        : DuplicatePolicy.Decision.ADD;
  }

  /** It fails when the document was added, before the other was soft-deleted. */
  public void testAReplacementThatFailsHalfWayIsOfferedAgain() throws Exception {
    indexWriter.close();
    boolean[] fails = new boolean[1];
    indexWriter =
        new IndexWriter(directory, config()) {
          @Override
          public long updateDocValues(Term term, Field... updates) throws IOException {
            if (fails[0]) {
              fails[0] = false;
              throw new IOException("half way");
            }
            return super.updateDocValues(term, updates);
          }
        };
    try (NearDuplicateWriter writer =
        NearDuplicateWriter.builder(indexWriter).policy(DuplicatePolicy.keepNewest()).build()) {
      add(writer, Action.ADDED, document("a", 5, 0));
      fails[0] = true;
      Document second = document("b", 4, 0);
      assertEquals(
          "half way", expectThrows(IOException.class, () -> writer.add(second)).getMessage());
      add(writer, Action.REPLACED, document("b", 4, 0));
    }
    assertIndex(Set.of("b.2"), Set.of("a.0", "b.1"));
  }

  public void testWhatIsDeletedIsRetained() throws Exception {
    try (NearDuplicateWriter writer = NearDuplicateWriter.builder(indexWriter).build()) {
      add(writer, Action.ADDED, document("a", 5, 0));
      add(writer, Action.ADDED, document("b", ~5, 0));
      add(writer, Action.ADDED, document("c", FAR, 0));
      writer.delete("b");
      add(writer, Action.SKIPPED, document("c", 4, 0)); // its older version stays
      add(writer, Action.SKIPPED, document("d", FAR, 0));
    }
    assertIndex(Set.of("a.0", "c.2"), Set.of("b.1"));
  }

  /** Expires documents while another thread merges the segments that hold them. */
  public void testWhatExpiresIsRetained() throws Exception {
    Map<String, Long> dates = new HashMap<>();
    AtomicBoolean isDone = new AtomicBoolean();
    CountDownLatch isMerging = new CountDownLatch(1);
    FutureTask<Void> merges =
        new FutureTask<>(
            () -> {
              do {
                isMerging.countDown();
                indexWriter.forceMerge(1);
              } while (!isDone.get());
              return null;
            });
    Thread merger = new Thread(merges, "merges");
    try (NearDuplicateWriter writer =
        NearDuplicateWriter.builder(indexWriter)
            .window("published", Duration.ofMillis(5))
            .build()) {
      int documents = atLeast(300);
      for (int i = 0; i < documents; i++) {
        long date = random().nextInt(100);
        dates.put(i + "." + version, date);
        add(writer, Action.ADDED, document("" + i, random().nextLong(), date));
      }
      merger.start();
      isMerging.await();
      for (int millis = 0; millis <= 30; millis += 3) {
        assertTrue(writer.expire(Instant.ofEpochMilli(millis)) > 0);
        assertEquals(0, writer.pendingChanges());
      }
    } finally {
      isDone.set(true);
      merger.join();
    }
    merges.get();
    Set<String> live = new TreeSet<>();
    dates.forEach(
        (id, date) -> {
          if (date >= 30) {
            live.add(id);
          }
        });
    assertIndex(live, dates.keySet());
  }

  public void testWhatCannotBeSoftDeletedIsRefused() throws Exception {
    try (NearDuplicateWriter writer = NearDuplicateWriter.builder(indexWriter).build()) {
      Document deleted = document("a", 5, 0);
      deleted.add(new NumericDocValuesField(GONE, 1));
      assertRefused(
          "the document has a field 'gone', expected none, because it soft-deletes the document",
          () -> writer.add(deleted));
    }
    assertRefused(
        "the policy marks in field 'gone', expected a field that nothing else is in",
        () -> NearDuplicateWriter.builder(indexWriter).policy(DuplicatePolicy.mark(GONE)).build());
  }
}
