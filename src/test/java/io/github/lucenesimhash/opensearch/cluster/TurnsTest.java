package io.github.lucenesimhash.opensearch.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.opensearch.common.lease.Releasable;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.concurrency.OpenSearchRejectedExecutionException;
import org.opensearch.threadpool.ThreadPool;

class TurnsTest {

  private static final TimeValue LONG = TimeValue.timeValueMinutes(5);

  private final ThreadPool threads =
      new ThreadPool(Settings.builder().put("node.name", "turns").build());
  private final Random random = new Random(Long.getLong("tests.bulkSeed", 7));

  @AfterEach
  void end() {
    ThreadPool.terminate(threads, 10, TimeUnit.SECONDS);
  }

  /** Callers that leave, come late or throw: each is told once, one at a time has its turn. */
  @Test
  void everyTurnIsHandedOn() throws InterruptedException {
    int callers = 2_000;
    Turns turns = new Turns(threads, callers);
    CountDownLatch told = new CountDownLatch(callers);
    AtomicInteger[] answers = new AtomicInteger[callers];
    AtomicInteger[] inside = {new AtomicInteger(), new AtomicInteger()};
    AtomicInteger overlaps = new AtomicInteger();
    AtomicInteger had = new AtomicInteger();
    List<Turns.Turn> joined = new ArrayList<>();
    for (int i = 0; i < callers; i++) {
      int key = random.nextInt(2);
      int kind = random.nextInt(4);
      answers[i] = new AtomicInteger();
      AtomicInteger answered = answers[i];
      ActionListener<Releasable> listener =
          new ActionListener<>() {
            @Override
            public void onResponse(Releasable turn) {
              had.incrementAndGet();
              overlaps.addAndGet(inside[key].getAndIncrement());
              Runnable end =
                  () -> {
                    inside[key].decrementAndGet();
                    answered.incrementAndGet();
                    told.countDown();
                    turn.close();
                    turn.close();
                  };
              if (kind == 0) {
                inside[key].decrementAndGet();
                throw new IllegalStateException("as it must not");
              } else if (kind == 1) {
                threads.schedule(end, TimeValue.timeValueMillis(1), ThreadPool.Names.GENERIC);
              } else {
                end.run();
              }
            }

            @Override
            public void onFailure(Exception e) {
              answered.incrementAndGet();
              told.countDown();
            }
          };
      TimeValue timeout = kind == 2 ? TimeValue.timeValueMillis(random.nextInt(20)) : LONG;
      joined.add(turns.join("key" + key, timeout, listener));
      if (random.nextInt(3) == 0) {
        joined.get(random.nextInt(joined.size())).leave(new IllegalStateException("left"));
      }
    }
    assertTrue(told.await(60, TimeUnit.SECONDS), told.getCount() + " were not told");
    for (AtomicInteger answer : answers) {
      assertEquals(1, answer.get());
    }
    assertEquals(0, overlaps.get());
    assertTrue(had.get() > callers / 4, had + " had a turn");
  }

  @Test
  void fullQueueRefuses() {
    Turns turns = new Turns(threads, 1);
    ActionListener<Releasable> keeps = ActionListener.wrap(turn -> {}, e -> {});
    turns.join("a", LONG, keeps);
    Turns.Turn second = turns.join("a", LONG, keeps);
    assertThrows(OpenSearchRejectedExecutionException.class, () -> turns.join("a", LONG, keeps));
    turns.join("b", LONG, keeps);
    second.leave(new IllegalStateException("left"));
    turns.join("a", LONG, keeps);
    turns.maxWaiting(0);
    assertThrows(OpenSearchRejectedExecutionException.class, () -> turns.join("b", LONG, keeps));
  }

  /** Who was refused is not kept until its time would be over. */
  @Test
  void refusedLeavesNoTimer() {
    Turns turns = new Turns(threads, 0);
    ActionListener<Releasable> keeps = ActionListener.wrap(turn -> {}, e -> {});
    turns.join("a", LONG, keeps);
    ScheduledThreadPoolExecutor timers = (ScheduledThreadPoolExecutor) threads.scheduler();
    int before = timers.getQueue().size();
    for (int i = 0; i < 10; i++) {
      assertThrows(OpenSearchRejectedExecutionException.class, () -> turns.join("a", LONG, keeps));
    }
    assertEquals(before, timers.getQueue().size());
  }

  /** Handing the turn on does not lend the rights of one request to the next. */
  @Test
  @SuppressWarnings("try") // closing it is its use
  void turnsHaveTheirCallersContext() throws InterruptedException {
    Turns turns = new Turns(threads, 10);
    ThreadContext context = threads.getThreadContext();
    CountDownLatch told = new CountDownLatch(4);
    List<String> seen = new ArrayList<>();
    for (String user : List.of("ann", "bob", "cid", "dan")) {
      try (ThreadContext.StoredContext ignored = context.stashContext()) {
        context.putHeader("user", user);
        turns.join(
            "key",
            LONG,
            ActionListener.wrap(
                turn -> {
                  synchronized (seen) {
                    seen.add(user + context.getHeader("user"));
                  }
                  told.countDown();
                  turn.close();
                },
                e -> told.countDown()));
      }
    }
    assertTrue(told.await(60, TimeUnit.SECONDS));
    assertEquals(List.of("annann", "bobbob", "cidcid", "dandan"), seen);
  }
}
