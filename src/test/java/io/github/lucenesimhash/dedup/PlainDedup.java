package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.Outcome.Action;
import io.github.lucenesimhash.dedup.Outcome.Comparison;
import io.github.lucenesimhash.simhash.SimHash;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.util.BytesRef;

/** What a {@link NearDuplicateWriter} does, over a map: the oracle. */
final class PlainDedup {

  enum Policy {
    FIRST,
    NEWEST,
    BETTER,
    MARK
  }

  final Map<String, Long> content = new HashMap<>();

  /** Id to the name of the group, under MARK. */
  final Map<String, String> groups = new HashMap<>();

  /** The groups that documents of the index began. */
  private final Map<String, String> firsts = new HashMap<>();

  private final Policy policy;
  private final int maxReplaced;

  PlainDedup(Policy policy, int maxReplaced) {
    this.policy = policy;
    this.maxReplaced = maxReplaced;
  }

  /** Without sequence number: -1 where nothing changes, else 0. */
  Outcome add(String id, long fingerprint) {
    List<Neighbour> neighbours = new ArrayList<>();
    content.forEach(
        (other, its) -> {
          int distance = SimHash.distance(its, fingerprint);
          boolean joined = policy == Policy.MARK && !firsts.containsKey(other);
          if (distance <= OfferStream.MAX_DISTANCE && !other.equals(id) && !joined) {
            neighbours.add(new Neighbour(new BytesRef(other), distance));
          }
        });
    neighbours.sort(Comparator.comparingInt(Neighbour::distance).thenComparing(Neighbour::idBytes));
    boolean keepsOthers =
        policy == Policy.FIRST
            || (policy == Policy.BETTER
                && neighbours.stream()
                    .anyMatch(other -> content.get(other.id()) >>> 60 >= fingerprint >>> 60));
    if (policy == Policy.MARK) {
      content.put(id, fingerprint);
      firsts.remove(id);
      if (neighbours.isEmpty()) {
        firsts.put(id, String.format("%s#%016x", id, fingerprint));
      }
      groups.put(id, firsts.get(neighbours.isEmpty() ? id : neighbours.get(0).id()));
      return outcome(id, neighbours.isEmpty() ? Action.ADDED : Action.MARKED, neighbours, 0);
    }
    if (!neighbours.isEmpty() && keepsOthers) {
      return outcome(id, Action.SKIPPED, neighbours, content.remove(id) == null ? -1 : 0);
    }
    if (neighbours.size() > maxReplaced) {
      return outcome(id, Action.REFUSED, neighbours, -1);
    }
    neighbours.forEach(neighbour -> content.remove(neighbour.id()));
    content.put(id, fingerprint);
    return outcome(id, neighbours.isEmpty() ? Action.ADDED : Action.REPLACED, neighbours, 0);
  }

  void delete(String id) {
    content.remove(id);
    groups.remove(id);
    firsts.remove(id);
  }

  private static Outcome outcome(
      String id, Action action, List<Neighbour> neighbours, long sequenceNumber) {
    return new Outcome(
        new BytesRef(id),
        action,
        Comparison.FINGERPRINTS,
        neighbours,
        new TotalHits(neighbours.size(), TotalHits.Relation.EQUAL_TO),
        sequenceNumber);
  }
}
