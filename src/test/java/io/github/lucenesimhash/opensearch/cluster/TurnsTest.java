package io.github.lucenesimhash.opensearch.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.opensearch.cluster.Sequencer.Turns;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.opensearch.core.concurrency.OpenSearchRejectedExecutionException;

class TurnsTest {

  private final Random random = new Random(Long.getLong("tests.bulkSeed", 7));

  /** Callers that are cancelled, come late or fail: one at a time has its turn, and all end. */
  @Test
  void everyTurnIsHandedOn() throws InterruptedException {
    int callers = 2_000;
    Turns turns = new Turns();
    AtomicInteger[] inside = {new AtomicInteger(), new AtomicInteger()};
    AtomicInteger overlaps = new AtomicInteger();
    AtomicInteger unexpected = new AtomicInteger();
    AtomicInteger had = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < callers; i++) {
      int key = random.nextInt(2);
      int kind = random.nextInt(4);
      int millis = random.nextInt(20);
      Turns.Turn joined = turns.join("key" + key, callers);
      threads.add(
          Thread.startVirtualThread(
              () -> {
                try (joined) {
                  joined.get(kind == 0 ? millis : 60_000, TimeUnit.MILLISECONDS);
                  had.incrementAndGet();
                  overlaps.addAndGet(inside[key].getAndIncrement());
                  Thread.sleep(kind == 1 ? 1 : 0);
                  inside[key].decrementAndGet();
                } catch (Exception e) {
                  unexpected.addAndGet(kind == 0 || kind == 2 ? 0 : 1);
                }
              }));
      if (kind == 2) {
        joined.cancel(false);
      }
    }
    for (Thread thread : threads) {
      assertTrue(thread.join(Duration.ofSeconds(60)));
    }
    assertEquals(0, overlaps.get());
    assertEquals(0, unexpected.get());
    assertTrue(had.get() > callers / 4, had + " had a turn");
    assertTrue(turns.join("key0", 0).isDone());
    assertTrue(turns.join("key1", 0).isDone());
  }

  @Test
  void turnsComeInTheirOrder() throws Exception {
    Turns turns = new Turns();
    Queue<Turns.Turn> open = new ArrayDeque<>();
    for (int i = 0; i < 10; i++) {
      open.add(turns.join("a", 10));
    }
    while (!open.isEmpty()) {
      Turns.Turn first = open.remove();
      first.get(1, TimeUnit.SECONDS);
      open.forEach(other -> assertFalse(other.isDone()));
      first.close();
    }
  }

  @Test
  @SuppressWarnings("FutureReturnValueIgnored")
  void fullQueueRefuses() {
    Turns turns = new Turns();
    turns.join("a", 1);
    Turns.Turn second = turns.join("a", 1);
    OpenSearchRejectedExecutionException full =
        assertThrows(OpenSearchRejectedExecutionException.class, () -> turns.join("a", 1));
    assertTrue(full.getMessage().contains("1 requests wait"), full.getMessage());
    turns.join("b", 1);
    assertThrows(TimeoutException.class, () -> second.get(1, TimeUnit.MILLISECONDS));
    second.close();
    turns.join("a", 1);
    assertThrows(OpenSearchRejectedExecutionException.class, () -> turns.join("b", 0));
  }
}
