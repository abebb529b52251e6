package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.Outcome.Action;
import io.github.lucenesimhash.dedup.Outcome.Neighbour;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.lucene.util.BytesRef;

/** What a {@link NearDuplicateWriter} does, over a map: the oracle. */
final class PlainDedup {

  enum Policy {
    FIRST,
    NEWEST,
    BETTER,
    MARK;

    DuplicatePolicy of() {
      return switch (this) {
        case FIRST -> DuplicatePolicy.keepFirst();
        case NEWEST -> DuplicatePolicy.keepNewest();
        case BETTER ->
            DuplicatePolicy.keepBetter(
                document -> document.getField("quality").numericValue().doubleValue());
        case MARK -> DuplicatePolicy.mark("group");
      };
    }
  }

  /**
   * A document.
   *
   * @param fingerprint null if there is none
   * @param group under MARK, else null
   */
  record Kept(Long fingerprint, String group, boolean joined) {}

  final Map<BytesRef, Kept> content = new HashMap<>();
  private final Policy policy;
  private final int maxDistance;
  private final int maxReplaced;
  private final boolean verifies;

  PlainDedup(Policy policy, int maxDistance, int maxReplaced) {
    this(policy, maxDistance, maxReplaced, false);
  }

  /**
   * @param verifies texts, by {@link #isNear}
   */
  PlainDedup(Policy policy, int maxDistance, int maxReplaced, boolean verifies) {
    this.verifies = verifies;
    this.policy = policy;
    this.maxDistance = maxDistance;
    this.maxReplaced = maxReplaced;
  }

  /** Where texts are verified, those of fingerprints with an even number of bits are one text. */
  static boolean isNear(long a, long b, int maxDistance, boolean verifies) {
    int distance = Fingerprint.distance(a, b);
    return distance <= maxDistance && (!verifies || distance % 2 == 0);
  }

  /** The near-duplicates, nearest first, ties by id. */
  List<Neighbour> neighbours(BytesRef id, Long fingerprint) {
    List<Neighbour> neighbours = new ArrayList<>();
    content.forEach(
        (other, kept) -> {
          if (fingerprint != null
              && kept.fingerprint != null
              && !other.equals(id)
              && !kept.joined
              && isNear(kept.fingerprint, fingerprint, maxDistance, verifies)) {
            neighbours.add(
                new Neighbour(other, Fingerprint.distance(kept.fingerprint, fingerprint)));
          }
        });
    neighbours.sort(Comparator.comparingInt(Neighbour::distance).thenComparing(Neighbour::idBytes));
    return neighbours;
  }

  Action action(Long fingerprint, List<Neighbour> neighbours) {
    if (neighbours.isEmpty()) {
      return Action.ADDED;
    }
    boolean keepsOthers =
        policy == Policy.FIRST
            || (policy == Policy.BETTER
                && neighbours.stream()
                    .anyMatch(
                        other ->
                            content.get(other.idBytes()).fingerprint >>> 60 >= fingerprint >>> 60));
    if (policy == Policy.MARK) {
      return Action.MARKED;
    }
    if (keepsOthers) {
      return Action.SKIPPED;
    }
    return neighbours.size() > maxReplaced ? Action.REFUSED : Action.REPLACED;
  }

  /**
   * Makes the change.
   *
   * @return whether there is one
   */
  boolean make(Action action, BytesRef id, Long fingerprint, List<Neighbour> neighbours) {
    if (action == Action.REFUSED) {
      return false;
    }
    if (action == Action.SKIPPED) {
      return content.remove(id) != null;
    }
    String group = group(id, fingerprint);
    if (action == Action.MARKED) {
      BytesRef first = neighbours.get(0).idBytes();
      group = group(first, content.get(first).fingerprint);
    }
    if (action == Action.REPLACED) {
      neighbours.forEach(neighbour -> content.remove(neighbour.idBytes()));
    }
    boolean marks = policy == Policy.MARK;
    content.put(id, new Kept(fingerprint, marks ? group : null, action == Action.MARKED));
    return true;
  }

  private static String group(BytesRef id, Long fingerprint) {
    return new Neighbour(id, 0).id()
        + "#"
        + (fingerprint == null ? "" : Fingerprint.toHex(fingerprint));
  }

  void delete(BytesRef id) {
    content.remove(id);
  }

  /** Ids to fingerprints. */
  Map<String, Long> fingerprints() {
    return content.entrySet().stream()
        .collect(
            Collectors.toMap(
                entry -> entry.getKey().utf8ToString(), entry -> entry.getValue().fingerprint));
  }

  /** Ids to groups. */
  Map<String, String> groups() {
    return content.entrySet().stream()
        .collect(
            Collectors.toMap(
                entry -> entry.getKey().utf8ToString(), entry -> entry.getValue().group));
  }
}
