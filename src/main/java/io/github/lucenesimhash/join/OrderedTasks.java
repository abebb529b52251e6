package io.github.lucenesimhash.join;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.lucene.util.IOConsumer;
import org.apache.lucene.util.IOSupplier;
import org.apache.lucene.util.IOUtils;
import org.apache.lucene.util.NamedThreadFactory;

/**
 * Tasks that run on several threads, and a consumer that gets their results on the thread that
 * gives the tasks: those of the first task first, then those of the second, and so on, as if one
 * thread had done all. For use by one thread.
 *
 * <pre>{@code
 * try (OrderedTasks<Long> tasks = new OrderedTasks<>(4, fingerprints::add)) {
 *   for (String text : texts) {
 *     tasks.give(() -> fingerprint(text), text.length());
 *   }
 *   tasks.finish();
 * }
 * }</pre>
 *
 * <pre>
 * Memory  tasks that are begun or done and not yet delivered: at most AHEAD for each thread, each with at most
 *         RESULTS results. A task that made more waits for its turn. Tasks hold at most MAX_BYTES of input together;
 *         a larger one is done alone.
 * Proof   that it goes on: threads take tasks in order, so the one whose turn it is runs or is done, and its queue is
 *         being emptied.
 * End     a task that throws ends without a last result, which the thread that takes them sees within WAIT_MILLIS.
 *         Once the consumer threw, or its thread was interrupted, close() interrupts all tasks, and an interrupted
 *         task adds nothing more.
 * </pre>
 */
public final class OrderedTasks<T> implements Closeable {

  private static final int AHEAD = 4;
  private static final int RESULTS = 4;
  private static final int WAIT_MILLIS = 100;
  private static final long MAX_BYTES = Math.min(32 << 20, Runtime.getRuntime().maxMemory() / 16);

  /** A task that is not wholly delivered. */
  private static final class Begun<T> {
    private final long bytes;

    /** The results; empty after the last one. */
    private final BlockingQueue<Optional<T>> results = new ArrayBlockingQueue<>(RESULTS);

    private Future<?> done;

    Begun(long bytes) {
      this.bytes = bytes;
    }

    /** Puts no end after a failure: {@link #take} asks {@link #done} then. */
    Void run(IOConsumer<IOConsumer<T>> task) throws IOException {
      task.accept(result -> put(Optional.of(result)));
      put(Optional.empty());
      return null;
    }

    private void put(Optional<T> result) throws InterruptedIOException {
      try {
        results.put(result);
      } catch (InterruptedException e) {
        throw interrupted(e);
      }
    }

    /** Returns null after the last one. */
    T take() throws InterruptedException, ExecutionException {
      Optional<T> next;
      while ((next = results.poll(WAIT_MILLIS, TimeUnit.MILLISECONDS)) == null) {
        if (done.isDone()) {
          done.get(); // throws what the task threw
        }
      }
      return next.orElse(null);
    }
  }

  private final int threads;
  private final IOConsumer<T> consumer;
  private final ExecutorService executor;
  private final Queue<Begun<T>> underWay = new ArrayDeque<>();
  private long bytes;

  /** Tasks on so many threads besides the one that gives them. */
  public OrderedTasks(int threads, IOConsumer<T> consumer) {
    this.threads = threads;
    this.consumer = consumer;
    executor = Executors.newFixedThreadPool(threads, new NamedThreadFactory("ordered-tasks"));
  }

  /** Tasks on all cores. */
  public OrderedTasks(IOConsumer<T> consumer) {
    this(Runtime.getRuntime().availableProcessors(), consumer);
  }

  /**
   * What is made of each input, in their order, on all cores; {@code done} is called after each.
   */
  public static <S, T> List<T> map(List<S> inputs, Function<S, T> make, Runnable done)
      throws IOException {
    List<T> results = new ArrayList<>();
    IOConsumer<T> consumer =
        result -> {
          results.add(result);
          done.run();
        };
    try (OrderedTasks<T> tasks = new OrderedTasks<>(consumer)) {
      for (S input : inputs) {
        tasks.give(() -> make.apply(input), 0);
      }
      tasks.finish();
    }
    return results;
  }

  static long maxResults(int threads) {
    return (long) threads * AHEAD * RESULTS;
  }

  /** Gives a task of one result, not null. */
  public void give(IOSupplier<T> task, long taskBytes) throws IOException {
    give(results -> results.accept(task.get()), taskBytes);
  }

  /**
   * Gives a task of any number of results and of the bytes that it holds on to, after delivering
   * results to make room for it. Adding a result, not null, waits while too many are not delivered.
   */
  public void give(IOConsumer<IOConsumer<T>> task, long taskBytes) throws IOException {
    while (!underWay.isEmpty()
        && (underWay.size() >= threads * AHEAD || bytes + taskBytes > MAX_BYTES)) {
      deliver();
    }
    Begun<T> begun = new Begun<>(taskBytes);
    begun.done = executor.submit(() -> begun.run(task));
    underWay.add(begun);
    bytes += taskBytes;
    while (!underWay.isEmpty() && (bytes > MAX_BYTES || underWay.peek().done.isDone())) {
      deliver();
    }
  }

  /** Delivers the results of all tasks that were given. */
  public void finish() throws IOException {
    while (!underWay.isEmpty()) {
      deliver();
    }
  }

  private void deliver() throws IOException {
    Begun<T> first = underWay.remove();
    try {
      for (T next = first.take(); next != null; next = first.take()) {
        consumer.accept(next);
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    } catch (ExecutionException e) {
      throw IOUtils.rethrowAlways(e.getCause());
    }
    bytes -= first.bytes;
  }

  private static InterruptedIOException interrupted(InterruptedException cause) {
    Thread.currentThread().interrupt();
    return (InterruptedIOException) new InterruptedIOException("interrupted").initCause(cause);
  }

  /** Gives up what is still running, and waits until it has stopped. */
  @Override
  public void close() {
    executor.shutdownNow();
    executor.close();
  }
}
