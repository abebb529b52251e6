package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.verify.FeatureSet;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ObjIntConsumer;
import org.apache.lucene.util.Accountable;
import org.apache.lucene.util.BytesRef;

/** The newest state of documents whose last change a searcher may not show yet. */
final class PendingDocuments implements Accountable {

  /**
   * What other documents are compared with.
   *
   * @param quality under a policy that compares it, else 0
   * @param features of the text where texts are compared, else null
   */
  record State(
      BytesRef id,
      boolean isDeleted,
      OptionalLong fingerprint,
      double quality,
      FeatureSet features) {

    /** Whether another document is no better; true if a quality is not a number. */
    boolean isAsGoodAs(State other) {
      return !(other.quality > quality);
    }

    static State deleted(BytesRef id) {
      return new State(id, true, OptionalLong.empty(), 0, null);
    }
  }

  /**
   * The state after a change.
   *
   * @param isComparable whether other documents are compared with it; only with a fingerprint
   * @param stamp changes are numbered from 1
   */
  private record Change(State state, boolean isComparable, long stamp) {}

  /** The newest change of each document. Only ever added to: another table takes its place. */
  static final class Table {

    private final Map<BytesRef, Change> newest = new ConcurrentHashMap<>();

    // The comparable changes in order: what was read before the size is never changed.
    private volatile long[] fingerprints = new long[FIRST_CAPACITY];
    private volatile Change[] changes = new Change[FIRST_CAPACITY];
    private volatile int size;

    /** For one thread at a time. */
    private void put(Change change) {
      newest.put(change.state.id(), change);
      if (!change.isComparable) {
        return;
      }
      int last = size;
      if (last == changes.length) {
        fingerprints = Arrays.copyOf(fingerprints, 2 * last);
        changes = Arrays.copyOf(changes, 2 * last);
      }
      fingerprints[last] = change.state.fingerprint().getAsLong();
      changes[last] = change;
      size = last + 1;
    }

    State get(BytesRef id) {
      Change change = newest.get(id);
      return change == null ? null : change.state;
    }

    /** Gives the documents within a distance, and their distances. */
    void within(long fingerprint, int maxDistance, ObjIntConsumer<State> found) {
      int end = size;
      long[] all = fingerprints;
      Change[] theirs = changes;
      for (int from = 0; from < end; from += BLOCK) {
        int to = Math.min(from + BLOCK, end);
        if (Fingerprint.nearest(all, from, to, fingerprint) <= maxDistance) {
          for (int i = from; i < to; i++) {
            int distance = Fingerprint.distance(all[i], fingerprint);
            if (distance <= maxDistance
                && newest.get(theirs[i].state.id()).stamp == theirs[i].stamp) {
              found.accept(theirs[i].state, distance);
            }
          }
        }
      }
    }

    /** The changes after a stamp, in order. */
    private Table after(long stamp) {
      Table after = new Table();
      newest.values().stream()
          .filter(change -> change.stamp > stamp)
          .sorted(Comparator.comparingLong(Change::stamp))
          .forEach(after::put);
      return after;
    }
  }

  /** About what the map's entry, the key and the change take besides the id's characters. */
  private static final long CHANGE_BYTES = 256;

  /** Fingerprints that are compared at once, before any is looked at by itself. */
  private static final int BLOCK = 1024;

  private static final int FIRST_CAPACITY = 64;

  private volatile Table table = new Table();
  private long stamp;
  private long bytes;

  static long bytes(State state) {
    long featureBytes = state.features() == null ? 0 : state.features().ramBytesUsed();
    return CHANGE_BYTES + state.id().length + featureBytes;
  }

  /** What is held now, and what is put before anything is forgotten. */
  Table table() {
    return table;
  }

  /** To be called after a document was indexed or deleted. */
  synchronized void put(State state, boolean isComparable) {
    bytes += bytes(state);
    table.put(new Change(state, isComparable, ++stamp));
  }

  synchronized long lastStamp() {
    return stamp;
  }

  /** Forgets the changes up to a stamp. To be called when every searcher to come shows them. */
  synchronized void evict(long upTo) {
    table = table.after(upTo);
    bytes = table.newest.values().stream().mapToLong(change -> bytes(change.state)).sum();
  }

  int size() {
    return table.newest.size();
  }

  @Override
  public synchronized long ramBytesUsed() {
    return bytes;
  }
}
