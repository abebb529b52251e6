package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.testing.Directories;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.ThreadInterruptedException;

/** Documents are looked up in groups; what an iterator and a failure see of that. */
public class TestBulkAdd extends LuceneTestCase {

  private static final int DOCUMENTS = 1000;

  private final OfferStream offers = new OfferStream(DOCUMENTS, random());
  private final List<String> reported = new ArrayList<>();
  private final List<String> indexed = new ArrayList<>();

  private void addAll(IntFunction<Document> toDocument, int threads, Directory directory)
      throws IOException {
    try (IndexWriter indexWriter = new IndexWriter(directory, newIndexWriterConfig());
        NearDuplicateWriter writer = NearDuplicateWriter.builder(indexWriter).build()) {
      writer.addAll(
          IntStream.range(0, DOCUMENTS).boxed().toList(),
          toDocument::apply,
          threads,
          outcome -> {
            reported.add(outcome.id());
            if (outcome.isIndexed()) {
              indexed.add(outcome.id());
            }
          });
    }
  }

  private static List<String> ids(int end) {
    return IntStream.range(0, end).mapToObj(Integer::toString).toList();
  }

  private void assertAllReported(Directory directory) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      assertEquals(new HashSet<>(indexed), IndexContent.of(reader).keySet());
    }
  }

  public void testOneThreadKeepsTheOrder() throws IOException {
    try (Directory directory = Directories.random(random())) {
      addAll(offers::document, 1, directory);
      assertEquals(ids(DOCUMENTS), reported);
      assertAllReported(directory);
    }
  }

  public void testWhatWasMadeBeforeAFailureIsAdded() throws IOException {
    int failing = random().nextInt(DOCUMENTS);
    try (Directory directory = Directories.random(random())) {
      IllegalStateException e =
          expectThrows(
              IllegalStateException.class,
              () ->
                  addAll(
                      i -> {
                        if (i == failing) {
                          throw new IllegalStateException("no text");
                        }
                        return offers.document(i);
                      },
                      1,
                      directory));
      assertEquals("no text", e.getMessage());
      assertEquals(ids(failing), reported);
      assertAllReported(directory);
    }
  }

  public void testADocumentWithoutIdEndsIt() throws IOException {
    try (Directory directory = Directories.random(random())) {
      expectThrows(
          IllegalArgumentException.class,
          () -> addAll(i -> i == 500 ? new Document() : offers.document(i), 3, directory));
      assertFalse(reported.contains("500"));
      assertEquals("once each", Set.copyOf(reported).size(), reported.size());
      assertAllReported(directory);
    }
  }

  public void testTheFirstGroupIsReportedBeforeTheSecondIsMade() throws IOException {
    List<Integer> reportedBefore = new ArrayList<>();
    try (Directory directory = Directories.random(random())) {
      addAll(
          i -> {
            reportedBefore.add(reported.size());
            return offers.document(i);
          },
          1,
          directory);
    }
    assertTrue(Set.copyOf(reportedBefore).size() < DOCUMENTS / 10);
    assertTrue(reportedBefore.get(512) > 0);
    assertTrue(reportedBefore.get(512) <= 512);
  }

  public void testASlowIteratorIsNotWaitedFor() throws IOException {
    List<Integer> reportedBefore = new ArrayList<>();
    try (Directory directory = Directories.random(random())) {
      addAll(
          i -> {
            if (i == 30) {
              sleep();
            }
            reportedBefore.add(reported.size());
            return offers.document(i);
          },
          1,
          directory);
    }
    assertEquals("a group ends after a quarter of a second", 31, (int) reportedBefore.get(31));
  }

  /** Whatever throws, from wherever: the first comes out, and what was added was reported. */
  public void testAFailureAnywhereEndsIt() throws IOException {
    for (int round = 5 * RANDOM_MULTIPLIER; round > 0; round--) {
      reported.clear();
      indexed.clear();
      int threads = 1 + random().nextInt(4);
      int inIterator = random().nextInt(2 * DOCUMENTS);
      int inDocument = random().nextInt(2 * DOCUMENTS);
      int inOutcome = random().nextInt(2 * DOCUMENTS);
      int last = Math.min(inIterator, Math.min(inDocument, inOutcome));
      try (Directory directory = Directories.random(random());
          IndexWriter indexWriter = new IndexWriter(directory, newIndexWriterConfig());
          NearDuplicateWriter writer = NearDuplicateWriter.builder(indexWriter).build()) {
        ThrowingRunnable run =
            () ->
                writer.addAll(
                    () ->
                        IntStream.range(0, DOCUMENTS)
                            .peek(i -> fail(i == inIterator))
                            .boxed()
                            .iterator(),
                    i -> {
                      fail(i == inDocument);
                      return offers.document(i);
                    },
                    threads,
                    outcome -> {
                      reported.add(outcome.id());
                      if (outcome.isIndexed()) {
                        indexed.add(outcome.id());
                      }
                      fail(reported.size() - 1 == inOutcome);
                    });
        if (last < DOCUMENTS) {
          assertEquals("fails", expectThrows(IllegalStateException.class, run).getMessage());
        } else {
          assertRuns(run);
        }
        assertEquals(0, writer.admission.claims.queue.size());
        indexWriter.commit();
        assertAllReported(directory);
      }
    }
  }

  private static void fail(boolean fails) {
    if (fails) {
      throw new IllegalStateException("fails");
    }
  }

  private static void assertRuns(ThrowingRunnable run) {
    try {
      run.run();
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** What comes later does not take the place of the first. */
  public void testTheFirstFailureComesOut() throws IOException {
    try (Directory directory = Directories.random(random());
        IndexWriter indexWriter = new IndexWriter(directory, newIndexWriterConfig());
        NearDuplicateWriter writer = NearDuplicateWriter.builder(indexWriter).build()) {
      IllegalStateException e =
          expectThrows(
              IllegalStateException.class,
              () ->
                  writer.addAll(
                      List.of(0, 1),
                      i -> {
                        fail(i == 1);
                        return offers.document(i);
                      },
                      1,
                      outcome -> {
                        throw new IllegalArgumentException("later");
                      }));
      assertEquals("fails", e.getMessage());
      assertEquals("later", e.getSuppressed()[0].getMessage());
    }
  }

  public void testAnInterruptEndsIt() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    AtomicInteger taken = new AtomicInteger();
    try (Directory directory = new ByteBuffersDirectory();
        IndexWriter indexWriter = new IndexWriter(directory, newIndexWriterConfig());
        NearDuplicateWriter writer = NearDuplicateWriter.builder(indexWriter).build()) {
      FutureTask<Void> task =
          new FutureTask<>(
              () -> {
                writer.addAll(
                    () -> IntStream.iterate(0, i -> i + 1).iterator(),
                    i -> {
                      taken.incrementAndGet();
                      begun.countDown();
                      return OfferStream.document("" + i, i * 0x9E3779B97F4A7C15L);
                    },
                    2,
                    outcome -> {});
                return null;
              });
      Thread caller = new Thread(task, "caller");
      caller.start();
      assertTrue(begun.await(10, TimeUnit.MINUTES));
      caller.interrupt();
      ExecutionException e =
          expectThrows(ExecutionException.class, () -> task.get(10, TimeUnit.MINUTES));
      assertEquals(ThreadInterruptedException.class, e.getCause().getClass());
      int before = taken.get();
      Thread.sleep(20);
      assertEquals("nothing is begun afterwards", before, taken.get());
    }
  }

  /** An interrupted thread would close the files that the index writer writes. */
  public void testMoreInterruptsReachNoThreadOfIt() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch made = new CountDownLatch(1);
    FutureTask<Void> task =
        new FutureTask<>(
            () -> {
              IntFunction<Document> slow =
                  i -> {
                    begun.countDown();
                    sleep();
                    made.countDown();
                    return offers.document(i);
                  };
              addAll(slow, 1, new ByteBuffersDirectory());
              return null;
            });
    Thread caller = new Thread(task, "caller");
    caller.start();
    assertTrue(begun.await(10, TimeUnit.MINUTES));
    while (made.getCount() > 0 && !task.isDone()) {
      caller.interrupt();
      Thread.sleep(20);
    }
    expectThrows(ExecutionException.class, () -> task.get(10, TimeUnit.MINUTES));
    assertEquals(0, made.getCount());
  }

  private static void sleep() {
    try {
      Thread.sleep(300);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  public void testAnItemThatIsNullIsNotTheEnd() throws IOException {
    try (Directory directory = Directories.random(random())) {
      List<Integer> items = Arrays.asList(0, null, 2);
      try (IndexWriter indexWriter = new IndexWriter(directory, newIndexWriterConfig());
          NearDuplicateWriter writer = NearDuplicateWriter.builder(indexWriter).build()) {
        NullPointerException e =
            expectThrows(
                NullPointerException.class,
                () -> writer.addAll(items, offers::document, 1, outcome -> {}));
        assertEquals("an item", e.getMessage());
      }
    }
  }
}
