package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.Fingerprint;

/** A document that is kept, and its near-duplicates. */
public final class Group {

  private final DistinctFingerprints set;
  private final int[] places;
  private final boolean capped;

  /**
   * @param places of the documents in the order of the set's values; the kept one first
   */
  Group(DistinctFingerprints set, int[] places, boolean capped) {
    this.set = set;
    this.places = places;
    this.capped = capped;
  }

  /** The document to keep. */
  public int kept() {
    return set.documentAt(places[0]);
  }

  /** Documents, the kept one included: at least 2. */
  public int size() {
    return places.length;
  }

  /**
   * A document besides the kept one: nearest to it first, ties in keep order.
   *
   * @param i 0 to size() - 2
   */
  public int member(int i) {
    return set.documentAt(places[i + 1]);
  }

  /**
   * The distance between a member and the kept document in bits.
   *
   * @param i 0 to size() - 2
   */
  public int distance(int i) {
    return Fingerprint.distance(value(0), value(i + 1));
  }

  /** Whether the cap kept documents out that are near enough. */
  public boolean capped() {
    return capped;
  }

  /**
   * The largest distance between two of its documents in bits. Computed anew by each call, from all
   * pairs of distinct fingerprints.
   */
  public int diameter() {
    long[] values = new long[places.length];
    int distinct = 0;
    for (int i = 0; i < places.length; i++) {
      values[distinct] = value(i);
      if (distinct == 0 || values[distinct] != values[distinct - 1]) {
        distinct++;
      }
    }
    int diameter = 0;
    for (int i = 0; i < distinct; i++) {
      diameter = Math.max(diameter, farthest(values, i + 1, distinct, values[i]));
    }
    return diameter;
  }

  private static int farthest(long[] values, int from, int to, long value) {
    int farthest = 0;
    for (int i = from; i < to; i++) {
      farthest = Math.max(farthest, Long.bitCount(values[i] ^ value));
    }
    return farthest;
  }

  private long value(int i) {
    return set.value(set.numberAt(places[i]));
  }
}
