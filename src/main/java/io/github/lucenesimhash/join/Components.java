package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.Arrays;

/**
 * Groups of all documents that a chain of pairs connects: a disjoint-set forest over documents, by
 * their places in the order of values.
 *
 * <pre>
 * Cost    about one test for each document that is joined to others; nothing is stored of an edge.
 * Source  union by size with path halving: R. Tarjan, J. van Leeuwen, JACM 31(2), 1984.
 * </pre>
 */
final class Components {

  private final DistinctFingerprints set;
  private final PairTest test;
  private final int maxGroupSize;

  private final int[] parents;
  private final int[] sizes;
  private final boolean[] capped;

  /** Whether all documents of a distinct fingerprint are together. */
  private final boolean[] whole;

  private Components(DistinctFingerprints set, PairTest test, int maxGroupSize) {
    this.set = set;
    this.test = test;
    this.maxGroupSize = maxGroupSize;
    parents = new int[set.documents()];
    sizes = new int[set.documents()];
    capped = new boolean[set.documents()];
    whole = new boolean[set.size()];
    Arrays.setAll(parents, place -> place);
    Arrays.fill(sizes, 1);
  }

  static Groups groups(
      DistinctFingerprints set,
      SimilarityJoin join,
      KeepOrder order,
      PairTest test,
      int maxGroupSize)
      throws IOException {
    Components components = new Components(set, test, maxGroupSize);
    for (int number = 0; number < set.size(); number++) {
      components.uniteCopies(number);
    }
    JoinSummary summary = join.edges(set, components::uniteAll);
    Groups groups = components.inOrder(order);
    groups.setJoin(summary);
    return groups;
  }

  private void uniteCopies(int number) throws IOException {
    int start = set.start(number);
    int parts = set.copies(number) > 0 ? 1 : 0;
    int open = start;
    for (int place = start + 1; place < set.start(number + 1); place++) {
      parts++;
      while (open < place && isFull(open)) {
        capped[find(open++)] = true;
      }
      for (int other = open; other < place && parts > 1; other++) {
        parts -= unite(other, place, 0) ? 1 : 0;
      }
    }
    whole[number] = parts == 1;
  }

  /** Unites documents of two distinct fingerprints. */
  private void uniteAll(int left, int right, int distance) throws IOException {
    for (int a = set.start(left); a < set.start(left + 1); a++) {
      for (int b = set.start(right); b < set.start(right + 1); b++) {
        unite(a, b, distance);
        if (whole[left] && whole[right] && find(a) == find(b)) {
          return;
        }
      }
    }
  }

  private boolean isFull(int place) {
    return sizes[find(place)] >= maxGroupSize;
  }

  /** Whether two parts became one. */
  private boolean unite(int a, int b, int distance) throws IOException {
    int left = find(a);
    int right = find(b);
    if (left == right) {
      return false;
    }
    if ((long) sizes[left] + sizes[right] > maxGroupSize) {
      capped[left] = true;
      capped[right] = true;
      return false;
    }
    if (!test.test(set.documentAt(a), set.documentAt(b), distance)) {
      return false;
    }
    int large = sizes[left] >= sizes[right] ? left : right;
    int small = large == left ? right : left;
    parents[small] = large;
    sizes[large] += sizes[small];
    capped[large] |= capped[small];
    return true;
  }

  private int find(int place) {
    int root = place;
    while (parents[root] != root) {
      parents[root] = parents[parents[root]];
      root = parents[root];
    }
    return root;
  }

  private Groups inOrder(KeepOrder order) {
    Groups groups = new Groups(set);
    int[] starts = new int[parents.length];
    Arrays.fill(starts, -1);
    int[] ends = new int[parents.length];
    int[] positions = new int[parents.length];
    int grouped = 0;
    for (int position = 0; position < parents.length; position++) {
      int root = find(order.place(position));
      if (starts[root] < 0) {
        starts[root] = grouped;
        ends[root] = grouped;
        grouped += sizes[root];
      }
      positions[ends[root]++] = position;
    }
    for (int first = 0; first < grouped; ) {
      int root = find(order.place(positions[first]));
      if (sizes[root] > 1) {
        groups.add(nearestFirst(positions, first, sizes[root], order), sizes[root], capped[root]);
      }
      first += sizes[root];
    }
    return groups;
  }

  private int[] nearestFirst(int[] positions, int first, int size, KeepOrder order) {
    int[] places = new int[size];
    places[0] = order.place(positions[first]);
    long kept = set.value(set.numberAt(places[0]));
    long[] members = new long[size - 1];
    for (int i = 0; i < members.length; i++) {
      int position = positions[first + 1 + i];
      long value = set.value(set.numberAt(order.place(position)));
      members[i] = (long) Fingerprint.distance(kept, value) << Integer.SIZE | position;
    }
    Arrays.sort(members);
    for (int i = 0; i < members.length; i++) {
      places[i + 1] = order.place((int) members[i]);
    }
    return places;
  }
}
