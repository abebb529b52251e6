package io.github.lucenesimhash.join;

import java.util.Arrays;
import java.util.function.IntToLongFunction;

/**
 * All documents of a set in the order in which they are kept: lowest rank first, ties by document.
 */
final class KeepOrder {

  /** The place in the order of values of the document that comes n-th. */
  private final int[] places;

  /** Which one the document at a place is. */
  private final int[] positions;

  KeepOrder(DistinctFingerprints set, IntToLongFunction rank) {
    places = new int[set.documents()];
    Arrays.setAll(places, place -> place);
    long[] keys = new long[places.length];
    Arrays.setAll(keys, place -> set.documentAt(place));
    FingerprintSort.sort(keys, places);
    Arrays.setAll(keys, i -> rank.applyAsLong(set.documentAt(places[i])) ^ Long.MIN_VALUE);
    FingerprintSort.sort(keys, places);
    positions = new int[places.length];
    for (int i = 0; i < places.length; i++) {
      positions[places[i]] = i;
    }
  }

  int place(int position) {
    return places[position];
  }

  int position(int place) {
    return positions[place];
  }
}
