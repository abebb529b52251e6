package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.Grouping.KeepOrder;
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

  private final Grouping grouping;
  private final DistinctFingerprints set;
  private final KeepOrder order;

  private final int[] parents;
  private final int[] sizes;
  private final boolean[] capped;

  /** Whether all documents of a distinct fingerprint are together. */
  private final boolean[] whole;

  Components(Grouping grouping, DistinctFingerprints set, KeepOrder order) {
    this.grouping = grouping;
    this.set = set;
    this.order = order;
    parents = new int[set.documents()];
    sizes = new int[set.documents()];
    capped = new boolean[set.documents()];
    whole = new boolean[set.size()];
    Arrays.setAll(parents, index -> index);
    Arrays.fill(sizes, 1);
  }

  Groups groups() throws IOException {
    for (int number = 0; number < set.size(); number++) {
      uniteCopies(number);
    }
    return inOrder(grouping.join.edges(set, this::uniteAll));
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
    return sizes[find(index)] >= grouping.maxGroupSize;
  }

  /** Whether two parts became one. */
  private boolean unite(int a, int b, int distance) throws IOException {
    int left = find(a);
    int right = find(b);
    if (left == right) {
      return false;
    }
    if ((long) sizes[left] + sizes[right] > grouping.maxGroupSize) {
      capped[left] = true;
      capped[right] = true;
      return false;
    }
    if (!grouping.test.test(set.documentAt(a), set.documentAt(b), distance)) {
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

  private Groups inOrder(SimilarityJoin.Summary join) {
    Groups groups = new Groups(set, join);
    int[] kept = new int[parents.length];
    Arrays.fill(kept, -1);
    long[] keys = new long[parents.length]; // ordinal of the kept document, ordinal
    int grouped = 0;
    for (int ordinal = 0; ordinal < parents.length; ordinal++) {
      int root = find(order.indexes[ordinal]);
      if (sizes[root] > 1) {
        kept[root] = kept[root] < 0 ? ordinal : kept[root];
        keys[grouped++] = (long) kept[root] << Integer.SIZE | ordinal;
      }
    }
    Arrays.parallelSort(keys, 0, grouped);
    for (int first = 0; first < grouped; ) {
      int root = find(order.indexes[(int) keys[first]]);
      nearestFirst(keys, first, first + sizes[root]);
      for (int end = first + sizes[root]; first < end; first++) {
        groups.add(order.indexes[(int) keys[first]]);
      }
      groups.end(capped[root]);
    }
    return groups;
  }

  /** Sorts the documents of a group by their distance from the kept one, then in keep order. */
  private void nearestFirst(long[] keys, int from, int to) {
    long kept = value(keys[from]);
    for (int i = from; i < to; i++) {
      long distance = Fingerprint.distance(kept, value(keys[i]));
      keys[i] = distance << Integer.SIZE | (int) keys[i];
    }
    Arrays.sort(keys, from, to);
  }

  private long value(long key) {
    return set.value(set.numberAt(order.indexes[(int) key]));
  }
}
