package io.github.lucenesimhash.join;

import io.github.lucenesimhash.join.Grouping.KeyTest;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Leaves out edges between fingerprints whose documents a test refuses by their keys, as soon as
 * there are very many edges. Texts of one template that differ only in a number make an edge for
 * every two of them.
 *
 * <pre>
 * Start    after a number of edges that does not depend on threads. A corpus of fewer edges needs no key.
 * Threads  leave out what they find from then on; the thread that takes the edges in order leaves out the rest.
 * </pre>
 */
final class ApartEdges implements SimilarityJoin.EdgeFilter {

  private static final int MIN_START = 1 << 20;
  private static final int EDGES_A_NODE = 16;

  private final KeyTest test; // null if nothing is left out
  private final IntToLongFunction keyOfNode;
  private final int nodes;
  private final int start;

  /** The key of each node, which all of its documents have; null before the start. */
  private volatile long[] keys;

  private final LongAdder leftOut = new LongAdder();

  /**
   * Prepares to leave out edges.
   *
   * @param keyOfNode returns the key of a node; asked of each node, in order, once keys are needed
   * @param maxEdges the number of edges for which there is room
   */
  ApartEdges(KeyTest test, IntToLongFunction keyOfNode, int nodes, int maxEdges) {
    this.test = test;
    this.keyOfNode = keyOfNode;
    this.nodes = nodes;
    start = (int) Math.min(maxEdges, Math.max(MIN_START, (long) EDGES_A_NODE * nodes));
  }

  /** Starts to leave out edges if so many are held; returns whether this call started it. */
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
    return known != null && test.areApart(known[node], known[other]);
  }

  @Override
  public void count(long edges) {
    leftOut.add(edges);
  }

  /** Returns this filter for a join in which nodes have other numbers. */
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

  /** Returns how many edges were left out; an edge counts once in each join that finds it. */
  long leftOut() {
    return leftOut.sum();
  }
}
