package io.github.lucenesimhash.testing;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiPredicate;

/** The oracle of all rooms: fingerprints by document id, each compared with every other one. */
public final class BruteForce {

  /** A document and its distance in bits. */
  public record Near(int id, int distance) {}

  /** Two documents, the left one with the smaller id. */
  public record Pair(int left, int right, int distance) {}

  private final Map<Integer, Fingerprint> fingerprints = new TreeMap<>();

  /** Returns fingerprints whose ids are their indexes. */
  public static BruteForce of(long... fingerprints) {
    BruteForce all = new BruteForce();
    for (int i = 0; i < fingerprints.length; i++) {
      all.put(i, fingerprints[i]);
    }
    return all;
  }

  /** Returns fingerprints whose ids are their indexes. */
  public static BruteForce of(Fingerprint... fingerprints) {
    BruteForce all = new BruteForce();
    for (int i = 0; i < fingerprints.length; i++) {
      all.put(i, fingerprints[i]);
    }
    return all;
  }

  public static BruteForce of(Collection<Long> fingerprints) {
    return of(fingerprints.stream().mapToLong(Long::longValue).toArray());
  }

  public void put(int id, long fingerprint) {
    put(id, Fingerprint.of(fingerprint));
  }

  public void put(int id, Fingerprint fingerprint) {
    fingerprints.put(id, fingerprint);
  }

  public void remove(int id) {
    fingerprints.remove(id);
  }

  /** Returns the distances of the documents within a distance, by id. */
  public Map<Integer, Integer> within(long fingerprint, int maxDistance) {
    return within(Fingerprint.of(fingerprint), maxDistance);
  }

  /** Returns the distances of the documents within a distance, by id. */
  public Map<Integer, Integer> within(Fingerprint fingerprint, int maxDistance) {
    Map<Integer, Integer> found = new TreeMap<>();
    fingerprints.forEach(
        (id, other) -> {
          int distance = other.distance(fingerprint);
          if (distance <= maxDistance) {
            found.put(id, distance);
          }
        });
    return found;
  }

  /** Returns the n nearest documents, nearest first, ties in order of their ids. */
  public List<Near> nearest(long fingerprint, int n) {
    return nearest(Fingerprint.of(fingerprint), n);
  }

  /** Returns the n nearest documents, nearest first, ties in order of their ids. */
  public List<Near> nearest(Fingerprint fingerprint, int n) {
    List<Near> all = new ArrayList<>();
    within(fingerprint, fingerprint.bits())
        .forEach((id, distance) -> all.add(new Near(id, distance)));
    all.sort(Comparator.comparingInt(Near::distance));
    return all.subList(0, Math.min(n, all.size()));
  }

  /** Returns every pair within a distance once, in order of the left id, then of the right id. */
  public List<Pair> pairs(int maxDistance) {
    int[] ids = fingerprints.keySet().stream().mapToInt(Integer::intValue).toArray();
    Fingerprint[] values = fingerprints.values().toArray(Fingerprint[]::new);
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      for (int j = i + 1; j < values.length; j++) {
        int distance = values[i].distance(values[j]);
        if (distance <= maxDistance) {
          pairs.add(new Pair(ids[i], ids[j], distance));
        }
      }
    }
    return pairs;
  }

  /** Returns whether no two of 64 bits are within the distance; the JVM vectorizes the loop. */
  public boolean areApart(int maxDistance) {
    long[] values = values();
    for (int i = 0; i < values.length; i++) {
      int near = 0;
      for (int j = 0; j < i; j++) {
        near += (Fingerprint.distance(values[i], values[j]) - maxDistance - 1) >>> 31;
      }
      if (near > 0) {
        return false;
      }
    }
    return true;
  }

  private long[] values() {
    return fingerprints.values().stream().mapToLong(bits -> bits.lane(0)).toArray();
  }

  /**
   * Returns star groups by their definition. The first free document in the order is kept, and all
   * free documents within the distance of it that pass the test are its members. A document is free
   * if it is in no group yet. A group may have no members, so the kept documents remain when
   * near-duplicates are removed in this order.
   *
   * @return the members of each kept document and their distances, the nearest first, ties in the
   *     order
   */
  public Map<Integer, Map<Integer, Integer>> stars(
      int maxDistance, Comparator<Integer> order, BiPredicate<Integer, Integer> test) {
    List<Integer> free = new ArrayList<>(fingerprints.keySet());
    free.sort(order);
    Map<Integer, Map<Integer, Integer>> stars = new LinkedHashMap<>();
    while (!free.isEmpty()) {
      int kept = free.removeFirst();
      Map<Integer, Integer> near = within(fingerprints.get(kept), maxDistance);
      List<Integer> members = new ArrayList<>(free);
      members.removeIf(other -> !near.containsKey(other) || !test.test(kept, other));
      members.sort(Comparator.comparing(near::get));
      free.removeAll(members);
      Map<Integer, Integer> star = new LinkedHashMap<>();
      members.forEach(member -> star.put(member, near.get(member)));
      stars.put(kept, star);
    }
    return stars;
  }
}
