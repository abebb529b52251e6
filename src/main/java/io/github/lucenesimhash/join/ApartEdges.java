package io.github.lucenesimhash.join;

import io.github.lucenesimhash.join.Grouping.KeyTest;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Drops edges (pairs of near fingerprints) whose documents have keys that a {@link KeyTest} finds
 * apart, once there are very many edges. Without this filter, every two texts of one template that
 * differ only in a number would make an edge.
 *
 * <pre>
 * Start    The filter starts at a number of edges that does not depend on threads. Before that it computes no key.
 * Threads  From then on, each thread drops such edges as it finds them. The thread that receives the edges in order drops
 *          those found before, except the first edges, as many as there are nodes.
 * </pre>
 */
final class ApartEdges implements SimilarityJoin.EdgeFilter {

  private static final int MIN_START = 1 << 20;
  private static final int EDGES_A_NODE = 16;

  private final KeyTest test; // null if no edge is dropped
  private final IntToLongFunction keyOfNode;
  private final int nodes;
  private final int start;

  /**
   * The key of each node (the documents with one fingerprint and one key), or null before the
   * start.
   */
  private volatile long[] keys;

  private final LongAdder leftOut = new LongAdder();

  /**
   * Prepares a filter, which does not drop edges yet.
   *
   * @param keyOfNode the function that returns the key of a node, called for each node in order at
   *     the start
   * @param maxEdges the number of edges that fit into memory
   */
  ApartEdges(KeyTest test, IntToLongFunction keyOfNode, int nodes, int maxEdges) {
    this.test = test;
    this.keyOfNode = keyOfNode;
    this.nodes = nodes;
    start = (int) Math.min(maxEdges, Math.max(MIN_START, (long) EDGES_A_NODE * nodes));
  }

  /**
   * Starts to drop edges if there is a key test and there are enough edges. Returns whether this
   * call started it.
   */
  boolean startsWith(int edges) {
    if (test == null || keys != null || edges < start) {
      return false;
    }
    keys = IntStream.range(0, nodes).mapToLong(keyOfNode).toArray();
    return true;
  }

  @Override
  public boolean leavesOut(int node, int other) {
    long[] known = keys;
    return known != null
        && known[node] != 0
        && known[other] != 0
        && test.areApart(known[node], known[other]);
  }

  @Override
  public void count(long edges) {
    leftOut.add(edges);
  }

  /** Returns this filter for a join with other node numbers, which the functions map to nodes. */
  SimilarityJoin.EdgeFilter of(IntUnaryOperator node, IntUnaryOperator other) {
    return new SimilarityJoin.EdgeFilter() {
      @Override
      public boolean leavesOut(int left, int right) {
        return ApartEdges.this.leavesOut(node.applyAsInt(left), other.applyAsInt(right));
      }

      @Override
      public void count(long edges) {
        ApartEdges.this.count(edges);
      }
    };
  }

  /** Returns the number of dropped edges. An edge that several joins find counts several times. */
  long leftOut() {
    return leftOut.sum();
  }
}
