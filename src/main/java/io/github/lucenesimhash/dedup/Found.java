package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.PendingDocuments.State;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.Signature;
import java.util.Comparator;

/**
 * A near-duplicate.
 *
 * @param distance of the fingerprints
 * @param score by which the nearest are first: 1 - distance/64, or the similarity of a pair by
 *     words
 */
record Found(State state, int distance, float score) {

  static final Comparator<Found> NEAREST_FIRST =
      Comparator.<Found>comparingDouble(near -> -near.score).thenComparing(near -> near.state.id());

  static Found within(State state, int distance) {
    return new Found(state, distance, 1 - (float) distance / Fingerprint.BITS);
  }

  static Found byWords(State state, Signature offered, float similarity) {
    return new Found(state, state.signature().distance(offered), similarity);
  }
}
