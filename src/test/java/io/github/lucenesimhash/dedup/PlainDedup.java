package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.Outcome.Action;
import io.github.lucenesimhash.dedup.Outcome.Neighbour;
import io.github.lucenesimhash.dedup.Scope.Origin;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.lucene.util.BytesRef;

/** The oracle: changes a map as a {@link NearDuplicateWriter} changes an index. */
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
   * @param fingerprint the fingerprint, or null
   * @param group the group under MARK, or null
   * @param joined whether the document joined an existing group
   * @param compared the fingerprint that others are compared with, or null
   */
  record Kept(Long fingerprint, Origin origin, String group, boolean joined, Long compared) {

    /** Returns a document to offer. */
    static Kept offered(Long fingerprint, Origin origin) {
      return new Kept(fingerprint, origin, null, false, null);
    }

    /**
     * Returns one of four texts. The first resembles the third. The second resembles the fourth,
     * except for a number.
     */
    int text() {
      return fingerprint == null ? 0 : Long.bitCount(fingerprint) % 4;
    }
  }

  private final List<Kept> versions = new ArrayList<>(); // all versions that ever existed
  final Map<BytesRef, Kept> content =
      new HashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        public Kept put(BytesRef id, Kept kept) {
          versions.add(kept);
          return super.put(id, kept);
        }

        @Override
        public void putAll(Map<? extends BytesRef, ? extends Kept> all) {
          all.forEach(this::put);
        }
      };
  private final PlainComparison near;
  private final Policy policy;
  private final int maxReplaced;
  private final PlainScope scope;

  PlainDedup(Policy policy, int maxDistance, int maxReplaced) {
    this(policy, maxReplaced, PlainScope.NONE, PlainComparison.within(maxDistance));
  }

  PlainDedup(Policy policy, int maxReplaced, PlainScope scope, PlainComparison near) {
    this.near = near;
    this.scope = scope;
    this.policy = policy;
    this.maxReplaced = maxReplaced;
  }

  /** Returns an outcome's neighbours without their texts, which the definition does not know. */
  static List<Neighbour> bare(Outcome outcome) {
    return outcome.neighbours().stream()
        .map(near -> new Neighbour(near.idBytes(), near.distance()))
        .toList();
  }

  List<Neighbour> neighbours(BytesRef id, Long fingerprint) {
    return neighbours(id, fingerprint, Origin.NONE);
  }

  List<Neighbour> neighbours(BytesRef id, Long fingerprint, Origin origin) {
    return neighbours(id, Kept.offered(fingerprint, origin));
  }

  /** Returns the near-duplicates, nearest first, ties in order of their ids. */
  List<Neighbour> neighbours(BytesRef id, Kept offered) {
    List<Neighbour> neighbours = new ArrayList<>();
    content.forEach(
        (other, kept) -> {
          if (!other.equals(id) && isFound(offered, kept) && near.isNear(offered, kept)) {
            neighbours.add(new Neighbour(other, near.distance(offered, kept)));
          }
        });
    neighbours.sort(Comparator.comparingInt(Neighbour::distance).thenComparing(Neighbour::idBytes));
    return neighbours;
  }

  private boolean isFound(Kept offered, Kept kept) {
    return kept.compared != null && scope.isCompared(kept.origin, offered.origin);
  }

  /** Returns the number of documents that are held back. */
  int heldBack(BytesRef id, Kept offered) {
    int heldBack = 0;
    for (Map.Entry<BytesRef, Kept> other : content.entrySet()) {
      Kept kept = other.getValue();
      boolean isOther = !other.getKey().equals(id) && isFound(offered, kept);
      heldBack += isOther && near.isHeldBack(offered, kept) ? 1 : 0;
    }
    return heldBack;
  }

  /**
   * Returns the maximum number of held back documents. Older versions are included, because they
   * may count before a refresh.
   */
  long heldBackAtMost(Kept offered) {
    return versions.stream()
        .filter(kept -> isFound(offered, kept) && near.isHeldBack(offered, kept))
        .count();
  }

  private static long quality(Long fingerprint) {
    return fingerprint == null ? 0 : fingerprint >>> 60;
  }

  /** Returns whether an id belongs to another tenant: an id belongs to its document's tenant. */
  boolean isOfAnotherTenant(BytesRef id, Kept offered) {
    Kept older = content.get(id);
    return older != null && !Objects.equals(older.origin.tenant(), offered.origin.tenant());
  }

  Action action(BytesRef id, Kept offered, List<Neighbour> neighbours) {
    return isOfAnotherTenant(id, offered)
        ? Action.REFUSED
        : action(offered.fingerprint, neighbours);
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
                            quality(content.get(other.idBytes()).fingerprint)
                                >= quality(fingerprint)));
    if (policy == Policy.MARK) {
      return Action.MARKED;
    }
    if (keepsOthers) {
      return Action.SKIPPED;
    }
    return neighbours.size() > maxReplaced ? Action.REFUSED : Action.REPLACED;
  }

  boolean make(Action action, BytesRef id, Long fingerprint, List<Neighbour> neighbours) {
    return make(action, id, fingerprint, Origin.NONE, neighbours);
  }

  boolean make(
      Action action, BytesRef id, Long fingerprint, Origin origin, List<Neighbour> neighbours) {
    return make(action, id, Kept.offered(fingerprint, origin), neighbours);
  }

  /**
   * Makes the change of an action.
   *
   * @return whether anything was changed
   */
  boolean make(Action action, BytesRef id, Kept offered, List<Neighbour> neighbours) {
    if (action == Action.REFUSED || action == Action.SKIPPED) {
      return false;
    }
    String group = group(id, offered);
    Long compared = offered.fingerprint;
    if (action == Action.MARKED) {
      BytesRef first = neighbours.get(0).idBytes();
      Kept begun = content.get(first);
      group = begun.group == null ? group(first, begun) : begun.group;
      compared = null;
    }
    if (action == Action.REPLACED) {
      neighbours.forEach(neighbour -> content.remove(neighbour.idBytes()));
    }
    String mark = policy == Policy.MARK ? group : null;
    boolean joined = action == Action.MARKED;
    content.put(id, new Kept(offered.fingerprint, offered.origin, mark, joined, compared));
    return true;
  }

  /** Returns the name of a group that a document begins. */
  String group(BytesRef id, Kept begun) {
    Long fingerprint = begun.fingerprint;
    return new Neighbour(id, 0).id()
        + "#"
        + (fingerprint == null ? "" : Fingerprint.of(fingerprint).toString());
  }

  void delete(BytesRef id) {
    content.remove(id);
  }

  void expire(long before) {
    content.values().removeIf(kept -> kept.origin.date() < before);
  }

  /** Returns the fingerprints by id. */
  Map<String, Long> fingerprints() {
    return content.entrySet().stream()
        .collect(
            Collectors.toMap(
                entry -> entry.getKey().utf8ToString(), entry -> entry.getValue().fingerprint));
  }

  /** Returns the groups by id. */
  Map<String, String> groups() {
    return content.entrySet().stream()
        .collect(
            Collectors.toMap(
                entry -> entry.getKey().utf8ToString(), entry -> entry.getValue().group));
  }
}
