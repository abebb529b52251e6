package io.github.lucenesimhash.join;

import io.github.lucenesimhash.join.Grouping.PairTest;
import io.github.lucenesimhash.testing.RandomFingerprints;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.lucene.tests.util.LuceneTestCase;

/**
 * Runs joins of dense data whose consumer, test, listener or rank throws at a random call, or
 * interrupts the joining thread, on 1 to 4 threads. Each join ends within 10 seconds, throws the
 * failure and leaves no thread. {@code -Dtests.multiplier=25} runs 500 joins, {@code
 * -Dtests.verbose=true} prints the longest end.
 */
public class TestThrowingCallbacks extends LuceneTestCase {

  private static final int JOINS = 20;
  private static final int SECONDS = 10;

  /** Counts calls, one of which throws or interrupts. */
  private static final class Callback {
    private final long failing;
    private final Throwable failure;
    private final CountDownLatch failed = new CountDownLatch(1);
    private long calls;
    private volatile long failedAt;

    /**
     * Creates a callback.
     *
     * @param failing the number of the call that fails, from 1, or 0 for none
     * @param failure the exception to throw, or an InterruptedIOException to interrupt the thread
     */
    Callback(long failing, Throwable failure) {
      this.failing = failing;
      this.failure = failure;
    }

    void call() {
      if (++calls == failing) {
        failedAt = System.nanoTime();
        failed.countDown();
        if (failure instanceof InterruptedIOException) {
          Thread.currentThread().interrupt();
        } else {
          throwUnchecked(failure);
        }
      }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void throwUnchecked(Throwable failure) throws T {
      throw (T) failure;
    }
  }

  /** The callbacks of a join, each with a join that calls it. */
  private enum Called {
    PAIRS_OF_ONE_SET {
      @Override
      void run(SimilarityJoin join, DistinctFingerprints set, Callback callback)
          throws IOException {
        join.pairs(set, (left, right, distance) -> callback.call());
      }
    },
    PAIRS_OF_TWO_SETS {
      @Override
      void run(SimilarityJoin join, DistinctFingerprints set, Callback callback)
          throws IOException {
        join.pairs(set, set, (left, right, distance) -> callback.call());
      }
    },
    LISTENER {
      @Override
      void run(SimilarityJoin join, DistinctFingerprints set, Callback callback)
          throws IOException {
        join.progress(share -> callback.call()).edges(set, (left, right, distance) -> {});
      }
    },
    TEST_OF_STARS {
      @Override
      void run(SimilarityJoin join, DistinctFingerprints set, Callback callback)
          throws IOException {
        Grouping.stars(join).maxEdges(100_000).verify(test(callback)).of(set);
      }
    },
    LISTENER_OF_STARS {
      @Override
      void run(SimilarityJoin join, DistinctFingerprints set, Callback callback)
          throws IOException {
        Grouping.stars(join).progress(share -> callback.call()).of(set);
      }
    },
    RANK {
      @Override
      void run(SimilarityJoin join, DistinctFingerprints set, Callback callback)
          throws IOException {
        Grouping.stars(join)
            .keep(
                document -> {
                  callback.call();
                  return document;
                })
            .of(set);
      }
    };

    abstract void run(SimilarityJoin join, DistinctFingerprints set, Callback callback)
        throws IOException;

    private static PairTest test(Callback callback) {
      return (left, right, distance) -> {
        callback.call();
        return (left ^ right) % 7 == 0;
      };
    }
  }

  public void testEnds() throws Exception {
    long longest = 0;
    for (int i = 0; i < JOINS * RANDOM_MULTIPLIER; i++) {
      boolean uniform = random().nextBoolean();
      DistinctFingerprints set =
          DistinctFingerprints.of(uniform ? uniform(random()) : nearDuplicates(random()));
      SimilarityJoin join =
          SimilarityJoin.within(uniform ? 64 : 20).threads(1 + random().nextInt(4));
      Called called = Called.values()[i % Called.values().length];
      Callback counting = new Callback(0, null);
      called.run(join, set, counting);
      assertTrue(called + " is called", counting.calls > 0);
      Throwable failure = failure(random());
      Callback callback =
          new Callback(1 + (long) (random().nextDouble() * counting.calls), failure);
      assertEnds(called, join, set, callback);
      longest = Math.max(longest, System.nanoTime() - callback.failedAt);
    }
    if (VERBOSE) {
      System.out.println("longest end: " + TimeUnit.NANOSECONDS.toMillis(longest) + " ms");
    }
  }

  private static long[] uniform(Random random) {
    return random.longs(1000 + random.nextInt(2000)).toArray();
  }

  private static long[] nearDuplicates(Random random) {
    long[] all = new long[2000 + random.nextInt(3000)];
    long first = random.nextLong();
    Arrays.setAll(all, i -> RandomFingerprints.flip(random, first, random.nextInt(10)));
    return all;
  }

  private static Throwable failure(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> new IOException("thrown");
      case 1 -> new IllegalStateException("thrown");
      case 2 -> new OutOfMemoryError("thrown");
      default -> new InterruptedIOException("interrupted");
    };
  }

  private static void assertEnds(
      Called called, SimilarityJoin join, DistinctFingerprints set, Callback callback)
      throws InterruptedException {
    Throwable[] thrown = new Throwable[1];
    boolean[] interrupted = new boolean[1];
    Thread caller =
        new Thread(
            () -> {
              try {
                called.run(join, set, callback);
              } catch (Throwable e) {
                thrown[0] = e;
              }
              interrupted[0] = Thread.currentThread().isInterrupted();
            },
            "joining");
    caller.start();
    assertTrue(called + " reaches the call", callback.failed.await(10, TimeUnit.MINUTES));
    caller.join(TimeUnit.SECONDS.toMillis(SECONDS));
    Supplier<String> at = () -> called + ", " + callback.failure + " at call " + callback.failing;
    assertFalse("still runs: " + at.get(), caller.isAlive());
    TestOrderedTasks.assertNoThreadLeft(at.get());
    if (callback.failure instanceof InterruptedIOException) {
      assertTrue("flag is set: " + at.get(), interrupted[0]);
      assertTrue(at.get(), thrown[0] == null || thrown[0] instanceof InterruptedIOException);
    } else {
      assertSame(at.get(), callback.failure, thrown[0]);
    }
  }
}
