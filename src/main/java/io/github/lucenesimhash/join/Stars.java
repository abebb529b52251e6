package io.github.lucenesimhash.join;

import io.github.lucenesimhash.simhash.SimHash;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;

/**
 * Groups around the documents that are kept: whoever comes first in keep order and is in no group
 * yet is kept, and every other free document within its reach joins it.
 */
final class Stars {

  private final DistinctFingerprints set;
  private final EdgeLists edges;
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

  Stars(
      DistinctFingerprints set, EdgeLists edges, KeepOrder order, PairTest test, int maxGroupSize) {
    this.set = set;
    this.edges = edges;
    this.order = order;
    this.test = test;
    this.maxGroupSize = maxGroupSize;
    assigned = new boolean[set.documents()];
    free = new int[set.size()];
    Arrays.setAll(free, set::copies);
  }

  Groups groups() throws IOException {
    Groups groups = new Groups(set);
    for (int position = 0; position < assigned.length; position++) {
      int kept = order.place(position);
      if (!assigned[kept]) {
        int number = set.numberAt(kept);
        assign(kept, number);
        gatherCandidates(number);
        int size = fillGroup(kept);
        if (size > 1) {
          groups.add(group, size, capped);
        }
      }
    }
    groups.setJoin(edges.join());
    return groups;
  }

  private void gatherCandidates(int number) {
    candidateCount = 0;
    addFree(number, 0);
    for (int i = edges.start(number); i < edges.start(number + 1); i++) {
      int neighbour = edges.neighbour(i);
      addFree(neighbour, SimHash.distance(set.value(number), set.value(neighbour)));
    }
    Arrays.sort(candidates, 0, candidateCount);
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
