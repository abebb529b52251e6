package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.Scope.Origin;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.FingerprintList;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.RamUsageEstimator;

/**
 * Holds the last change of each document that the newest searcher may not show yet. Changes are
 * numbered. A refresh records the last number before it begins. When the refresh has succeeded, a
 * new object with the changes {@link #since} that number replaces this object. One thread at a time
 * may change this object, while any thread may read it.
 */
final class Recent {

  /**
   * Holds the parts of a document that other documents are compared with. Parts that the settings
   * do not use are 0 or null.
   *
   * @param fingerprint the fingerprint, or null if no other document is compared with this one
   * @param group the name of the group that the document began
   */
  record State(
      BytesRef id,
      boolean isDeleted,
      Fingerprint fingerprint,
      double quality,
      String text,
      Origin origin,
      String group) {

    static State deleted(BytesRef id) {
      return new State(id, true, null, 0, null, Origin.NONE, null);
    }

    /** Returns this state without a fingerprint, so that no other document is compared with it. */
    State apart() {
      return new State(id, false, null, 0, null, origin, null);
    }

    private long bytes() {
      BytesRef tenant = origin.tenant();
      return STATE_BYTES
          + id.length
          + (tenant == null ? 0 : tenant.length)
          + RamUsageEstimator.sizeOf(text)
          + RamUsageEstimator.sizeOf(group);
    }
  }

  private record Change(long number, State state) {}

  private static final long STATE_BYTES =
      256; // the approximate size of a map entry with its key and state, without the id

  private final long maxBytes;
  private final Map<BytesRef, Change> newest = new ConcurrentHashMap<>();
  private final FingerprintList<Change> fingerprints = new FingerprintList<>();
  private final long shown; // the number of the last change that a refresh has shown
  private volatile long bytes;
  long last; // the number of the last change
  private long unsure; // the number of the last change that may or may not have been made

  Recent(long maxBytes) {
    this.maxBytes = maxBytes;
    shown = 0;
  }

  private Recent(Recent all, long shown) {
    maxBytes = all.maxBytes;
    last = all.last;
    unsure = all.unsure;
    this.shown = shown;
    all.newest.values().stream().filter(change -> change.number > shown).forEach(this::put);
  }

  /** Returns the changes after the given number, up to which a refresh has shown all changes. */
  Recent since(long number) {
    return number > shown ? new Recent(this, number) : this;
  }

  /** Records a change that was made. */
  void put(State state) {
    put(new Change(++last, state));
  }

  private void put(Change change) {
    long before = bytes; // only one thread writes this field
    bytes = before + change.state.bytes();
    newest.put(change.state.id, change);
    if (change.state.fingerprint != null) {
      fingerprints.add(change, change.state.fingerprint);
    }
  }

  /** Records that the last change may or may not have been made. */
  void setUnsure() {
    unsure = ++last;
  }

  /** Returns true if no change is unsure, and the given one fits into the memory or is alone. */
  boolean isReadyFor(State change) {
    return shown >= unsure && (newest.isEmpty() || bytes + change.bytes() <= maxBytes);
  }

  boolean isHalfFull() {
    return !newest.isEmpty() && bytes >= maxBytes / 2;
  }

  /** Returns the newest state of a document, or null if it has no recent change. */
  State get(BytesRef id) {
    Change change = newest.get(id);
    return change == null ? null : change.state;
  }

  /** Passes recent documents near an offered one to a consumer, except its older version. */
  void forEachNear(State offered, Settings settings, FingerprintList.Near<State> near) {
    fingerprints.forEachNear(
        offered.fingerprint,
        settings.comparison.maxDistance(),
        (change, distance) -> {
          State other = change.state;
          if (!other.id.equals(offered.id)
              && settings.scope.isCompared(other.origin, offered.origin)
              && newest.get(other.id).number == change.number) {
            near.accept(other, distance);
          }
        });
  }

  int size() {
    return newest.size();
  }

  long ramBytesUsed() {
    return bytes;
  }
}
