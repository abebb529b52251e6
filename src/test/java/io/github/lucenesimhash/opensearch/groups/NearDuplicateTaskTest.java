package io.github.lucenesimhash.opensearch.groups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.opensearch.groups.NearDuplicateTask.Work;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.common.CheckedSupplier;
import org.opensearch.common.io.stream.BytesStreamOutput;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.tasks.RawTaskStatus;

class NearDuplicateTaskTest {

  private static NearDuplicateTask task(TimeValue timeout) {
    return new NearDuplicateTask(
        1, "transport", "sweep", "of news", TaskId.EMPTY_TASK_ID, Map.of(), timeout);
  }

  private final NearDuplicateTask task = task(TimeValue.timeValueHours(1));
  private final Work work = new Work(null, task);

  @Test
  void goesOnInItsTime() throws InterruptedException {
    task.ensureMayGoOn();
    long left = task.timeLeft().millis();
    assertTrue(left > TimeUnit.MINUTES.toMillis(59) && left <= TimeUnit.HOURS.toMillis(1) + 1);
    Thread.sleep(5);
    assertTrue(task.timeLeft().millis() < left);
  }

  @Test
  void endsAfterItsTime() {
    NearDuplicateTask late = task(TimeValue.timeValueNanos(1));
    OpenSearchStatusException over =
        assertThrows(OpenSearchStatusException.class, late::ensureMayGoOn);
    assertEquals(RestStatus.REQUEST_TIMEOUT, over.status());
    assertEquals(1, late.timeLeft().millis());
  }

  @Test
  void saysHowFarItWasWhenItWasCancelled() {
    task.advance("reading", 3, 7);
    task.cancel("not needed");
    TaskCancelledException cancelled =
        assertThrows(TaskCancelledException.class, () -> task.advance("comparing", 1, 9));
    assertEquals("cancelled while comparing, 1 of 9: not needed", cancelled.getMessage());
    NearDuplicateTask early = task(TimeValue.MAX_VALUE);
    early.cancel("not needed");
    cancelled = assertThrows(TaskCancelledException.class, early::ensureMayGoOn);
    assertEquals("cancelled: not needed", cancelled.getMessage());
  }

  /** The status is of a type that each node reads, whatever plugins the node has. */
  @Test
  void showsWhereItDeletesFrom() throws IOException {
    task.advance("reading", 3, 7);
    assertEquals(Map.of("phase", "reading", "done", 3, "total", 7), task.getStatus().toMap());
    assertEquals(List.of(), NearDuplicateTask.swept(task.getStatus()));
    task.deletesFrom("news,old");
    task.advance("deleting", 1, 2);
    BytesStreamOutput out = new BytesStreamOutput();
    task.getStatus().writeTo(out);
    RawTaskStatus read = new RawTaskStatus(out.bytes().streamInput());
    assertEquals(task.getStatus(), read);
    assertEquals(List.of("news", "old"), NearDuplicateTask.swept(read));
    assertEquals(List.of(), NearDuplicateTask.swept(null));
  }

  private static CheckedSupplier<Integer, IOException> failing(
      int times, RestStatus status, AtomicInteger asked) {
    return () -> {
      if (asked.incrementAndGet() <= times) {
        throw new OpenSearchStatusException("no", status);
      }
      return asked.get();
    };
  }

  /** Requests that shards cannot answer now are repeated, and rejected requests are not. */
  @Test
  void asksAgainWhileShardsAreAway() throws IOException {
    AtomicInteger asked = new AtomicInteger();
    assertEquals(3, work.persistently(failing(2, RestStatus.SERVICE_UNAVAILABLE, asked)));
    asked.set(0);
    assertThrows(
        OpenSearchStatusException.class,
        () -> work.persistently(failing(1, RestStatus.BAD_REQUEST, asked)));
    assertEquals(1, asked.get());
    asked.set(0);
    task.cancel("not needed");
    assertThrows(
        TaskCancelledException.class,
        () -> work.persistently(failing(1, RestStatus.SERVICE_UNAVAILABLE, asked)));
    assertEquals(1, asked.get());
  }
}
