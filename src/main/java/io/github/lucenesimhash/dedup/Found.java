package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.PendingDocuments.State;
import java.util.Comparator;

/**
 * A near-duplicate.
 *
 * @param distance of the fingerprints
 * @param score by which the nearest are first, as a comparison has it
 */
record Found(State state, int distance, float score) {

  static final Comparator<Found> NEAREST_FIRST =
      Comparator.<Found>comparingDouble(near -> -near.score).thenComparing(near -> near.state.id());
}
