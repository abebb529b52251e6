package io.github.lucenesimhash.join;

import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;

/**
 * Holds the edges that are needed to form stars up to some document of the keep order. An edge
 * takes 8 bytes while edges are added, then 16, and 8 in the finished lists.
 *
 * <pre>
 * Bound   Holds at most maxEdges edges, or all edges of one document that has more. If there are more, the edges of
 *         later documents, about half of the edges, are dropped, and another join finds the dropped edges.
 * Proof   No edge before the end is missing. Free and known documents ask for edges, so an edge is not needed before the
 *         first such document of its nodes. One node of a dropped edge has no such document, or both have none before
 *         the end.
 * Cost    All joins together cost as much as two, because each later join only compares the documents that ask next with
 *         the free ones.
 * </pre>
 */
final class EdgeLists {

  /** An ordinal after the ordinals of all documents. */
  static final int NEVER = Integer.MAX_VALUE;

  private static final int SAMPLE = 1000;

  /** The ordinal of the first document of each node that asks for edges, or NEVER. */
  private final int[] firstAsking;

  private final int from;
  private final ApartEdges apart;
  private int maxEdges;

  /** The first ordinal whose edges may be missing, or NEVER if all edges are held. */
  private int end;

  /** The two nodes of each edge. */
  private long[] edges = new long[64];

  private int size;

  /** The start of the list of each node. */
  int[] starts;

  int[] neighbours;

  /**
   * @param from the first ordinal whose edges are needed
   * @param end the first ordinal whose edges are not needed, or {@link #NEVER}
   */
  EdgeLists(int[] firstAsking, int from, int end, int maxEdges, ApartEdges apart) {
    this.apart = apart;
    this.firstAsking = firstAsking;
    this.from = from;
    this.end = end;
    this.maxEdges = maxEdges;
  }

  /**
   * Builds the lists, after all edges were added. Returns the first ordinal whose edges may be
   * missing, or NEVER.
   */
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
    for (int i = 0; i < size; i++) { // fills each list from the end
      neighbours[--starts[left(edges[i])]] = right(edges[i]);
      neighbours[--starts[right(edges[i])]] = left(edges[i]);
    }
    edges = null;
    return end;
  }

  int firstAsking(int node) {
    return firstAsking[node];
  }

  /** Returns whether the edges of a node are needed. */
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

  /**
   * Drops the edges held so far whose documents are apart. The first edges stay, as many as there
   * are nodes.
   */
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

  /** Drops edges of later documents, about half. If none can be dropped, doubles the maximum. */
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
