package io.github.lucenesimhash.join;

import io.github.lucenesimhash.join.SimilarityJoin.Summary;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * Finds the documents near another one, for {@link Stars}. A first join finds the neighbours of the
 * documents before {@link #end}. Later joins find the neighbours of later documents that are still
 * free, that is, in no group. The documents of one fingerprint and one key form a node. A document
 * is identified by its ordinal in keep order.
 */
final class Neighbours {

  /**
   * The number of pieces in which fingerprints are copied, so that two copies of all never exist.
   */
  private static final int PIECES = 4;

  private final Grouping grouping;

  /** The documents of each node. */
  private final DistinctFingerprints set;

  private final int known; // the number of known documents, which come first
  private final boolean[] assigned; // whether each document is known or in a group
  private final int[] nodes; // the node of each document
  private final int[] free; // the number of free documents of each node

  private final ApartEdges apart;
  private EdgeLists edges;
  private int start; // the first document of the last join
  private int end;

  Neighbours(Grouping grouping, KeepOrder order) {
    this.grouping = grouping;
    set = order.set;
    known = order.known;
    assigned = new boolean[order.documents.length];
    nodes = new int[assigned.length];
    free = new int[set.size()];
    for (int node = 0; node < free.length; node++) {
      free[node] = set.copies(node);
      for (int i = set.start(node); i < set.start(node + 1); i++) {
        nodes[set.documentAt(i)] = node;
      }
    }
    IntStream.range(0, known).forEach(this::assign);
    IntToLongFunction key = // the key of all documents of a node, taken from the first one
        node -> grouping.keys.applyAsLong(order.documents[set.documentAt(set.start(node))]);
    apart = new ApartEdges(grouping.areApart, key, free.length, grouping.maxEdges(set));
  }

  /** Returns the number of edges that were dropped by comparing keys. */
  long leftOut() {
    return apart.leftOut();
  }

  /** Returns the first document whose neighbours have not been found yet. */
  int end() {
    return end;
  }

  boolean isFree(int document) {
    return !assigned[document];
  }

  /** Marks a document as known or as a member of a group. */
  void assign(int document) {
    assigned[document] = true;
    free[nodes[document]]--;
  }

  /** Returns the number of a document's fingerprint. */
  int number(int document) {
    return nodes[document];
  }

  int distance(int document, int other) {
    return set.distance(nodes[document], set, nodes[other]);
  }

  /** Returns whether a document has no neighbours. */
  boolean isAlone(int document) {
    int node = nodes[document];
    return edges.starts[node] == edges.starts[node + 1] && set.copies(node) == 1;
  }

  /**
   * Passes the free documents near a document to a consumer, including the document itself if it is
   * free.
   */
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

  /**
   * Finds the neighbours of further documents, beginning with the given one. The first call joins
   * all documents. A later call joins twice as many as the last call had enough edges for, but at
   * most a quarter of all. Only the first join reports its progress; later joins report 1.
   *
   * @return the summary of the join
   */
  Summary join(int from) throws IOException {
    edges = null; // frees memory for the new ones
    long next = Math.min(2L * (from - start), Math.ceilDiv(assigned.length, PIECES));
    end = from == 0 ? EdgeLists.NEVER : (int) Math.min(EdgeLists.NEVER, from + next);
    start = from;
    edges = new EdgeLists(firstAsking(from), from, end, grouping.maxEdges(set), apart);
    Summary summary =
        from > 0
            ? joinNext(grouping.join.part(1, 1))
            : known > 0
                ? joinFree(grouping.join)
                : grouping.join.filter(apart).edges(set, (a, b, distance) -> edges.add(a, b));
    end = edges.finish();
    return summary;
  }

  /**
   * Joins the free documents with each other and with the known documents. Known documents are not
   * compared with each other.
   */
  private Summary joinFree(SimilarityJoin join) throws IOException {
    int[] numbers = numbers(0, free.length, node -> free[node] > 0);
    DistinctFingerprints added = set.part(numbers);
    double others = free.length - numbers.length;
    double share = numbers.length / Math.max(1, numbers.length + 2 * others);
    Summary summary =
        join.part(0, share)
            .filter(apart.of(a -> numbers[a], b -> numbers[b]))
            .edges(added, (a, b, distance) -> edges.add(numbers[a], numbers[b]));
    return summary.plus(join(join.part(share, 1), node -> free[node] == 0, numbers, added));
  }

  /** Joins the documents before the end with all free documents. */
  private Summary joinNext(SimilarityJoin join) throws IOException {
    int[] numbers = numbers(0, free.length, node -> edges.firstAsking(node) < end);
    return join(join, node -> free[node] > 0, numbers, set.part(numbers));
  }

  /** Joins some nodes, piece by piece, with the nodes of the given numbers. */
  private Summary join(
      SimilarityJoin join, IntPredicate some, int[] numbers, DistinctFingerprints those)
      throws IOException {
    Summary summary = null;
    for (int i = 0; i < PIECES; i++) {
      int from = FingerprintSort.bound(free.length, i, PIECES);
      int to = FingerprintSort.bound(free.length, i + 1, PIECES);
      int[] piece = numbers(from, to, some);
      Summary next =
          join.part((double) i / PIECES, (i + 1.0) / PIECES)
              .filter(apart.of(a -> piece[a], b -> numbers[b]))
              .edges(set.part(piece), those, (a, b, distance) -> addOnce(piece[a], numbers[b]));
      summary = summary == null ? next : summary.plus(next);
    }
    return summary;
  }

  /** Adds an edge once, even if a join finds it twice because both nodes are on both sides. */
  private void addOnce(int node, int other) {
    boolean isTwice = free[node] > 0 && free[other] > 0 && edges.firstAsking(node) < end;
    if (!isTwice || node < other) {
      edges.add(node, other);
    }
  }

  private static int[] numbers(int from, int to, IntPredicate some) {
    return IntStream.range(from, to).filter(some).toArray();
  }

  /**
   * Returns, for each node, its first document at or after an ordinal whose neighbours are needed.
   */
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
}
