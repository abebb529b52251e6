package io.github.lucenesimhash.join;

import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;

/**
 * Holds the edges that stars need up to a document of the keep order, in 8 bytes an edge while they
 * are added, then 16, and 8 in the end.
 *
 * <pre>
 * Bound   at most maxEdges edges, or those of a single document if it has more: when there is no room, the later
 *         half of the keep order is given up, and left to another join.
 * Proof   no edge below end is missing: only its free and its known documents ask for an edge, so none asks before
 *         the first of them; a dropped edge has no such document on one side, or none below end.
 * Cost    all joins together cost as much as two: each later one compares the documents that ask next with the free ones.
 * </pre>
 */
final class EdgeLists {

  /** Stands for a document behind all others. */
  static final int NEVER = Integer.MAX_VALUE;

  private static final int SAMPLE = 1000;

  /** The first document of each node that asks, by its ordinal in keep order, or NEVER. */
  private final int[] firstAsking;

  private final int from;
  private final ApartEdges apart;
  private int maxEdges;

  /** The first ordinal with missing edges; NEVER if there is none. */
  private int end;

  /** The two nodes of each edge. */
  private long[] edges = new long[64];

  private int size;

  /** Start of the neighbours of each node. */
  int[] starts;

  int[] neighbours;

  /**
   * @param from the first ordinal whose edges are wanted
   * @param end behind the last one, or {@link #NEVER} if all are
   */
  EdgeLists(int[] firstAsking, int from, int end, int maxEdges, ApartEdges apart) {
    this.apart = apart;
    this.firstAsking = firstAsking;
    this.from = from;
    this.end = end;
    this.maxEdges = maxEdges;
  }

  /** Makes the lists when all edges are added; returns the first ordinal with missing edges. */
  int finish() {
    starts = new int[firstAsking.length + 1];
    for (int i = 0; i < size; i++) {
      starts[left(edges[i])]++;
      starts[right(edges[i])]++;
    }
    for (int node = 1; node < starts.length; node++) {
      starts[node] += starts[node - 1];
    }
    neighbours = new int[Math.multiplyExact(2, size)];
    for (int i = 0; i < size; i++) { // fills each list from its end
      neighbours[--starts[left(edges[i])]] = right(edges[i]);
      neighbours[--starts[right(edges[i])]] = left(edges[i]);
    }
    edges = null;
    return end;
  }

  int firstAsking(int node) {
    return firstAsking[node];
  }

  /** Returns whether edges of a node are wanted. */
  private boolean asks(int node) {
    return firstAsking[node] != NEVER;
  }

  void add(int a, int b) {
    long edge = (long) a << Integer.SIZE | b;
    if (apart.leavesOut(a, b)) {
      apart.count(1);
      return;
    }
    if (asks(a) && asks(b) && first(edge) < end) {
      edges = ArrayUtil.grow(edges, size + 1);
      edges[size++] = edge;
      if (apart.startsWith(size)) {
        leaveOutApart();
      }
      if (size > maxEdges) {
        narrow();
      }
    }
  }

  /** Leaves out held edges that are apart; as many edges as there are nodes stay unchecked. */
  private void leaveOutApart() {
    int held = 0;
    int left = firstAsking.length;
    for (int i = 0; i < size; i++) {
      if (left > 0 || !apart.leavesOut(left(edges[i]), right(edges[i]))) {
        edges[held++] = edges[i];
        left--;
      }
    }
    apart.count(size - held);
    size = held;
  }

  private static int left(long edge) {
    return (int) (edge >>> Integer.SIZE);
  }

  private static int right(long edge) {
    return (int) edge;
  }

  private int first(long edge) {
    return Math.min(firstAsking[left(edge)], firstAsking[right(edge)]);
  }

  /** Drops the later half of the keep order, unless only one document is left. */
  private void narrow() {
    int[] sample = new int[Math.min(SAMPLE, size)];
    Arrays.setAll(sample, i -> first(edges[FingerprintSort.bound(size, i, sample.length)]));
    Arrays.sort(sample);
    end = Math.max(sample[sample.length / 2], from + 1);
    int held = 0;
    for (int i = 0; i < size; i++) {
      if (first(edges[i]) < end) {
        edges[held++] = edges[i];
      }
    }
    if (held == size) {
      maxEdges = Math.multiplyExact(2, maxEdges);
    }
    size = held;
  }
}
