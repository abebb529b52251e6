package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.Grouping.KeepOrder;
import io.github.lucenesimhash.join.Grouping.PairTest;
import java.io.IOException;
import java.util.Arrays;

/**
 * Groups of all documents that a chain of pairs connects: a disjoint-set forest over documents, by
 * their indexes in the order of values.
 *
 * <pre>
 * Cost    about one test for each document that is joined to others; nothing is stored of an edge.
 * Source  union by size with path halving: R. Tarjan, J. van Leeuwen, JACM 31(2), 1984.
 * </pre>
 */
final class Components {

  private final DistinctFingerprints set;
  private final KeepOrder order;
  private final PairTest test;
  private final int maxGroupSize;

  private final int[] parents;
  private final int[] sizes;
  private final boolean[] capped;

  /** Whether all documents of a distinct fingerprint are together. */
  private final boolean[] whole;

  Components(DistinctFingerprints set, KeepOrder order, PairTest test, int maxGroupSize) {
    this.set = set;
    this.order = order;
    this.test = test;
    this.maxGroupSize = maxGroupSize;
    parents = new int[set.documents()];
    sizes = new int[set.documents()];
    capped = new boolean[set.documents()];
    whole = new boolean[set.size()];
    Arrays.setAll(parents, index -> index);
    Arrays.fill(sizes, 1);
  }

  Groups groups(SimilarityJoin join) throws IOException {
    for (int number = 0; number < set.size(); number++) {
      uniteCopies(number);
    }
    return inOrder(join.edges(set, this::uniteAll));
  }

  private void uniteCopies(int number) throws IOException {
    int start = set.start(number);
    int parts = set.copies(number) > 0 ? 1 : 0;
    int open = start;
    for (int index = start + 1; index < set.start(number + 1); index++) {
      parts++;
      while (open < index && isFull(open)) {
        capped[find(open++)] = true;
      }
      for (int other = open; other < index && parts > 1; other++) {
        parts -= unite(other, index, 0) ? 1 : 0;
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

  private boolean isFull(int index) {
    return sizes[find(index)] >= maxGroupSize;
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

  private int find(int index) {
    int root = index;
    while (parents[root] != root) {
      parents[root] = parents[parents[root]];
      root = parents[root];
    }
    return root;
  }

  private Groups inOrder(JoinSummary join) {
    Groups groups = new Groups(set, join);
    int[] starts = new int[parents.length];
    Arrays.fill(starts, -1);
    int[] ends = new int[parents.length];
    int[] ordinals = new int[parents.length];
    int grouped = 0;
    for (int ordinal = 0; ordinal < parents.length; ordinal++) {
      int root = find(order.index(ordinal));
      if (starts[root] < 0) {
        starts[root] = grouped;
        ends[root] = grouped;
        grouped += sizes[root];
      }
      ordinals[ends[root]++] = ordinal;
    }
    for (int first = 0; first < grouped; ) {
      int root = find(order.index(ordinals[first]));
      if (sizes[root] > 1) {
        groups.add(nearestFirst(ordinals, first, sizes[root]), sizes[root], capped[root]);
      }
      first += sizes[root];
    }
    return groups;
  }

  private int[] nearestFirst(int[] ordinals, int first, int size) {
    int[] indexes = new int[size];
    indexes[0] = order.index(ordinals[first]);
    long kept = set.value(set.numberAt(indexes[0]));
    long[] members = new long[size - 1];
    for (int i = 0; i < members.length; i++) {
      int ordinal = ordinals[first + 1 + i];
      long value = set.value(set.numberAt(order.index(ordinal)));
      members[i] = (long) Fingerprint.distance(kept, value) << Integer.SIZE | ordinal;
    }
    Arrays.sort(members);
    for (int i = 0; i < members.length; i++) {
      indexes[i + 1] = order.index((int) members[i]);
    }
    return indexes;
  }
}
