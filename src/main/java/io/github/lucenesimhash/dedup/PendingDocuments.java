package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.Scope.Origin;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.FingerprintList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.Accountable;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOSupplier;
import org.apache.lucene.util.RamUsageEstimator;
import org.apache.lucene.util.ThreadInterruptedException;

/** The newest state of documents whose last change a searcher may not show, in bounded memory. */
final class PendingDocuments implements Accountable {

  /**
   * What other documents are compared with.
   *
   * @param fingerprint by which it is compared; null if no other document is compared with it
   * @param quality under a policy that compares it, else 0
   * @param text where texts are compared, else null
   * @param group the name of the one that the document began, or of the story that it is found as
   *     one of; its fingerprint is the story's then. Null if documents are not marked
   */
  record State(
      BytesRef id,
      boolean isDeleted,
      Fingerprint fingerprint,
      double quality,
      String text,
      Origin origin,
      String group) {

    State(BytesRef id, boolean isDeleted, Fingerprint fingerprint, double quality, String text) {
      this(id, isDeleted, fingerprint, quality, text, Origin.NONE, null);
    }

    /** Whether another document is no better; true if a quality is not a number. */
    boolean isAsGoodAs(State other) {
      return !(other.quality > quality);
    }

    static State deleted(BytesRef id) {
      return new State(id, true, null, 0, null);
    }

    /** Of a document that no other is compared with. */
    static State apart(BytesRef id) {
      return new State(id, false, null, 0, null);
    }
  }

  /**
   * A near-duplicate.
   *
   * @param distance of the fingerprints
   */
  record Found(State state, int distance) {

    static final Comparator<Found> NEAREST_FIRST =
        Comparator.comparingInt(Found::distance).thenComparing(near -> near.state.id());
  }

  /** The newest state of each document. Only ever added to: another table takes its place. */
  static final class Table {

    private final Map<BytesRef, State> newest = new ConcurrentHashMap<>();
    private final FingerprintList<State> fingerprints = new FingerprintList<>();
    private long bytes;

    /** For one thread at a time. */
    private void put(State state) {
      bytes += bytes(state);
      newest.put(state.id, state);
      if (state.fingerprint != null) {
        fingerprints.add(state, state.fingerprint);
      }
    }

    State get(BytesRef id) {
      return newest.get(id);
    }

    @SuppressWarnings("ReferenceEquality") // an older state of a document may equal its newest
    private boolean isNewest(State state) {
      return newest.get(state.id) == state;
    }

    /** What is near an offered document but its older version. */
    List<Found> near(State offered, Settings settings) {
      List<Found> found = new ArrayList<>();
      fingerprints.forEachNear(
          offered.fingerprint,
          settings.comparison.maxDistance(),
          (other, distance) -> {
            if (!other.id.equals(offered.id)
                && settings.scope.isCompared(other.origin, offered.origin)
                && isNewest(other)) {
              found.add(new Found(other, distance));
            }
          });
      return found;
    }
  }

  private static final long STATE_BYTES = 256; // about: map entry, key, state; not the id itself

  /*
   * Room is taken by states in the table, which a refresh makes forgotten, and by reservations of
   * calls under way, which only their end gives back. One call at a time waits for room, the others
   * for their turn. It refreshes if that makes enough room, else it waits until a reservation is
   * released; a call with a reservation never waits here, so one is. It refreshes again only where
   * other calls have made changes meanwhile.
   */

  private final SearcherManager searchers;
  private final long maxBytes;
  private final ReentrantLock turn = new ReentrantLock(true);
  private final ReentrantLock refreshing = new ReentrantLock();
  private volatile Table table = new Table();

  /** What was put since a refresh began; takes the table's place, and is null, if it succeeds. */
  private Table next;

  private long reservedBytes;
  private Runnable afterLast; // null while this is open

  PendingDocuments(SearcherManager searchers, long maxBytes) {
    this.searchers = searchers;
    this.maxBytes = maxBytes;
  }

  private static long bytes(State state) {
    BytesRef tenant = state.origin.tenant();
    return STATE_BYTES
        + state.id.length
        + (tenant == null ? 0 : tenant.length)
        + RamUsageEstimator.sizeOf(state.text)
        + RamUsageEstimator.sizeOf(state.group);
  }

  /** What is held now, and what is put before anything is forgotten. */
  Table table() {
    return table;
  }

  /** To be called after a document was indexed or deleted. */
  synchronized void put(State state) {
    table.put(state);
    if (next != null) {
      next.put(state);
    }
  }

  /** Makes all changes visible that have been made, and forgets them. */
  void refresh() throws IOException {
    refreshing.lock();
    try {
      synchronized (this) {
        next = new Table();
      }
      searchers.maybeRefreshBlocking();
      synchronized (this) {
        table = next;
        next = null;
      }
    } finally {
      refreshing.unlock();
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
    long held = ramBytesUsed();
    if (held > 0 && held >= maxBytes / 2 && !refreshing.isLocked()) {
      refresh();
    }
    long needed = bytes(change);
    reserve(needed);
    try {
      return call.get();
    } finally {
      synchronized (this) {
        reservedBytes -= needed;
        notifyAll();
        endIfLast();
      }
    }
  }

  private void reserve(long needed) throws IOException {
    try {
      turn.lockInterruptibly();
      try {
        while (!isReserved(needed)) {
          refresh();
        }
      } finally {
        turn.unlock();
      }
    } catch (InterruptedException e) {
      throw new ThreadInterruptedException(e);
    }
  }

  /** Waits for room. Returns false if a refresh is needed to make it. */
  private synchronized boolean isReserved(long needed) throws InterruptedException {
    while (true) {
      if (afterLast != null) {
        throw new AlreadyClosedException("the near-duplicate writer is closed");
      }
      if (fits(table.bytes + reservedBytes, needed)) {
        reservedBytes += needed;
        return true;
      }
      if (fits(reservedBytes, needed)) {
        return false;
      }
      wait();
    }
  }

  private boolean fits(long taken, long needed) {
    return taken == 0 || taken + needed <= maxBytes;
  }

  int size() {
    return table.newest.size();
  }

  @Override
  public synchronized long ramBytesUsed() {
    return table.bytes;
  }

  /**
   * Ends calls that wait for room. To be called once.
   *
   * @param after runs when no call is left that may make a change
   */
  synchronized void close(Runnable after) {
    afterLast = after;
    notifyAll();
    endIfLast();
  }

  private void endIfLast() {
    if (afterLast != null && reservedBytes == 0) {
      afterLast.run();
    }
  }
}
