package io.github.lucenesimhash.join;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;

/**
 * The edges that stars need up to a document of the keep order: 16 bytes an edge while they are
 * gathered, then 8.
 *
 * <pre>
 * Bound   at most maxEdges edges, or those of a single document if they are more: when there is no room the later
 *         half of the keep order is given up, and left to another join.
 * Proof   that none is missing below end(): an edge is asked for by its free documents only, so not before the first of
 *         them; and what is dropped has no free document on one side, or none below end().
 * </pre>
 */
final class EdgeLists {

  /** Of a fingerprint without free documents. */
  static final int NEVER = Integer.MAX_VALUE;

  private static final int SAMPLE = 1000;

  private final int[] firstFree;
  private final int from;
  private final JoinSummary join;
  private int maxEdges;
  private int end = NEVER;

  private int[] left = new int[64];
  private int[] right = new int[64];
  private int size;

  private final int[] starts;
  private final int[] neighbours;

  /**
   * Joins a set with itself.
   *
   * @param firstFree of each fingerprint its first free document by its ordinal in keep order, or
   *     {@link #NEVER}
   * @param from the ordinal to start at
   */
  EdgeLists(DistinctFingerprints set, SimilarityJoin join, int[] firstFree, int from, int maxEdges)
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

  /** The first ordinal whose edges are not all here; {@link #NEVER} if all are. */
  int end() {
    return end;
  }

  /** Where the neighbours of a fingerprint start. */
  int start(int number) {
    return starts[number];
  }

  int neighbour(int index) {
    return neighbours[index];
  }

  JoinSummary join() {
    return join;
  }
}
