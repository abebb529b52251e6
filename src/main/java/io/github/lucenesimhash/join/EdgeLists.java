package io.github.lucenesimhash.join;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;

/**
 * The edges that stars need up to a position of the keep order: 16 bytes an edge while they are
 * gathered, then 8.
 *
 * <pre>
 * Bound   at most maxEdges edges, or those of a single position if they are more: when there is no room the later
 *         half of the positions is given up, and left to another join.
 * Proof   that none is missing below end(): an edge is asked for by its free documents only, so not before the first of
 *         them; and what is dropped has no free document on one side, or none below end().
 * </pre>
 */
final class EdgeLists {

  /** Of a fingerprint without free documents. */
  static final int NEVER = Integer.MAX_VALUE;

  private static final int SAMPLE = 1000;

  private final int[] starts;
  private final int[] neighbours;
  private final int end;
  private final JoinSummary join;

  private EdgeLists(int[] starts, int[] neighbours, int end, JoinSummary join) {
    this.starts = starts;
    this.neighbours = neighbours;
    this.end = end;
    this.join = join;
  }

  /**
   * Joins a set with itself.
   *
   * @param firstFree of each fingerprint the first position of a free document, or {@link #NEVER}
   * @param from the position to start at
   */
  static EdgeLists of(
      DistinctFingerprints set, SimilarityJoin join, int[] firstFree, int from, int maxEdges)
      throws IOException {
    Gatherer gatherer = new Gatherer(firstFree, from, maxEdges);
    JoinSummary summary = join.edges(set, gatherer);
    int[] starts = gatherer.ends();
    return new EdgeLists(starts, gatherer.lists(starts), gatherer.end, summary);
  }

  /** The first position whose edges are not all here; {@link #NEVER} if all are. */
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

  private static final class Gatherer implements PairConsumer {
    private final int[] firstFree;
    private final int from;
    private int maxEdges;
    private int end = NEVER;
    private int[] left = new int[64];
    private int[] right = new int[64];
    private int size;

    Gatherer(int[] firstFree, int from, int maxEdges) {
      this.firstFree = firstFree;
      this.from = from;
      this.maxEdges = maxEdges;
    }

    @Override
    public void accept(int a, int b, int distance) {
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

    /** Gives up the later half of the positions, unless there is only one left. */
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

    /** Where the list of each fingerprint ends. */
    int[] ends() {
      int[] ends = new int[firstFree.length + 1];
      for (int i = 0; i < size; i++) {
        ends[left[i]]++;
        ends[right[i]]++;
      }
      Arrays.parallelPrefix(ends, Integer::sum);
      return ends;
    }

    /** Fills each list from its end, so that ends become starts. */
    int[] lists(int[] ends) {
      int[] neighbours = new int[Math.multiplyExact(2, size)];
      for (int i = 0; i < size; i++) {
        neighbours[--ends[left[i]]] = right[i];
        neighbours[--ends[right[i]]] = left[i];
      }
      left = null;
      right = null;
      return neighbours;
    }
  }
}
