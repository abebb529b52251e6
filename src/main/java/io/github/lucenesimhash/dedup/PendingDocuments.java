package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.simhash.SimHash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.lucene.util.Accountable;
import org.apache.lucene.util.ArrayUtil;

/** The newest state of documents whose last change a searcher may not show yet, within a bound. */
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

    private Version(long[] fingerprints, Change[] changes, int size) {
      this.fingerprints = fingerprints;
      this.changes = changes;
      this.size = size;
    }
  }

  /** About what the map's entry, the key and the change take besides the id's characters. */
  private static final long CHANGE_BYTES = 240;

  /** Fingerprints that are compared at once, before any is looked at by itself. */
  private static final int BLOCK = 1024;

  private final long maxBytes;
  private final Map<String, Change> newest = new ConcurrentHashMap<>();
  private volatile Version comparable = new Version(new long[64], new Change[64], 0);
  private volatile long evictions;
  private long stamp;
  private long bytes;
  private long reservedBytes;

  PendingDocuments(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  static long bytes(Pending document) {
    return CHANGE_BYTES + 2L * document.id().length() + document.featureBytes();
  }

  /** Sets room aside, if there is as much; a change of any size fits into an empty table. */
  synchronized boolean reserve(long changeBytes) {
    if (bytes + reservedBytes > 0 && bytes + reservedBytes + changeBytes > maxBytes) {
      return false;
    }
    reservedBytes += changeBytes;
    return true;
  }

  synchronized void release(long changeBytes) {
    reservedBytes -= changeBytes;
  }

  synchronized boolean isHalfFull() {
    return bytes >= maxBytes / 2;
  }

  /** Remembers a document that is indexed, or deleted. To be called after the change was made. */
  synchronized void put(Pending document, boolean isComparable) {
    Change change = new Change(document, isComparable, ++stamp);
    bytes += bytes(document);
    newest.put(document.id(), change);
    if (isComparable) {
      Version now = comparable;
      long[] fingerprints = ArrayUtil.grow(now.fingerprints, now.size + 1);
      Change[] changes =
          now.changes.length == fingerprints.length
              ? now.changes
              : Arrays.copyOf(now.changes, fingerprints.length);
      fingerprints[now.size] = document.fingerprint();
      changes[now.size] = change;
      comparable = new Version(fingerprints, changes, now.size + 1);
    }
  }

  /** Whether the document is held, deleted or not. */
  boolean contains(String id) {
    return newest.containsKey(id);
  }

  /** What is held of the document, or null. */
  Pending get(String id) {
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
    int least = SimHash.BITS;
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
      if (SimHash.distance(version.fingerprints[i], fingerprint) <= maxDistance) {
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

  /** The number of the last change, 0 before the first. */
  synchronized long lastStamp() {
    return stamp;
  }

  /** Forgets the changes up to a stamp. To be called when every searcher to come shows them. */
  synchronized void evict(long upTo) {
    evictions = evictions + 1;
    newest.values().removeIf(change -> change.stamp <= upTo);
    List<Change> kept = new ArrayList<>();
    for (int i = 0; i < comparable.size; i++) {
      Change change = comparable.changes[i];
      if (isNewest(change)) {
        kept.add(change);
      }
    }
    int capacity = Math.max(64, kept.size());
    long[] fingerprints = new long[capacity];
    for (int i = 0; i < kept.size(); i++) {
      fingerprints[i] = kept.get(i).document.fingerprint();
    }
    comparable = new Version(fingerprints, kept.toArray(new Change[capacity]), kept.size());
    bytes = newest.values().stream().mapToLong(change -> bytes(change.document)).sum();
  }

  /**
   * How often changes were forgotten, counted before the first of them is: if it is the same before
   * and after a reader looked at the table and an index, the table forgot nothing meanwhile.
   */
  long evictions() {
    return evictions;
  }

  int size() {
    return newest.size();
  }

  @Override
  public synchronized long ramBytesUsed() {
    return bytes;
  }
}
