package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.MergeTrigger;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.IOSupplier;
import org.apache.lucene.util.ThreadInterruptedException;

/**
 * Interrupts calls before they begin or while a document is indexed, so that the merges after it
 * meet the interrupt. Each interrupted call is repeated.
 */
public class TestInterrupts extends LuceneTestCase {

  /** Waits as ConcurrentMergeScheduler does if there are too many merges. */
  static final class StallingMerges extends SerialMergeScheduler {
    @Override
    public synchronized void merge(MergeSource mergeSource, MergeTrigger trigger)
        throws IOException {
      if (Thread.interrupted()) {
        throw new ThreadInterruptedException(new InterruptedException());
      }
      super.merge(mergeSource, trigger);
    }
  }

  private static Document document(int id, long fingerprint, long date, boolean isInterrupted) {
    Document document = new Document();
    document.add(new StringField("id", "" + id, Store.YES));
    document.add(new SimHashField("near", fingerprint));
    document.add(new LongField("date", date, Store.NO));
    if (isInterrupted) {
      document.add(
          new Field(
              "body",
              new TokenStream() {
                @Override
                public boolean incrementToken() {
                  Thread.currentThread().interrupt();
                  return false;
                }
              },
              TextField.TYPE_NOT_STORED));
    }
    return document;
  }

  private static IndexWriterConfig config() {
    return new IndexWriterConfig().setMaxBufferedDocs(2).setMergeScheduler(new StallingMerges());
  }

  /**
   * An interrupted add may have added its document or not, and a repeated add leaves it in the
   * index once.
   */
  public void testADocumentMayHaveBeenAddedAfterAll() throws Exception {
    Set<Boolean> wasAdded = new HashSet<>();
    try (Directory directory = new ByteBuffersDirectory();
        IndexWriter indexWriter = new IndexWriter(directory, config());
        NearDuplicateWriter writer = NearDuplicateWriter.builder(indexWriter).build()) {
      for (int id = 0; id < 40; id++) {
        boolean isWithin = id % 2 == 0;
        if (isWithin) { // two documents are flushed, and merges may follow
          indexWriter.addDocument(document(100 + id, TestIds.fingerprint(100 + id), 0, false));
        } else {
          Thread.currentThread().interrupt();
        }
        int added = id;
        long fingerprint = TestIds.fingerprint(id + 1);
        try {
          writer.add(document(id, fingerprint, 0, isWithin));
        } catch (ThreadInterruptedException e) {
          wasAdded.add(ids(indexWriter).contains("" + added));
        }
        Thread.interrupted();
        writer.add(document(id, fingerprint, 0, false));
        assertEquals(id + 1 + id / 2 + 1, ids(indexWriter).size());
      }
    }
    assertEquals(Set.of(true, false), wasAdded);
  }

  private static Set<String> ids(IndexWriter indexWriter) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(indexWriter)) {
      return IndexContent.of(reader).keySet();
    }
  }

  /** Repeated calls return the outcomes of calls without interrupts, and make the same index. */
  public void testWhatIsCalledAgainEndsAsIfNobodyHadInterrupted() throws Exception {
    for (DuplicatePolicy policy :
        List.of(DuplicatePolicy.keepFirst(), DuplicatePolicy.keepNewest())) {
      int interrupted = 0;
      for (int round = 0; round < 5 || interrupted == 0; round++) {
        long seed = random().nextLong();
        Calls calm = new Calls(seed, policy, false);
        Calls hasty = new Calls(seed, policy, true);
        assertEquals("seed " + seed, calm.run(), hasty.run());
        interrupted += hasty.interrupted;
      }
    }
  }

  private static final class Calls {

    private final Random random;
    private final Random interrupts;
    private final DuplicatePolicy policy;
    private final boolean areInterrupted;
    private int interrupted;

    Calls(long seed, DuplicatePolicy policy, boolean areInterrupted) {
      random = new Random(seed);
      interrupts = new Random(seed);
      this.policy = policy;
      this.areInterrupted = areInterrupted;
    }

    private boolean isNow() {
      return areInterrupted && interrupts.nextInt(4) == 0;
    }

    Map<String, Long> run() throws IOException {
      try (Directory directory = new ByteBuffersDirectory();
          IndexWriter indexWriter = new IndexWriter(directory, config())) {
        try (NearDuplicateWriter writer =
            NearDuplicateWriter.builder(indexWriter)
                .policy(policy)
                .window("date", Duration.ofMillis(20))
                .build()) {
          for (int i = 0; i < 200; i++) {
            call(writer, i);
          }
        } finally {
          Thread.interrupted();
        }
        try (DirectoryReader reader = DirectoryReader.open(indexWriter)) {
          return new HashMap<>(IndexContent.of(reader));
        }
      }
    }

    private void call(NearDuplicateWriter writer, int date) throws IOException {
      int kind = random.nextInt(100);
      int id = random.nextInt(20);
      if (kind < 80) {
        long near = 1L << random.nextInt(64);
        long fingerprint = TestIds.fingerprint(1 + random.nextInt(5)) ^ near;
        until(() -> writer.add(document(id, fingerprint, date, isNow())));
      } else if (kind < 90) {
        until(() -> writer.delete("" + id));
      } else if (kind < 95) {
        until(() -> writer.expire(Instant.ofEpochMilli(date - 30)));
      } else {
        until(
            () -> {
              writer.refresh();
              return null;
            });
      }
    }

    private void until(IOSupplier<?> call) throws IOException {
      while (true) {
        try {
          if (isNow()) {
            Thread.currentThread().interrupt();
          }
          call.get();
          return;
        } catch (ThreadInterruptedException e) {
          interrupted++;
        }
      }
    }
  }
}
