package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.Grouping.KeepOrder;
import io.github.lucenesimhash.join.Grouping.PairTest;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;

/** The groups that {@link Grouping#stars} defines. A document that is in no group yet is free. */
final class Stars {

  private final Grouping grouping;
  private final PairTest test;
  private final DistinctFingerprints set;
  private final KeepOrder order;
  private final boolean[] assigned;

  /** Free documents of each distinct fingerprint. */
  private final int[] free;

  /** Free documents around the kept one: distance and ordinal in keep order. */
  private long[] candidates = new long[64];

  private int candidateCount;

  /** The documents around the free ones before this ordinal are announced to the test. */
  private int announced;

  /** The edges of a stretch of the keep order. */
  private EdgeLists edges;

  Stars(Grouping grouping, DistinctFingerprints set, KeepOrder order) {
    this.grouping = grouping;
    test = grouping.test;
    this.set = set;
    this.order = order;
    assigned = new boolean[set.documents()];
    free = new int[set.size()];
    Arrays.setAll(free, set::copies);
  }

  Groups groups() throws IOException {
    int maxEdges = grouping.maxEdges(set);
    edges = new EdgeLists(set, grouping.join, firstFree(), 0, maxEdges);
    Groups groups = new Groups(set, edges.join);
    for (int ordinal = 0; ordinal < assigned.length; ordinal++) {
      if (ordinal == edges.end) {
        edges = null; // room for those of the next stretch
        edges = new EdgeLists(set, grouping.join.again(), firstFree(), ordinal, maxEdges);
      }
      int kept = order.index(ordinal);
      if (!assigned[kept]) {
        int number = set.numberAt(kept);
        if (ordinal >= announced && test.ahead() > 0) {
          announceFrom(ordinal);
        }
        assign(kept, number);
        gatherCandidates(number);
        fillGroup(groups, kept);
      }
    }
    return groups;
  }

  /** Of each distinct fingerprint, the first free document by its ordinal in keep order. */
  private int[] firstFree() {
    int[] first = new int[set.size()];
    for (int number = 0; number < first.length; number++) {
      first[number] = EdgeLists.NEVER;
      for (int index = set.start(number); index < set.start(number + 1); index++) {
        if (!assigned[index]) {
          first[number] = Math.min(first[number], order.ordinal(index));
        }
      }
    }
    return first;
  }

  private void gatherCandidates(int number) {
    candidateCount = 0;
    addFree(number, 0);
    for (int i = edges.starts[number]; i < edges.starts[number + 1]; i++) {
      int neighbour = edges.neighbours[i];
      addFree(neighbour, Fingerprint.distance(set.value(number), set.value(neighbour)));
    }
    Arrays.sort(candidates, 0, candidateCount);
  }

  /** Tells the test of documents around this ordinal and those behind it. */
  private void announceFrom(int ordinal) throws IOException {
    int[] soon = new int[test.ahead()];
    int count = 0;
    int end = Math.min(assigned.length, edges.end);
    for (announced = ordinal; announced < end && count < soon.length; announced++) {
      int index = order.index(announced);
      if (!assigned[index]) {
        gatherCandidates(set.numberAt(index));
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
      to[start + j] = set.documentAt(order.index((int) candidates[i + j]));
    }
    return count;
  }

  private void addFree(int number, int distance) {
    if (free[number] > 0) {
      for (int index = set.start(number); index < set.start(number + 1); index++) {
        if (!assigned[index]) {
          candidates = ArrayUtil.grow(candidates, candidateCount + 1);
          candidates[candidateCount++] = (long) distance << Integer.SIZE | order.ordinal(index);
        }
      }
    }
  }

  private void fillGroup(Groups groups, int kept) throws IOException {
    groups.add(kept);
    int size = 1;
    int i = 0;
    for (; i < candidateCount && size < grouping.maxGroupSize; i++) {
      if (i > 0 && test.ahead() > 0 && i % test.ahead() == 0) {
        int[] soon = new int[test.ahead()];
        test.soon(Arrays.copyOf(soon, copyCandidates(i, soon, 0)));
      }
      int index = order.index((int) candidates[i]);
      int distance = (int) (candidates[i] >>> Integer.SIZE);
      if (test.test(set.documentAt(kept), set.documentAt(index), distance)) {
        size++;
        groups.add(index);
        assign(index, set.numberAt(index));
      }
    }
    groups.end(i < candidateCount);
  }

  private void assign(int index, int number) {
    assigned[index] = true;
    free[number]--;
  }

  /**
   * The edges that stars need up to a document of the keep order: 16 bytes an edge while they are
   * gathered, then 8.
   *
   * <pre>
   * Bound   at most maxEdges edges, or those of a single document if they are more: when there is no room the later
   *         half of the keep order is given up, and left to another join.
   * Proof   that none is missing below end: an edge is asked for by its free documents only, so not before the first of
   *         them; and what is dropped has no free document on one side, or none below end.
   * </pre>
   */
  private static final class EdgeLists {

    /** Of a fingerprint without free documents. */
    private static final int NEVER = Integer.MAX_VALUE;

    private static final int SAMPLE = 1000;

    private final int[] firstFree;
    private final int from;
    private final SimilarityJoin.Summary join;
    private int maxEdges;

    /** The first ordinal whose edges are not all here; {@link #NEVER} if all are. */
    private int end = NEVER;

    private int[] left = new int[64];
    private int[] right = new int[64];
    private int size;

    /** Where the neighbours of each fingerprint start. */
    private final int[] starts;

    private final int[] neighbours;

    /**
     * Joins a set with itself.
     *
     * @param firstFree of each fingerprint its first free document by its ordinal in keep order, or
     *     {@link #NEVER}
     * @param from the ordinal to start at
     */
    EdgeLists(
        DistinctFingerprints set, SimilarityJoin join, int[] firstFree, int from, int maxEdges)
        throws IOException {
      this.firstFree = firstFree;
      this.from = from;
      this.maxEdges = maxEdges;
      this.join = join.edges(set, (a, b, distance) -> gather(a, b));
      starts = new int[set.size() + 1];
      for (int i = 0; i < size; i++) {
        starts[left[i]]++;
        starts[right[i]]++;
      }
      Arrays.parallelPrefix(starts, Integer::sum);
      neighbours = new int[Math.multiplyExact(2, size)];
      for (int i = 0; i < size; i++) { // fills each list from its end
        neighbours[--starts[left[i]]] = right[i];
        neighbours[--starts[right[i]]] = left[i];
      }
      left = null;
      right = null;
    }

    private void gather(int a, int b) {
      if (firstFree[a] != NEVER && firstFree[b] != NEVER && first(a, b) < end) {
        left = ArrayUtil.grow(left, size + 1);
        right = ArrayUtil.grow(right, size + 1);
        left[size] = a;
        right[size++] = b;
        if (size > maxEdges) {
          narrow();
        }
      }
    }

    private int first(int a, int b) {
      return Math.min(firstFree[a], firstFree[b]);
    }

    /** Gives up the later half of the keep order, unless there is only one document left. */
    private void narrow() {
      int[] sample = new int[Math.min(SAMPLE, size)];
      for (int i = 0; i < sample.length; i++) {
        int edge = (int) ((long) i * size / sample.length);
        sample[i] = first(left[edge], right[edge]);
      }
      Arrays.sort(sample);
      end = Math.max(sample[sample.length / 2], from + 1);
      int held = 0;
      for (int i = 0; i < size; i++) {
        if (first(left[i], right[i]) < end) {
          left[held] = left[i];
          right[held++] = right[i];
        }
      }
      if (held == size) {
        maxEdges = Math.multiplyExact(2, maxEdges);
      }
      size = held;
    }
  }
}
