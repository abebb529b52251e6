package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.PendingDocuments.State;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.IOSupplier;
import org.apache.lucene.util.ThreadInterruptedException;

/** Makes changes visible to searchers, and so room in the table of pending ones. */
final class Refresher {

  /*
   * Room is taken by changes in the table, which a refresh makes forgotten, and by reservations of
   * calls under way, which only their end gives back. Calls that need room stand in a queue. The
   * first refreshes if that makes enough room, else it waits until a reservation is released; a call
   * with a reservation never waits here, so one is. Refreshes: each forgets at least one change that
   * was made since the last, so there are at most as many as changes.
   */

  private final SearcherManager searchers;
  private final PendingDocuments pending;
  private final long maxBytes;
  private final Queue<Object> queue = new ArrayDeque<>();
  private long reservedBytes;
  private boolean isRefreshing;
  private boolean isClosed;

  Refresher(SearcherManager searchers, PendingDocuments pending, long maxBytes) {
    this.searchers = searchers;
    this.pending = pending;
    this.maxBytes = maxBytes;
  }

  /** Makes all changes visible that have been made, and forgets them. */
  void refresh() throws IOException {
    long stamp = pending.lastStamp();
    searchers.maybeRefreshBlocking();
    pending.evict(stamp);
    synchronized (this) {
      notifyAll();
    }
  }

  /**
   * Runs a call with room set aside for its change, after waiting for it where that needs some; a
   * change of any size fits into an empty table. One thread refreshes ahead when the table is half
   * full, the others go on meanwhile.
   *
   * @throws AlreadyClosedException if this was closed, now or while it waited
   */
  <T> T withRoom(State change, IOSupplier<T> call) throws IOException {
    long bytes = PendingDocuments.bytes(change);
    if (beginsAhead()) {
      refreshBegun();
    }
    Object turn = new Object();
    synchronized (this) {
      queue.add(turn);
    }
    try {
      while (!isReserved(turn, bytes)) {
        refreshBegun();
      }
    } finally {
      synchronized (this) {
        queue.remove(turn);
        notifyAll();
      }
    }
    try {
      return call.get();
    } finally {
      synchronized (this) {
        reservedBytes -= bytes;
        notifyAll();
      }
    }
  }

  synchronized void close() {
    isClosed = true;
    notifyAll();
  }

  private synchronized boolean beginsAhead() {
    long held = pending.ramBytesUsed();
    return held > 0 && held >= maxBytes / 2 && begins();
  }

  private boolean begins() {
    boolean begins = !isRefreshing;
    isRefreshing = true;
    return begins;
  }

  private void refreshBegun() throws IOException {
    try {
      refresh();
    } finally {
      synchronized (this) {
        isRefreshing = false;
        notifyAll();
      }
    }
  }

  /** Waits for room. Returns false if this thread has begun a refresh to make it. */
  private synchronized boolean isReserved(Object turn, long bytes) {
    try {
      while (true) {
        if (isClosed) {
          throw new AlreadyClosedException("the near-duplicate writer is closed");
        }
        if (turn.equals(queue.peek())) {
          if (fits(pending.ramBytesUsed() + reservedBytes, bytes)) {
            reservedBytes += bytes;
            return true;
          }
          if (fits(reservedBytes, bytes) && begins()) {
            return false;
          }
        }
        wait();
      }
    } catch (InterruptedException e) {
      throw new ThreadInterruptedException(e);
    }
  }

  private boolean fits(long taken, long bytes) {
    return taken == 0 || taken + bytes <= maxBytes;
  }
}
