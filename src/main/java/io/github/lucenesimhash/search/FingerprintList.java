package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.fingerprint.Popcount;
import java.util.Arrays;

/**
 * Holds fingerprints in memory, each with its item, and finds those that are near another one. One
 * thread at a time may add; any number of threads may look at the same time.
 *
 * @lucene.internal
 * @param <T> type of the items
 */
public final class FingerprintList<T> {

  /**
   * Takes the items that are near.
   *
   * @param <T> type of the items
   */
  public interface Near<T> {
    /**
     * Takes an item.
     *
     * @param item that is near
     * @param distance of the fingerprints in bits
     */
    void accept(T item, int distance);
  }

  private record Entry(Object item, Fingerprint fingerprint) {}

  /** Shows the first {@code size} places of arrays whose later places may still be filled. */
  @SuppressWarnings("ArrayRecordComponent") // snapshots are not compared
  private record Snapshot(long[] firstWords, Entry[] entries, int size) {}

  private static final int BLOCK = 1024; // fingerprints compared at once, before any by itself

  private volatile Snapshot all = new Snapshot(new long[64], new Entry[64], 0);

  /** Makes an empty list. */
  public FingerprintList() {}

  /**
   * Adds an item.
   *
   * @param item that has the fingerprint
   * @param fingerprint of it
   */
  public void add(T item, Fingerprint fingerprint) {
    Snapshot before = all;
    int size = before.size;
    boolean isFull = size == before.entries.length;
    long[] words = isFull ? Arrays.copyOf(before.firstWords, 2 * size) : before.firstWords;
    Entry[] entries = isFull ? Arrays.copyOf(before.entries, 2 * size) : before.entries;
    words[size] = fingerprint.word(0);
    entries[size] = new Entry(item, fingerprint);
    all = new Snapshot(words, entries, size + 1); // the one write that shows all of it
  }

  /**
   * Hands on all items whose fingerprints are near a fingerprint.
   *
   * @param fingerprint that is looked for
   * @param maxDistance bits
   * @param consumer takes each item once
   */
  @SuppressWarnings("unchecked")
  public void forEachNear(Fingerprint fingerprint, int maxDistance, Near<T> consumer) {
    Snapshot seen = all;
    long first = fingerprint.word(0);
    for (int from = 0; from < seen.size; from += BLOCK) {
      int to = Math.min(from + BLOCK, seen.size);
      if (Popcount.nearest(seen.firstWords, from, to, first) <= maxDistance) {
        for (int i = from; i < to; i++) {
          Entry entry = seen.entries[i];
          if (Fingerprint.distance(seen.firstWords[i], first) <= maxDistance
              && entry.fingerprint.bits() == fingerprint.bits()) {
            int distance = entry.fingerprint.distance(fingerprint);
            if (distance <= maxDistance) {
              consumer.accept((T) entry.item, distance);
            }
          }
        }
      }
    }
  }
}
