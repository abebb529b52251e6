package io.github.lucenesimhash.opensearch.cluster;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.opensearch.action.support.PlainActionFuture;
import org.opensearch.common.lease.Releasable;
import org.opensearch.core.concurrency.OpenSearchRejectedExecutionException;

/** Lets those that have the same key go one at a time, in the order in which they came. */
final class Turns {

  /** The first of each queue has its turn. */
  private final Map<String, Deque<Turn>> queues = new HashMap<>();

  /**
   * Joins the queue of a key, until the turn is closed.
   *
   * @param maxWaiting how many may wait for it
   * @throws OpenSearchRejectedExecutionException if the queue is full
   */
  Turn join(String key, int maxWaiting) {
    synchronized (queues) {
      Deque<Turn> queue = queues.computeIfAbsent(key, k -> new ArrayDeque<>());
      if (queue.size() > maxWaiting) {
        throw new OpenSearchRejectedExecutionException(
            "the queue is full: " + (queue.size() - 1) + " requests wait, send fewer at a time");
      }
      Turn turn = new Turn(key);
      queue.add(turn);
      queue.peek().onResponse(null);
      return turn;
    }
  }

  final class Turn extends PlainActionFuture<Void> implements Releasable {

    private final String key;

    private Turn(String key) {
      this.key = key;
    }

    /** Hands the turn on, or leaves the queue. */
    @Override
    public void close() {
      synchronized (queues) {
        Deque<Turn> queue = queues.get(key);
        queue.remove(this);
        if (queue.isEmpty()) {
          queues.remove(key);
        } else {
          queue.peek().onResponse(null);
        }
      }
    }
  }
}
