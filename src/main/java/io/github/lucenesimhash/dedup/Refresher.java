package io.github.lucenesimhash.dedup;

import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.lucene.search.SearcherManager;

/** Makes changes visible to searchers, and so room in the table of pending ones. */
final class Refresher {

  private final SearcherManager searchers;
  private final PendingDocuments pending;
  private final ReentrantLock refreshing = new ReentrantLock();

  Refresher(SearcherManager searchers, PendingDocuments pending) {
    this.searchers = searchers;
    this.pending = pending;
  }

  /** Makes all changes visible that have been made, and forgets them. */
  void refresh() throws IOException {
    long stamp = pending.lastStamp();
    searchers.maybeRefreshBlocking();
    pending.evict(stamp);
  }

  /**
   * Sets room aside for a change, after refreshes where that needs some. One thread refreshes ahead
   * when the table is half full, the others go on meanwhile.
   *
   * @return bytes, to be released
   */
  long reserve(Pending document) throws IOException {
    long bytes = PendingDocuments.bytes(document);
    if (pending.isHalfFull() && refreshing.tryLock()) {
      try {
        refresh();
      } finally {
        refreshing.unlock();
      }
    }
    for (long evictions = pending.evictions(); !pending.reserve(bytes); ) {
      refreshing.lock();
      try {
        if (evictions == pending.evictions()) {
          refresh();
        }
        evictions = pending.evictions();
      } finally {
        refreshing.unlock();
      }
    }
    return bytes;
  }
}
