package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.search.Guard;
import io.github.lucenesimhash.search.SimHashCodec;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;

/**
 * The writer refreshes by itself before the table of pending documents outgrows its bound. The long
 * run, 10 million documents:
 *
 * <pre>mvn test -Dtest=TestPendingBound -Dtests.multiplier=500</pre>
 */
public class TestPendingBound extends LuceneTestCase {

  private static final int THREADS = 2;

  public void testRefreshIsForced() throws Exception {
    int documents = 20_000 * RANDOM_MULTIPLIER;
    long maxBytes = Math.min(4 << 20, 100_000 * RANDOM_MULTIPLIER);
    boolean hasWords = random().nextBoolean();
    PlainWords words = hasWords ? new PlainWords(.8, Guard.NONE) : PlainWords.NONE;
    PlainScope scope = random().nextBoolean() ? PlainScope.NONE : new PlainScope(50, 100, 0, 0);
    AtomicLong mostBytes = new AtomicLong();
    AtomicInteger mostChanges = new AtomicInteger();
    IndexWriterConfig config = new IndexWriterConfig().setCodec(new SimHashCodec("near"));
    try (Directory directory = FSDirectory.open(createTempDir());
        IndexWriter indexWriter = new IndexWriter(directory, config)) {
      try (NearDuplicateWriter writer =
          words
              .in(scope.in(NearDuplicateWriter.builder(indexWriter)))
              .maxDistance(3)
              .maxPendingBytes(maxBytes)
              .build()) {
        writer.addAll(
            () -> IntStream.range(0, documents).iterator(),
            i -> {
              SplittableRandom random = new SplittableRandom(i);
              Document document = OfferStream.document("" + i, random.nextLong());
              scope.addTo(document, scope.origin(random));
              if (hasWords) {
                PlainWords.addTo(document, PlainWords.distinct(random));
              }
              return document;
            },
            THREADS,
            outcome -> {
              mostBytes.accumulateAndGet(writer.ramBytesUsed(), Math::max);
              mostChanges.accumulateAndGet(writer.pendingChanges(), Math::max);
            });
      }
      assertEquals(documents, indexWriter.getDocStats().numDocs);
    }
    String most = mostBytes + " bytes for " + mostChanges + " of " + documents + " documents";
    assertTrue(most, mostBytes.get() <= maxBytes);
    assertTrue(most, mostBytes.get() >= maxBytes / 2);
    assertTrue(most, mostChanges.get() > 0 && mostChanges.get() < documents / 10);
    long leastBytes = 256 + (hasWords ? 60 + 3L * PlainWords.DISTINCT : 0);
    assertTrue("all is counted: " + most, mostBytes.get() / mostChanges.get() > leastBytes);
  }
}
