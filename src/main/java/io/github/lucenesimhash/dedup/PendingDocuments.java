package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.lucene.util.Accountable;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;

/** The newest state of documents whose last change a searcher may not show yet. */
final class PendingDocuments implements Accountable {

  /**
   * The state after a change.
   *
   * @param isComparable whether other documents are compared with it: it exists, and has a
   *     fingerprint
   * @param stamp changes are numbered from 1
   */
  private record Change(Pending document, boolean isComparable, long stamp) {}

  /** The comparable changes in order; what can be seen of a version is never changed. */
  private static final class Version {

    private final long[] fingerprints;
    private final Change[] changes;
    private final int size;

    Version(long[] fingerprints, Change[] changes, int size) {
      this.fingerprints = fingerprints;
      this.changes = changes;
      this.size = size;
    }

    Version with(Change change) {
      long[] grown = ArrayUtil.grow(fingerprints, size + 1);
      Change[] all =
          changes.length == grown.length ? changes : Arrays.copyOf(changes, grown.length);
      grown[size] = change.document.fingerprint();
      all[size] = change;
      return new Version(grown, all, size + 1);
    }
  }

  /** The newest change of each document. Only ever added to: another table takes its place. */
  static final class Table {

    private final Map<BytesRef, Change> newest = new ConcurrentHashMap<>();
    private volatile Version comparable =
        new Version(new long[FIRST_CAPACITY], new Change[FIRST_CAPACITY], 0);

    /** For one thread at a time. */
    private void put(Change change) {
      newest.put(change.document.id(), change);
      if (change.isComparable) {
        comparable = comparable.with(change);
      }
    }

    /** Whether the document is held, deleted or not. */
    boolean contains(BytesRef id) {
      return newest.containsKey(id);
    }

    /** What is held of the document, or null. */
    Pending get(BytesRef id) {
      Change change = newest.get(id);
      return change == null ? null : change.document;
    }

    /** Gives the documents within a distance. */
    void within(long fingerprint, int maxDistance, Consumer<Pending> found) {
      Version version = comparable;
      for (int from = 0; from < version.size; from += BLOCK) {
        int to = Math.min(from + BLOCK, version.size);
        if (least(version.fingerprints, from, to, fingerprint) <= maxDistance) {
          within(version, from, to, fingerprint, maxDistance, found);
        }
      }
    }

    /** The least distance of any; a loop without branches that the compiler vectorizes. */
    private static int least(long[] fingerprints, int from, int to, long fingerprint) {
      int least = Fingerprint.BITS;
      for (int i = from; i < to; i++) {
        least = Math.min(least, Long.bitCount(fingerprints[i] ^ fingerprint));
      }
      return least;
    }

    private void within(
        Version version,
        int from,
        int to,
        long fingerprint,
        int maxDistance,
        Consumer<Pending> found) {
      for (int i = from; i < to; i++) {
        if (Fingerprint.distance(version.fingerprints[i], fingerprint) <= maxDistance) {
          Change change = version.changes[i];
          if (isNewest(change)) {
            found.accept(change.document);
          }
        }
      }
    }

    private boolean isNewest(Change change) {
      Change other = newest.get(change.document.id());
      return other != null && other.stamp == change.stamp;
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
  private static final long CHANGE_BYTES = 240;

  /** Fingerprints that are compared at once, before any is looked at by itself. */
  private static final int BLOCK = 1024;

  private static final int FIRST_CAPACITY = 64;

  private volatile Table table = new Table();
  private long stamp;
  private long bytes;

  static long bytes(Pending document) {
    return CHANGE_BYTES + document.id().length + document.featureBytes();
  }

  /** What is held now, and what is put before anything is forgotten. */
  Table table() {
    return table;
  }

  /** Remembers a document that is indexed, or deleted. To be called after the change was made. */
  synchronized void put(Pending document, boolean isComparable) {
    bytes += bytes(document);
    table.put(new Change(document, isComparable, ++stamp));
  }

  /** The number of the last change, 0 before the first. */
  synchronized long lastStamp() {
    return stamp;
  }

  /** Forgets the changes up to a stamp. To be called when every searcher to come shows them. */
  synchronized void evict(long upTo) {
    table = table.after(upTo);
    bytes = table.newest.values().stream().mapToLong(change -> bytes(change.document)).sum();
  }

  int size() {
    return table.newest.size();
  }

  @Override
  public synchronized long ramBytesUsed() {
    return bytes;
  }
}
