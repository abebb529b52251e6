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
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.apache.lucene.util.IOConsumer;
import org.apache.lucene.util.IOSupplier;
import org.apache.lucene.util.IOUtils;
import org.apache.lucene.util.NamedThreadFactory;

/**
 * Runs tasks on several threads, and passes their results to a consumer in the order of the tasks,
 * as if one thread did everything. The consumer is called on the thread that submits the tasks. For
 * use by one thread.
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
 * Memory  At most AHEAD tasks for each thread are running or not yet delivered, each with at most RESULTS results; a task
 *         with more results waits for its turn. Together the tasks have at most MAX_BYTES of input. A task with more input
 *         runs alone.
 * Proof   There is no deadlock: threads take tasks in order, so the task whose turn it is runs or is done, and its queue is
 *         being emptied.
 * End     A task that throws an exception adds no empty result, which the receiving thread notices within WAIT_MILLIS. After
 *         an exception of the consumer or an interrupt, close() makes every task end at its next result or {@link #check}.
 *         It interrupts no thread, because an interrupt would close the files that the thread reads.
 * </pre>
 *
 * @param <T> the type of results
 * @lucene.internal
 */
public final class OrderedTasks<T> implements Closeable {

  private static final int AHEAD = 4;
  private static final int RESULTS = 4;
  private static final int WAIT_MILLIS = 100;
  private static final long MAX_BYTES = Math.min(32 << 20, Runtime.getRuntime().maxMemory() / 16);

  /**
   * Holds a task whose results are not all delivered.
   *
   * @param results the results, ended by an empty one unless the task failed, as {@code done}
   *     indicates
   */
  private record Begun<T>(long bytes, BlockingQueue<Optional<T>> results, Future<?> done) {}

  private final int threads;
  private final IOConsumer<T> consumer;
  private final ExecutorService executor;
  private final Queue<Begun<T>> underWay = new ArrayDeque<>();
  private long bytes;
  private volatile boolean isClosed;

  /**
   * Creates an executor.
   *
   * @param threads the number of threads besides the one that submits tasks, at least 1
   * @param consumer the consumer that receives the results in order, on the thread that submits the
   *     tasks
   */
  public OrderedTasks(int threads, IOConsumer<T> consumer) {
    this.threads = threads;
    this.consumer = consumer;
    executor = executor(threads);
  }

  /**
   * Creates an executor with a thread for each core.
   *
   * @param consumer the consumer that receives the results in order, on the thread that submits the
   *     tasks
   */
  public OrderedTasks(IOConsumer<T> consumer) {
    this(Runtime.getRuntime().availableProcessors(), consumer);
  }

  /**
   * Applies a function to each input, on all cores.
   *
   * @param <S> the type of inputs
   * @param <T> the type of results
   * @param inputs the inputs, none of them null
   * @param make the function, which several threads call and which does not return null
   * @param done the callback that is called after each input, on the calling thread
   * @return the results, in the order of the inputs
   * @throws IOException if the thread is interrupted
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

  /**
   * Runs a task for each number below a count, on the given number of threads, or on this thread if
   * one suffices. Waits until all have ended, even if the thread is interrupted.
   */
  static void forEach(int count, int threads, IntConsumer task) {
    AtomicInteger next = new AtomicInteger();
    Runnable share =
        () -> {
          for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
            task.accept(i);
          }
        };
    if (Math.min(count, threads) < 2) {
      share.run();
      return;
    }
    List<Future<?>> shares = new ArrayList<>();
    try (ExecutorService executor = executor(threads)) {
      for (int i = 0; i < Math.min(count, threads); i++) {
        shares.add(executor.submit(share));
      }
    }
    for (Future<?> each : shares) {
      Throwable failure = each.state() == Future.State.FAILED ? each.exceptionNow() : null;
      if (failure instanceof Error error) {
        throw error;
      } else if (failure != null) {
        throw (RuntimeException) failure; // a task declares no checked exception
      }
    }
  }

  private static ExecutorService executor(int threads) {
    return Executors.newFixedThreadPool(threads, new NamedThreadFactory("ordered-tasks"));
  }

  static long maxResults(int threads) {
    return (long) threads * AHEAD * RESULTS;
  }

  /**
   * Submits a task with one result, which must not be null.
   *
   * @param task the task, which another thread calls
   * @param taskBytes the size of the task's input in bytes
   * @throws IOException if a task or the consumer throws it, or if the thread is interrupted
   */
  public void give(IOSupplier<T> task, long taskBytes) throws IOException {
    give(results -> results.accept(task.get()), taskBytes);
  }

  /**
   * Submits a task with any number of results, after delivering earlier results if there are too
   * many tasks. The task passes its results, none of them null, to its argument, which waits while
   * too many results are not delivered.
   *
   * @param task the task, which another thread calls
   * @param taskBytes the size of the task's input in bytes, 0 or more
   * @throws IOException if a task or the consumer throws it, or if the thread is interrupted
   */
  public void give(IOConsumer<IOConsumer<T>> task, long taskBytes) throws IOException {
    while (!underWay.isEmpty()
        && (underWay.size() >= threads * AHEAD || bytes + taskBytes > MAX_BYTES)) {
      deliver();
    }
    BlockingQueue<Optional<T>> results = new ArrayBlockingQueue<>(RESULTS);
    Callable<Void> run =
        () -> {
          check();
          task.accept(result -> put(results, Optional.of(result)));
          put(results, Optional.empty());
          return null;
        };
    underWay.add(new Begun<>(taskBytes, results, executor.submit(run)));
    bytes += taskBytes;
    while (!underWay.isEmpty() && (bytes > MAX_BYTES || underWay.peek().done.isDone())) {
      deliver();
    }
  }

  /**
   * Waits for all submitted tasks and delivers their results.
   *
   * @throws IOException if a task or the consumer throws it, or if the thread is interrupted
   */
  public void finish() throws IOException {
    while (!underWay.isEmpty()) {
      deliver();
    }
  }

  /**
   * Throws an exception if the results of the calling task are no longer needed. A long task should
   * call this method now and then.
   *
   * @throws InterruptedIOException if the results are no longer needed
   */
  public void check() throws InterruptedIOException {
    if (isClosed) {
      throw new InterruptedIOException("given up");
    }
  }

  private <R> void put(BlockingQueue<R> results, R result) throws InterruptedIOException {
    try {
      do {
        check();
      } while (!results.offer(result, WAIT_MILLIS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private void deliver() throws IOException {
    Begun<T> first = underWay.remove();
    try {
      Optional<T> next;
      do {
        next = first.results.poll(WAIT_MILLIS, TimeUnit.MILLISECONDS);
        if (next == null && first.done.isDone()) {
          first.done.get(); // throws the exception of the task
        } else if (next != null && next.isPresent()) {
          consumer.accept(next.get());
        }
      } while (next == null || next.isPresent());
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

  /** Cancels the tasks that are still running, and waits until they have stopped. */
  @Override
  public void close() {
    isClosed = true;
    executor.shutdown();
    boolean isInterrupted = false;
    boolean isEnded = false;
    while (!isEnded) {
      try {
        isEnded = executor.awaitTermination(1, TimeUnit.DAYS);
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
