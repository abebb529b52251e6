package io.github.lucenesimhash.opensearch.cluster;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.opensearch.action.ActionRunnable;
import org.opensearch.common.lease.Releasable;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.concurrency.OpenSearchRejectedExecutionException;
import org.opensearch.threadpool.Scheduler.Cancellable;
import org.opensearch.threadpool.ThreadPool;

/**
 * Lets those that have the same key go one at a time, in the order in which they came. Who waits
 * holds no thread, and can leave.
 */
final class Turns {

  private final ThreadPool threads;

  /** The first of each queue has its turn. */
  private final Map<String, Deque<Turn>> queues = new HashMap<>();

  /** For one key. */
  private volatile int maxWaiting;

  Turns(ThreadPool threads, int maxWaiting) {
    this.threads = threads;
    this.maxWaiting = maxWaiting;
  }

  void maxWaiting(int maxWaiting) {
    this.maxWaiting = maxWaiting;
  }

  /**
   * Joins the queue of a key.
   *
   * @param timeout how long it waits
   * @param listener gets its turn on a thread of the write pool, in the caller's context, and must
   *     close it; or it fails, and there is nothing to close
   * @throws OpenSearchRejectedExecutionException if the queue is full
   */
  Turn join(String key, TimeValue timeout, ActionListener<Releasable> listener) {
    Turn turn;
    boolean isFirst;
    synchronized (queues) {
      Deque<Turn> queue = queues.computeIfAbsent(key, k -> new ArrayDeque<>());
      if (queue.size() > maxWaiting) {
        throw new OpenSearchRejectedExecutionException(
            "the queue is full: " + (queue.size() - 1) + " requests wait, send fewer at a time");
      }
      turn = new Turn(key, timeout, listener); // its time cannot be over before it waits
      queue.add(turn);
      isFirst = queue.size() == 1;
    }
    if (isFirst) {
      turn.begin();
    }
    return turn;
  }

  /** One that waits, or has its turn. */
  final class Turn extends ActionRunnable<Releasable> implements Releasable {

    private final String key;
    private final Runnable inContext = threads.getThreadContext().preserveContext(this);
    private final Cancellable timer;

    private Turn(String key, TimeValue timeout, ActionListener<Releasable> listener) {
      super(listener);
      this.key = key;
      timer = threads.schedule(() -> leave(late(timeout)), timeout, ThreadPool.Names.SAME);
    }

    private static OpenSearchRejectedExecutionException late(TimeValue timeout) {
      return new OpenSearchRejectedExecutionException(
          "its turn did not come within [" + timeout + "]: nothing was sent, ask again");
    }

    /** Fails for this reason, unless its turn has come. */
    void leave(Exception reason) {
      boolean waited;
      synchronized (queues) {
        Deque<Turn> queue = queues.get(key);
        waited = queue != null && queue.peek() != this && queue.remove(this);
      }
      if (waited) {
        timer.cancel();
        listener.onFailure(reason);
      }
    }

    private void begin() {
      timer.cancel();
      threads.executor(ThreadPool.Names.WRITE).execute(inContext);
    }

    @Override
    protected void doRun() {
      listener.onResponse(this);
    }

    @Override
    public void onFailure(Exception e) {
      close();
      listener.onFailure(e);
    }

    @Override
    public boolean isForceExecution() {
      return true;
    }

    /** Hands the turn on. */
    @Override
    public void close() {
      Turn next;
      synchronized (queues) {
        Deque<Turn> queue = queues.get(key);
        if (queue == null || queue.peek() != this) {
          return; // closed before
        }
        queue.remove();
        next = queue.peek();
        if (next == null) {
          queues.remove(key);
        }
      }
      if (next != null) {
        next.begin();
      }
    }
  }
}
