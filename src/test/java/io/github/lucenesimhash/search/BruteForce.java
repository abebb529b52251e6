package io.github.lucenesimhash.search;

import java.util.HashMap;
import java.util.Map;

/** The one oracle: all fingerprints by document id, and what is within a distance of another. */
final class BruteForce {

  private final Map<Integer, Long> fingerprints = new HashMap<>();

  void put(int id, long fingerprint) {
    fingerprints.put(id, fingerprint);
  }

  void remove(int id) {
    fingerprints.remove(id);
  }

  /** Document id to distance. */
  Map<Integer, Integer> within(long fingerprint, int maxDistance) {
    Map<Integer, Integer> found = new HashMap<>();
    fingerprints.forEach(
        (id, other) -> {
          int distance = Long.bitCount(other ^ fingerprint);
          if (distance <= maxDistance) {
            found.put(id, distance);
          }
        });
    return found;
  }
}
