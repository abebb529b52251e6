package io.github.lucenesimhash.join;

import io.github.lucenesimhash.join.Grouping.KeyTest;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Leaves out edges between fingerprints whose documents a test refuses by their keys, as soon as
 * there are very many edges. Texts of one template that differ in a number make an edge of each two
 * of them.
 *
 * <pre>
 * Start    behind a certain edge of the join, which does not depend on threads. Corpora of few edges need no key.
 * Threads  leave out what they find from then on; who takes the edges in order leaves out the rest.
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
   * @param keyOfNode is asked about each node, in order, once it is needed
   * @param maxEdges for which there is room
   */
  ApartEdges(KeyTest test, IntToLongFunction keyOfNode, int nodes, int maxEdges) {
    this.test = test;
    this.keyOfNode = keyOfNode;
    this.nodes = nodes;
    start = (int) Math.min(maxEdges, Math.max(MIN_START, (long) EDGES_A_NODE * nodes));
  }

  /** Whether edges are to be left out from now on, since so many are held. */
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

  /** Returns how many edges were left out; one that several joins find counts in each. */
  long leftOut() {
    return leftOut.sum();
  }
}
