package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.DuplicatePolicy.Decision;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.search.ReferenceManager.RefreshListener;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.ThreadInterruptedException;

/** Tests calls that wait for another call, which is held up while it decides. */
public class TestRoom extends LuceneTestCase {

  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch answer = new CountDownLatch(1);
  private final AtomicInteger refreshes = new AtomicInteger();
  private Directory directory;
  private IndexWriter indexWriter;
  private NearDuplicateWriter writer;
  private Thread waiting;

  private Decision ask() {
    asked.countDown();
    try {
      assertTrue(answer.getCount() == 0 || answer.await(10, TimeUnit.MINUTES));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return Decision.SKIP;
  }

  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory = new ByteBuffersDirectory(); // an interrupt closes files of other directories
    indexWriter = new IndexWriter(directory, newIndexWriterConfig());
    writer =
        NearDuplicateWriter.builder(indexWriter)
            .maxPendingBytes(1)
            .policy(DuplicatePolicy.ask((document, neighbours) -> ask()))
            .build();
    writer.add(OfferStream.document("a", 5));
    writer.admission.searchers.addListener(
        new RefreshListener() {
          @Override
          public void beforeRefresh() {
            refreshes.incrementAndGet();
          }

          @Override
          public void afterRefresh(boolean didRefresh) {}
        });
  }

  @Override
  public void tearDown() throws Exception {
    answer.countDown();
    writer.close();
    indexWriter.close();
    directory.close();
    super.tearDown();
  }

  private static <T> FutureTask<T> start(Callable<T> call) {
    FutureTask<T> task = new FutureTask<>(call);
    new Thread(task, "add").start();
    return task;
  }

  private Future<Outcome> startHeldUp() throws InterruptedException {
    Future<Outcome> heldUp = start(() -> writer.add(OfferStream.document("b", 5)));
    assertTrue(asked.await(10, TimeUnit.MINUTES));
    return heldUp;
  }

  private Future<Outcome> startWaiting() throws InterruptedException {
    FutureTask<Outcome> task = new FutureTask<>(() -> writer.add(OfferStream.document("c", -1)));
    waiting = new Thread(task, "waiting");
    waiting.start();
    while (waiting.getState() != Thread.State.WAITING && !task.isDone()) {
      Thread.sleep(1);
    }
    return task;
  }

  public void testWaitingDoesNotRefresh() throws Exception {
    Future<Outcome> heldUp = startHeldUp();
    int before = refreshes.get();
    FutureTask<Outcome> task = start(() -> writer.add(OfferStream.document("c", -1)));
    Thread.sleep(300);
    assertFalse(task.isDone());
    int during = refreshes.get() - before;
    assertTrue(during + " refreshes", during <= 1);
    answer.countDown();
    assertFalse(heldUp.get(10, TimeUnit.MINUTES).isIndexed());
    assertTrue(task.get(10, TimeUnit.MINUTES).isIndexed());
  }

  public void testAnInterruptEndsTheWaiting() throws Exception {
    Future<Outcome> heldUp = startHeldUp();
    Future<Outcome> task = startWaiting();
    waiting.interrupt();
    assertEnds(task, ThreadInterruptedException.class);
    answer.countDown();
    assertFalse(heldUp.get(10, TimeUnit.MINUTES).isIndexed());
    assertTrue("nothing is left of it", writer.add(OfferStream.document("d", -1)).isIndexed());
  }

  public void testClosingWaitsForTheCallThatDecides() throws Exception {
    Future<Outcome> heldUp = startHeldUp();
    Future<?> closing =
        start(
            () -> {
              writer.close();
              return null;
            });
    Thread.sleep(100);
    assertFalse(closing.isDone());
    answer.countDown();
    assertFalse(heldUp.get(10, TimeUnit.MINUTES).isIndexed());
    closing.get(10, TimeUnit.MINUTES);
    expectThrows(AlreadyClosedException.class, () -> writer.add(OfferStream.document("d", -1)));
  }

  /** A call that fails releases the lock, so that no other call waits for ever. */
  public void testManyThatFailOrNotAllEnd() throws Exception {
    answer.countDown();
    AtomicInteger failed = new AtomicInteger();
    FutureTask<?>[] tasks = new FutureTask<?>[8];
    for (int thread = 0; thread < tasks.length; thread++) {
      int number = thread;
      tasks[thread] =
          start(
              () -> {
                for (int i = 0; i < 200; i++) {
                  if ((i + number) % 3 == 0) {
                    Thread.currentThread().interrupt();
                  }
                  try {
                    writer.add(
                        OfferStream.document(
                            number + "/" + i, (number * 1000 + i) * 0x9E3779B97F4A7C15L));
                  } catch (ThreadInterruptedException e) {
                    failed.incrementAndGet();
                  }
                  Thread.interrupted();
                }
                return null;
              });
    }
    for (FutureTask<?> task : tasks) {
      task.get(10, TimeUnit.MINUTES);
    }
    assertTrue("none waited", failed.get() > 0);
    assertTrue(writer.add(OfferStream.document("d", -1)).isIndexed());
  }

  private static void assertEnds(Future<?> task, Class<? extends Throwable> by) throws Exception {
    ExecutionException e =
        expectThrows(ExecutionException.class, () -> task.get(10, TimeUnit.MINUTES));
    assertEquals(by, e.getCause().getClass());
  }
}
