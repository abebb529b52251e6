package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.search.SimHashCodec;
import io.github.lucenesimhash.testing.Directories;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.TextVerifier;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;

/**
 * The writer refreshes by itself before the table of pending documents exceeds its bound. The long
 * run, 10 million documents:
 *
 * <pre>mvn test -Dtest=TestPendingBound -Dtests.multiplier=500 -Dtest.seconds=7200</pre>
 */
public class TestPendingBound extends LuceneTestCase {

  private static final int THREADS = 2;

  public void testRefreshIsForced() throws Exception {
    int documents = 20_000 * RANDOM_MULTIPLIER;
    long maxBytes = Math.min(4 << 20, 100_000 * RANDOM_MULTIPLIER);
    PlainScope scope = random().nextBoolean() ? PlainScope.NONE : new PlainScope(50, 100, 0, 0);
    AtomicLong mostBytes = new AtomicLong();
    AtomicInteger mostChanges = new AtomicInteger();
    IndexWriterConfig config = new IndexWriterConfig().setCodec(new SimHashCodec("near"));
    try (Directory directory = FSDirectory.open(createTempDir());
        IndexWriter indexWriter = new IndexWriter(directory, config)) {
      try (NearDuplicateWriter writer =
          scope
              .in(NearDuplicateWriter.builder(indexWriter))
              .comparison(Comparison.within(3))
              .maxPendingBytes(maxBytes)
              .build()) {
        Adding.all(
            writer,
            () -> IntStream.range(0, documents).iterator(),
            i -> {
              SplittableRandom random = new SplittableRandom(i);
              Document document = OfferStream.document("" + i, random.nextLong());
              scope.addTo(document, scope.origin(random));
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
    assertTrue("all is counted: " + most, mostBytes.get() / mostChanges.get() > 256);
  }

  /** A refresh starts at half of the bound, so that no call waits for it. */
  public void testRefreshIsAhead() throws Exception {
    try (Directory directory = Directories.random(random());
        IndexWriter indexWriter = new IndexWriter(directory, new IndexWriterConfig());
        NearDuplicateWriter writer =
            NearDuplicateWriter.builder(indexWriter).maxPendingBytes(10_000).build()) {
      long most = 0;
      for (int i = 0; i < 100; i++) {
        writer.add(OfferStream.document("" + i, random().nextLong()));
        most = Math.max(most, writer.ramBytesUsed());
      }
      assertTrue(most + " bytes", most >= 5_000 && most < 6_000);
    }
  }

  public void testTextsAndNamesCount() throws Exception {
    String text = "word ".repeat(2_000);
    try (Directory directory = Directories.random(random());
        IndexWriter indexWriter = new IndexWriter(directory, new IndexWriterConfig());
        NearDuplicateWriter writer =
            NearDuplicateWriter.builder(indexWriter)
                .comparison(Comparison.STANDARD)
                .texts(TextVerifier.standard(), "text")
                .policy(DuplicatePolicy.mark("group"))
                .build()) {
      long before = 0;
      for (String id : new String[] {"1", "2".repeat(1_000)}) {
        Document document = OfferStream.document(id, random().nextLong());
        document.add(new StoredField("text", text));
        writer.add(document);
        long bytes = writer.ramBytesUsed() - before;
        long least = 2L * text.length() + 3L * id.length(); // the id is in the group's name
        assertTrue(bytes + " bytes", bytes > least + 256 && bytes < least + 1_000);
        before += bytes;
      }
      assertEquals(2, writer.pendingChanges());
    }
  }
}
