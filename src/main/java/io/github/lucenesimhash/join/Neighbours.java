package io.github.lucenesimhash.join;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntConsumer;

/**
 * Who is near whom by one join, for {@link Neighbourhoods}. The documents of one fingerprint are a
 * node. A document that is in no group yet is free. Documents go by their ordinals in keep order.
 */
final class Neighbours {

  /** The documents of each node. */
  private final DistinctFingerprints set;

  private final int known;
  private final boolean[] assigned;

  /** By the document: its node. */
  private final int[] nodes;

  /** How many free documents a node has. */
  private final int[] free;

  private EdgeLists edges;

  /** The documents that are near another one by the edges, or by being the same to the join. */
  private BitSet near;

  /**
   * @param known how many documents are known, the first ones
   * @param assigned whether a document is in a group or known; none is so far
   */
  Neighbours(DistinctFingerprints set, int known, boolean[] assigned) {
    this.set = set;
    this.known = known;
    this.assigned = assigned;
    nodes = new int[assigned.length];
    free = new int[set.size()];
    for (int node = 0; node < free.length; node++) {
      free[node] = set.copies(node);
      for (int i = set.start(node); i < set.start(node + 1); i++) {
        nodes[set.documentAt(i)] = node;
      }
    }
  }

  int node(int document) {
    return nodes[document];
  }

  boolean isOfKnownAlone(int node) {
    return set.documentAt(set.start(node + 1) - 1) < known;
  }

  /** Counts a document as not free any more. */
  void assign(int document) {
    free[nodes[document]]--;
  }

  /** The edges that are asked for from a document on, and before another: to be added. */
  EdgeLists newEdges(int from, int end, int maxEdges) {
    edges = new EdgeLists(firstAsking(from), from, end, maxEdges);
    return edges;
  }

  void dropEdges() {
    edges = null;
    near = null;
  }

  /** Once all edges are added; returns the first document whose are not all here. */
  int finishEdges() {
    int end = edges.finish();
    near = new BitSet(assigned.length);
    for (int node = 0; node < free.length; node++) {
      if (edges.starts[node] < edges.starts[node + 1] || set.copies(node) > 1) {
        for (int i = set.start(node); i < set.start(node + 1); i++) {
          near.set(set.documentAt(i));
        }
      }
    }
    return end;
  }

  /** Whether no other document is near one by this join. */
  boolean isAlone(int document) {
    return !near.get(document);
  }

  /** Of each node its first document from one on whose neighbours are asked for. */
  private int[] firstAsking(int from) {
    int[] first = new int[free.length];
    Arrays.fill(first, EdgeLists.NEVER);
    for (int node = 0; node < first.length; node++) {
      for (int i = set.start(node + 1) - 1; i >= set.start(node); i--) {
        int document = set.documentAt(i);
        if (document >= from && (document < known || !assigned[document])) {
          first[node] = document;
        }
      }
    }
    return first;
  }

  /** Hands on the free documents that are near one by this join, it among them. */
  void forEachFree(int document, IntConsumer consumer) {
    int node = nodes[document];
    forEachFreeOf(node, consumer);
    for (int i = edges.starts[node]; i < edges.starts[node + 1]; i++) {
      forEachFreeOf(edges.neighbours[i], consumer);
    }
  }

  private void forEachFreeOf(int node, IntConsumer consumer) {
    if (free[node] > 0) {
      for (int i = set.start(node); i < set.start(node + 1); i++) {
        int document = set.documentAt(i);
        if (!assigned[document]) {
          consumer.accept(document);
        }
      }
    }
  }
}
