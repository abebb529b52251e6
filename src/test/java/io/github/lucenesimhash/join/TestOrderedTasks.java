package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Tests that results come in order, and that work ends in every case. */
public class TestOrderedTasks extends LuceneTestCase {

  private static final int SECONDS = 10;

  /** A task that runs out of memory ends the work, with and without results on their way. */
  public void testFailingTask() throws Exception {
    for (int results : new int[] {0, 1, 4, 100}) {
      OutOfMemoryError failure = new OutOfMemoryError("thrown");
      int[] delivered = new int[1];
      try (OrderedTasks<Integer> tasks = new OrderedTasks<>(2, result -> delivered[0]++)) {
        OutOfMemoryError thrown =
            expectThrows(
                OutOfMemoryError.class,
                () -> {
                  for (int i = 0; i < 20; i++) {
                    int task = i;
                    tasks.give(
                        sink -> {
                          for (int j = 0; j < results; j++) {
                            sink.accept(j);
                          }
                          if (task == 3) {
                            throw failure;
                          }
                        },
                        0);
                  }
                  tasks.finish();
                });
        assertSame(failure, thrown);
      }
      assertTrue(delivered[0] >= 3 * results);
      assertNoThreadLeft("a failing task");
    }
  }

  /** All results come in order, and no more tasks run at a time than their bytes allow. */
  public void testOrderAndBytes() throws Exception {
    for (boolean large : new boolean[] {false, true}) {
      AtomicInteger running = new AtomicInteger();
      AtomicInteger most = new AtomicInteger();
      List<Integer> delivered = new ArrayList<>();
      try (OrderedTasks<Integer> tasks =
          new OrderedTasks<>(2 + random().nextInt(3), delivered::add)) {
        for (int i = 0; i < 200; i++) {
          int task = i;
          tasks.give(
              () -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                LockSupport.parkNanos(1000);
                running.decrementAndGet();
                return task;
              },
              large ? Long.MAX_VALUE / 2 : 1);
        }
        tasks.finish();
      }
      assertEquals(IntStream.range(0, 200).boxed().toList(), delivered);
      assertTrue(!large || most.get() == 1);
    }
  }

  /** At most four tasks for each thread are given ahead. */
  public void testNoMoreAreGivenAhead() throws Exception {
    CountDownLatch goOn = new CountDownLatch(1);
    AtomicInteger given = new AtomicInteger();
    Thread giver =
        new Thread(
            () -> {
              try (OrderedTasks<Boolean> tasks = new OrderedTasks<>(2, result -> {})) {
                for (; given.get() < 20; given.incrementAndGet()) {
                  tasks.give(() -> isReached(goOn), 0);
                }
                tasks.finish();
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            },
            "giving");
    giver.start();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (given.get() < 8 && System.nanoTime() < end) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
    giver.join(100);
    assertEquals(8, given.get());
    goOn.countDown();
    giver.join(TimeUnit.SECONDS.toMillis(SECONDS));
    assertEquals(20, given.get());
  }

  /**
   * An interrupt of a thread that waits for results ends its tasks, which are not interrupted
   * themselves.
   */
  public void testInterruptedWhileItWaits() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    boolean[] ended = new boolean[1];
    boolean[] isInterrupted = new boolean[1];
    Thread caller =
        new Thread(
            () -> {
              try (OrderedTasks<Integer> tasks = new OrderedTasks<>(2, result -> {})) {
                tasks.give(
                    results -> {
                      begun.countDown();
                      while (!isInterrupted[0]) {
                        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
                        isInterrupted[0] = Thread.currentThread().isInterrupted();
                        tasks.check();
                      }
                    },
                    0);
                tasks.finish();
              } catch (IOException e) {
                ended[0] =
                    e instanceof InterruptedIOException && Thread.currentThread().isInterrupted();
              }
            },
            "joining");
    caller.start();
    assertTrue(begun.await(10, TimeUnit.MINUTES));
    caller.interrupt();
    caller.join(TimeUnit.SECONDS.toMillis(SECONDS));
    assertTrue(ended[0]);
    assertFalse("the task is interrupted", isInterrupted[0]);
    assertNoThreadLeft("an interrupt");
  }

  public void testMap() throws Exception {
    List<Integer> inputs = IntStream.range(0, 200).boxed().toList();
    AtomicInteger done = new AtomicInteger();
    assertEquals(
        inputs.stream().map(input -> "" + input).toList(),
        OrderedTasks.map(inputs, input -> "" + input, done::incrementAndGet));
    assertEquals(200, done.get());
  }

  /** Closing waits until running tasks have ended. */
  public void testClosingWaits() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    try (OrderedTasks<Boolean> tasks = new OrderedTasks<>(1, result -> {})) {
      tasks.give(
          () -> {
            begun.countDown();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
            ended.countDown();
            return true;
          },
          0);
      assertTrue(isReached(begun));
    }
    assertEquals(0, ended.getCount());
  }

  public void testForEach() {
    for (int threads = 1; threads < 5; threads++) {
      AtomicIntegerArray done = new AtomicIntegerArray(random().nextInt(1000));
      OrderedTasks.forEach(done.length(), threads, done::incrementAndGet);
      for (int i = 0; i < done.length(); i++) {
        assertEquals(1, done.get(i));
      }
    }
  }

  public void testForEachThrowsOn() {
    for (int threads = 1; threads < 5; threads++) {
      int all = threads;
      int failing = random().nextInt(20);
      IntConsumer error =
          i -> {
            if (i == failing) {
              throw new OutOfMemoryError("thrown");
            }
          };
      expectThrows(OutOfMemoryError.class, () -> OrderedTasks.forEach(20, all, error));
      IntConsumer exception = i -> Objects.checkIndex(i, failing);
      expectThrows(IndexOutOfBoundsException.class, () -> OrderedTasks.forEach(20, all, exception));
    }
  }

  /** Joins fork nothing; a parallel stream would fork into the caller's or the common pool. */
  public void testJoinsForkNothing() throws Exception {
    try (ForkJoinPool pool = new ForkJoinPool(4)) {
      pool.submit(() -> List.of(join(1), join(2))).get();
      assertEquals(1, pool.getPoolSize());
    }
  }

  private static Groups join(int words) throws IOException {
    SplittableRandom random = new SplittableRandom(words);
    List<Optional<Fingerprint>> fingerprints = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      fingerprints.add(Optional.of(Fingerprint.of(random.longs(words).toArray())));
    }
    DistinctFingerprints set = DistinctFingerprints.of(fingerprints);
    return Grouping.stars(SimilarityJoin.within(3 * words).threads(2)).of(set);
  }

  private static boolean isReached(CountDownLatch latch) {
    try {
      return latch.await(SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Waits for the threads of work that has ended, and asserts that none is left. */
  static void assertNoThreadLeft(String message) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith("ordered-tasks")) {
        thread.join(1 + Math.max(0, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
        assertFalse("thread left: " + message, thread.isAlive());
      }
    }
  }
}
