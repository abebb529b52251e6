package io.github.lucenesimhash.join;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.util.NamedThreadFactory;

/**
 * Tasks that find edges on several threads, and a consumer that gets the edges on the calling
 * thread: those of task 0 first, then those of task 1, and so on, as if one thread had done all.
 *
 * <pre>
 * Memory  tasks that are begun or done and not yet delivered: at most AHEAD for each thread, each with at most
 *         CHUNKS chunks. A task that found more waits for its turn.
 * Proof   that it goes on: threads take tasks in order, so the one whose turn it is runs or is done, and its queue is
 *         being emptied.
 * End     a task that throws ends without a last chunk, which the thread that takes them sees within WAIT_MILLIS. Once
 *         the consumer threw, or its thread was interrupted, close() interrupts all tasks, and an interrupted task
 *         puts nothing more.
 * </pre>
 */
final class OrderedTasks implements Closeable {

  private static final int AHEAD = 8;
  private static final int CHUNKS = 4;
  private static final int WAIT_MILLIS = 100;
  private static final EdgeChunk END = new EdgeChunk();

  /** Finds edges. */
  interface Task {
    void run(int number, Edges edges) throws InterruptedException;
  }

  /** Hears how many tasks are delivered. */
  interface Delivered {
    void tasks(int count);
  }

  /** The edges that one task found and that are not yet delivered. */
  static final class Edges {
    private final BlockingQueue<EdgeChunk> queue = new ArrayBlockingQueue<>(CHUNKS);
    private EdgeChunk chunk;
    private Future<?> done;

    void add(int left, int right, int distance) throws InterruptedException {
      if (chunk == null) {
        chunk = new EdgeChunk();
      }
      chunk.add(left, right, distance);
      if (chunk.isFull()) {
        queue.put(chunk);
        chunk = null;
      }
    }

    /** Puts no end after a failure: what takes the edges asks {@link #done} then. */
    private Void run(Task task, int number) throws InterruptedException {
      task.run(number, this);
      if (chunk != null) {
        queue.put(chunk);
      }
      queue.put(END);
      return null;
    }

    private void deliver(PairConsumer consumer)
        throws IOException, InterruptedException, ExecutionException {
      for (EdgeChunk next = take(); next != END; next = take()) {
        next.deliver(consumer);
      }
    }

    private EdgeChunk take() throws InterruptedException, ExecutionException {
      EdgeChunk next = queue.poll(WAIT_MILLIS, TimeUnit.MILLISECONDS);
      while (next == null) {
        if (done.isDone()) {
          done.get(); // throws what the task threw
        }
        next = queue.poll(WAIT_MILLIS, TimeUnit.MILLISECONDS);
      }
      return next;
    }
  }

  private final int threads;
  private final ExecutorService executor;

  OrderedTasks(int threads) {
    this.threads = threads;
    executor = Executors.newFixedThreadPool(threads, new NamedThreadFactory("similarity-join"));
  }

  /** The most heap that edges on their way take. */
  long bytes() {
    return (long) threads * AHEAD * CHUNKS * EdgeChunk.BYTES;
  }

  void run(int tasks, Task task, PairConsumer consumer, Delivered delivered) throws IOException {
    Queue<Edges> begun = new ArrayDeque<>();
    int next = 0;
    try {
      for (int number = 0; number < tasks; number++) {
        while (next < tasks && next < number + threads * AHEAD) {
          int submitted = next++;
          Edges edges = new Edges();
          edges.done = executor.submit(() -> edges.run(task, submitted));
          begun.add(edges);
        }
        begun.remove().deliver(consumer);
        delivered.tasks(number + 1);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("join interrupted");
      interrupted.initCause(e);
      throw interrupted;
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException thrown -> throw thrown;
        case Error thrown -> throw thrown;
        default -> throw new IllegalStateException(e.getCause());
      }
    }
  }

  /** Gives up what is still running, and waits until it has stopped. */
  @Override
  public void close() {
    executor.shutdownNow();
    boolean interrupted = false;
    while (!executor.isTerminated()) {
      try {
        executor.awaitTermination(1, TimeUnit.MINUTES);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
