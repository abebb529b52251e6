package io.github.lucenesimhash.join;

import java.io.IOException;
import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.IOConsumer;

/**
 * Who is near whom by one join, for {@link Reach}. The documents that the join takes for one are a
 * node: they are near each other. A document that is in no group yet is free.
 */
final class Neighbours {

  private final KeepOrder order;

  /** By the index: its node, or -1 if the join does not know it. */
  private final int[] nodes;

  /** Where the documents of a node start among all in the order of nodes. */
  private final IntUnaryOperator starts;

  /** The index of a document in the order of nodes. */
  private final IntUnaryOperator indexes;

  private final boolean[] assigned;

  /** How many free documents a node has. */
  private final int[] free;

  /** Nodes that known documents alone have. */
  private final FixedBitSet ofKnown;

  private EdgeLists edges;

  /**
   * @param assigned by the index: whether a document is in a group or known; none is so far
   * @param size how many nodes there are
   */
  Neighbours(
      KeepOrder order,
      boolean[] assigned,
      int[] nodes,
      int size,
      IntUnaryOperator starts,
      IntUnaryOperator indexes) {
    this.order = order;
    this.assigned = assigned;
    this.nodes = nodes;
    this.starts = starts;
    this.indexes = indexes;
    free = new int[size];
    ofKnown = new FixedBitSet(size);
    for (int node = 0; node < size; node++) {
      boolean isOfKnown = true;
      free[node] = start(node + 1) - start(node);
      for (int i = start(node); i < start(node + 1) && isOfKnown; i++) {
        isOfKnown = order.ordinals[indexes.applyAsInt(i)] < order.known;
      }
      if (isOfKnown) {
        ofKnown.set(node);
      }
    }
  }

  private int start(int node) {
    return starts.applyAsInt(node);
  }

  int node(int index) {
    return nodes[index];
  }

  boolean isOfKnownAlone(int node) {
    return ofKnown.get(node);
  }

  /** Counts a document as not free any more. */
  void assign(int index) {
    if (nodes[index] >= 0) {
      free[nodes[index]]--;
    }
  }

  /**
   * Joins for the documents from an ordinal of the keep order on.
   *
   * @param end the first ordinal that is left to another join
   * @return the same, or an earlier one for want of room
   */
  int join(int from, int end, int maxEdges, IOConsumer<EdgeLists> join) throws IOException {
    edges = new EdgeLists(firstAsking(from), from, end, maxEdges, join);
    return edges.end();
  }

  void dropEdges() {
    edges = null;
  }

  /** Of each node its first document from an ordinal on whose neighbours are asked for. */
  private int[] firstAsking(int from) {
    int[] first = new int[free.length];
    Arrays.fill(first, EdgeLists.NEVER);
    for (int node = 0; node < first.length; node++) {
      for (int i = start(node); i < start(node + 1); i++) {
        int index = indexes.applyAsInt(i);
        int ordinal = order.ordinals[index];
        if (ordinal >= from && (ordinal < order.known || !assigned[index])) {
          first[node] = Math.min(first[node], ordinal);
        }
      }
    }
    return first;
  }

  /** Hands on the indexes of the free documents that are near one by this join, it among them. */
  void forEachFree(int index, IntConsumer consumer) {
    int node = nodes[index];
    if (node >= 0) {
      forEachFreeOf(node, consumer);
      for (int i = edges.starts[node]; i < edges.starts[node + 1]; i++) {
        forEachFreeOf(edges.neighbours[i], consumer);
      }
    }
  }

  private void forEachFreeOf(int node, IntConsumer consumer) {
    if (free[node] > 0) {
      for (int i = start(node); i < start(node + 1); i++) {
        int index = indexes.applyAsInt(i);
        if (!assigned[index]) {
          consumer.accept(index);
        }
      }
    }
  }
}
