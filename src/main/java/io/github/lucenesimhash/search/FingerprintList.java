package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.fingerprint.Popcount;
import java.util.Arrays;

/**
 * Holds items and their fingerprints in memory, and finds the items that are near a fingerprint.
 * One thread at a time may add items, while any number of threads search.
 *
 * @lucene.internal
 * @param <T> the type of the items
 */
public final class FingerprintList<T> {

  /**
   * Receives the items whose fingerprints are near.
   *
   * @param <T> the type of the items
   */
  public interface Near<T> {
    /**
     * Receives one item.
     *
     * @param item an item that is near
     * @param distance the distance of its fingerprint in bits
     */
    void accept(T item, int distance);
  }

  private record Entry(Object item, Fingerprint fingerprint) {}

  /** A view of the first {@code size} entries; the arrays may be filled further. */
  @SuppressWarnings("ArrayRecordComponent") // snapshots are not compared
  private record Snapshot(long[] firstLanes, Entry[] entries, int size) {}

  private static final int BLOCK = 1024; // the number of fingerprints compared at a time

  private volatile Snapshot all = new Snapshot(new long[64], new Entry[64], 0);

  /** Makes an empty list. */
  public FingerprintList() {}

  /**
   * Adds an item.
   *
   * @param item an item
   * @param fingerprint the fingerprint of the item
   */
  public void add(T item, Fingerprint fingerprint) {
    Snapshot before = all;
    int size = before.size;
    boolean isFull = size == before.entries.length;
    long[] lanes = isFull ? Arrays.copyOf(before.firstLanes, 2 * size) : before.firstLanes;
    Entry[] entries = isFull ? Arrays.copyOf(before.entries, 2 * size) : before.entries;
    lanes[size] = fingerprint.lane(0);
    entries[size] = new Entry(item, fingerprint);
    all = new Snapshot(lanes, entries, size + 1); // publishes the item to other threads
  }

  /**
   * Passes all items that are near a fingerprint to a consumer.
   *
   * @param fingerprint the fingerprint to look for
   * @param maxDistance the maximum distance in bits
   * @param consumer the consumer that receives each item once
   */
  @SuppressWarnings("unchecked")
  public void forEachNear(Fingerprint fingerprint, int maxDistance, Near<T> consumer) {
    Snapshot seen = all;
    long first = fingerprint.lane(0);
    for (int from = 0; from < seen.size; from += BLOCK) {
      int to = Math.min(from + BLOCK, seen.size);
      if (Popcount.nearest(seen.firstLanes, from, to, first) <= maxDistance) {
        for (int i = from; i < to; i++) {
          Entry entry = seen.entries[i];
          if (Fingerprint.distance(seen.firstLanes[i], first) <= maxDistance
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
