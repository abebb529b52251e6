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
 * Runs tasks on several threads, and passes their results to a consumer on the thread that gives
 * the tasks, in the order of the tasks, as if one thread had done all. For use by one thread.
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
 * Proof   it never blocks: threads take tasks in order, so the task whose turn it is runs or is done, and its queue is
 *         being emptied.
 * End     a task that throws ends without a last result, which the thread that takes them sees within WAIT_MILLIS.
 *         Once the consumer threw, or its thread was interrupted, close() makes every task end at its next result or
 *         {@link #check}. It interrupts none: an interrupted thread would close the files that it reads.
 * </pre>
 *
 * @param <T> a result
 * @lucene.internal
 */
public final class OrderedTasks<T> implements Closeable {

  private static final int AHEAD = 4;
  private static final int RESULTS = 4;
  private static final int WAIT_MILLIS = 100;
  private static final long MAX_BYTES = Math.min(32 << 20, Runtime.getRuntime().maxMemory() / 16);

  /**
   * A task whose results are not all delivered.
   *
   * @param results ends with an empty result; after a failure without one, and {@code done} tells
   *     why
   */
  private record Begun<T>(long bytes, BlockingQueue<Optional<T>> results, Future<?> done) {}

  private final int threads;
  private final IOConsumer<T> consumer;
  private final ExecutorService executor;
  private final Queue<Begun<T>> underWay = new ArrayDeque<>();
  private long bytes;
  private volatile boolean isClosed;

  /**
   * Creates an executor with so many threads besides the one that gives tasks.
   *
   * @param threads at least 1
   * @param consumer takes the results in order, on the thread that gives the tasks
   */
  public OrderedTasks(int threads, IOConsumer<T> consumer) {
    this.threads = threads;
    this.consumer = consumer;
    executor = executor(threads);
  }

  /**
   * Creates an executor on all cores.
   *
   * @param consumer takes the results in order, on the thread that gives the tasks
   */
  public OrderedTasks(IOConsumer<T> consumer) {
    this(Runtime.getRuntime().availableProcessors(), consumer);
  }

  /**
   * Applies a function to each input, on all cores.
   *
   * @param <S> an input
   * @param <T> result for an input, not null
   * @param inputs none null
   * @param make the function, which several threads call
   * @param done is called after each input, on the calling thread
   * @return the results, in the order of the inputs
   * @throws IOException if interrupted
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
   * Runs a task of each number below a count on so many threads, and waits until all have ended,
   * interrupted or not.
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
   * Gives a task of one result, not null.
   *
   * @param task called by another thread
   * @param taskBytes the bytes that the task holds on to
   * @throws IOException that a task or the consumer threw, or if interrupted
   */
  public void give(IOSupplier<T> task, long taskBytes) throws IOException {
    give(results -> results.accept(task.get()), taskBytes);
  }

  /**
   * Gives a task of any number of results, after delivering results to make room for it. The task
   * passes on results that are not null; this waits while too many are not delivered.
   *
   * @param task called by another thread
   * @param taskBytes the bytes that the task holds on to, 0 or more
   * @throws IOException that a task or the consumer threw, or if interrupted
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
   * Delivers the results of all tasks that were given.
   *
   * @throws IOException that a task or the consumer threw, or if interrupted
   */
  public void finish() throws IOException {
    while (!underWay.isEmpty()) {
      deliver();
    }
  }

  /**
   * Ends the calling task if its results are not wanted any more. A task that takes long calls this
   * now and then.
   *
   * @throws InterruptedIOException if the results are not wanted any more
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
          first.done.get(); // throws what the task threw
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

  /** Gives up what is still running, and waits until it has stopped. */
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
