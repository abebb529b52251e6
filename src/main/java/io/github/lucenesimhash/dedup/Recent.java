package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.Scope.Origin;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.FingerprintList;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.RamUsageEstimator;

/**
 * The last change of each document that the newest searcher may not show, in bounded memory.
 *
 * <p>Changes are numbered, and are put here after the index writer made them. A refresh notes the
 * last number before it begins; when it has succeeded, changes up to this number are forgotten. One
 * thread at a time changes this; any thread may read a {@link #table}.
 */
final class Recent {

  /**
   * What other documents are compared with.
   *
   * @param fingerprint by which the document is compared; null if no other is compared with it
   * @param quality under a policy that compares it, else 0
   * @param text where texts are compared, else null
   * @param group the name of the group that the document began; null if documents are not marked
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

    /** A document that no other is compared with. */
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

  /** Takes a near document, with the distance of the fingerprints. */
  interface Near {
    void accept(State state, int distance);
  }

  /** Changes are only ever added to it: when some are forgotten, another takes its place. */
  static final class Table {

    private final Map<BytesRef, Change> newest = new ConcurrentHashMap<>();
    private final FingerprintList<Change> fingerprints = new FingerprintList<>();
    private volatile long bytes;

    private void put(Change change) {
      State state = change.state;
      long before = bytes; // one thread writes it
      bytes = before + state.bytes();
      newest.put(state.id, change);
      if (state.fingerprint != null) {
        fingerprints.add(change, state.fingerprint);
      }
    }

    /** The newest state of a document; null if the newest searcher shows it. */
    State get(BytesRef id) {
      Change change = newest.get(id);
      return change == null ? null : change.state;
    }

    /** Hands on all documents that are near an offered one, except its older version. */
    void forEachNear(State offered, Settings settings, Near near) {
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

    long bytes() {
      return bytes;
    }
  }

  private static final long STATE_BYTES = 256; // about: map entry, key, state; not the id itself

  private final long maxBytes;
  private volatile Table table = new Table();
  private long last; // number of the last change
  private long unsure; // number of the last change that may or may not have been made
  private long forgotten; // the last number that was forgotten

  Recent(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  Table table() {
    return table;
  }

  long last() {
    return last;
  }

  /** Notes a change that was made. */
  void put(State state) {
    table.put(new Change(++last, state));
  }

  /** Notes that it is not known which changes were made just now. */
  void setUnsure() {
    unsure = ++last;
  }

  /** Returns true if all changes are known, and another one fits into the memory. */
  boolean isReadyFor(State change) {
    return forgotten >= unsure && (table.size() == 0 || table.bytes + change.bytes() <= maxBytes);
  }

  boolean isHalfFull() {
    return table.size() > 0 && table.bytes >= maxBytes / 2;
  }

  /** Forgets all changes up to a number, because a refresh that began after them succeeded. */
  void forget(long number) {
    if (number > forgotten) {
      Table rest = new Table();
      for (Change change : table.newest.values()) {
        if (change.number > number) {
          rest.put(change);
        }
      }
      table = rest;
      forgotten = number;
    }
  }
}
