package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;

/**
 * Groups around the documents that are kept: whoever comes first in keep order and is in no group
 * yet is kept, and every other free document within its reach joins it.
 */
final class Stars {

  private final DistinctFingerprints set;
  private final SimilarityJoin join;
  private final int maxEdges;
  private final KeepOrder order;
  private final PairTest test;
  private final int maxGroupSize;

  private final boolean[] assigned;

  /** Free documents of each distinct fingerprint. */
  private final int[] free;

  /** Free documents around the kept one: distance and position in keep order. */
  private long[] candidates = new long[64];

  private int candidateCount;
  private int[] group = new int[64];
  private boolean capped;

  /** The test has heard of the documents around the free ones before this position. */
  private int announced;

  /** The edges of a stretch of the keep order. */
  private EdgeLists edges;

  Stars(
      DistinctFingerprints set,
      SimilarityJoin join,
      int maxEdges,
      KeepOrder order,
      PairTest test,
      int maxGroupSize) {
    this.set = set;
    this.join = join;
    this.maxEdges = maxEdges;
    this.order = order;
    this.test = test;
    this.maxGroupSize = maxGroupSize;
    assigned = new boolean[set.documents()];
    free = new int[set.size()];
    Arrays.setAll(free, set::copies);
  }

  Groups groups() throws IOException {
    Groups groups = new Groups(set);
    edges = EdgeLists.of(set, join, firstFree(), 0, maxEdges);
    groups.setJoin(edges.join());
    for (int position = 0; position < assigned.length; position++) {
      if (position == edges.end()) {
        edges = null; // room for those of the next stretch
        edges = EdgeLists.of(set, join.again(), firstFree(), position, maxEdges);
      }
      int kept = order.place(position);
      if (!assigned[kept]) {
        int number = set.numberAt(kept);
        if (position >= announced && test.ahead() > 0) {
          announceFrom(position);
        }
        assign(kept, number);
        gatherCandidates(number);
        int size = fillGroup(kept);
        if (size > 1) {
          groups.add(group, size, capped);
        }
      }
    }
    return groups;
  }

  /** Of each distinct fingerprint, the first free document by its position in keep order. */
  private int[] firstFree() {
    int[] first = new int[set.size()];
    for (int number = 0; number < first.length; number++) {
      first[number] = EdgeLists.NEVER;
      for (int place = set.start(number); place < set.start(number + 1); place++) {
        if (!assigned[place]) {
          first[number] = Math.min(first[number], order.position(place));
        }
      }
    }
    return first;
  }

  private void gatherCandidates(int number) {
    candidateCount = 0;
    addFree(number, 0);
    for (int i = edges.start(number); i < edges.start(number + 1); i++) {
      int neighbour = edges.neighbour(i);
      addFree(neighbour, Fingerprint.distance(set.value(number), set.value(neighbour)));
    }
    Arrays.sort(candidates, 0, candidateCount);
  }

  /** Tells the test of documents around this position and those behind it. */
  private void announceFrom(int position) throws IOException {
    int[] soon = new int[test.ahead()];
    int count = 0;
    int end = Math.min(assigned.length, edges.end());
    for (announced = position; announced < end && count < soon.length; announced++) {
      int place = order.place(announced);
      if (!assigned[place]) {
        gatherCandidates(set.numberAt(place));
        if (count > 0 && candidateCount > soon.length - count) {
          break;
        }
        if (candidateCount > 1) {
          count += copyCandidates(0, soon, count);
        }
      }
    }
    test.soon(Arrays.copyOf(soon, count));
  }

  /** Copies candidates from the i-th one on as far as there is room; returns how many. */
  private int copyCandidates(int i, int[] to, int start) {
    int count = Math.min(candidateCount - i, to.length - start);
    for (int j = 0; j < count; j++) {
      to[start + j] = set.documentAt(order.place((int) candidates[i + j]));
    }
    return count;
  }

  private void addFree(int number, int distance) {
    if (free[number] > 0) {
      for (int place = set.start(number); place < set.start(number + 1); place++) {
        if (!assigned[place]) {
          candidates = ArrayUtil.grow(candidates, candidateCount + 1);
          candidates[candidateCount++] = (long) distance << Integer.SIZE | order.position(place);
        }
      }
    }
  }

  /** Takes the nearest candidates that pass the test; returns the group's size. */
  private int fillGroup(int kept) throws IOException {
    group[0] = kept;
    int size = 1;
    int i = 0;
    for (; i < candidateCount && size < maxGroupSize; i++) {
      if (i > 0 && test.ahead() > 0 && i % test.ahead() == 0) {
        int[] soon = new int[test.ahead()];
        test.soon(Arrays.copyOf(soon, copyCandidates(i, soon, 0)));
      }
      int place = order.place((int) candidates[i]);
      int distance = (int) (candidates[i] >>> Integer.SIZE);
      if (test.test(set.documentAt(kept), set.documentAt(place), distance)) {
        group = ArrayUtil.grow(group, size + 1);
        group[size++] = place;
        assign(place, set.numberAt(place));
      }
    }
    capped = i < candidateCount;
    return size;
  }

  private void assign(int place, int number) {
    assigned[place] = true;
    free[number]--;
  }
}
