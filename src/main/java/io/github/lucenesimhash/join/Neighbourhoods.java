package io.github.lucenesimhash.join;

import io.github.lucenesimhash.join.SimilarityJoin.PairConsumer;
import io.github.lucenesimhash.join.SimilarityJoin.Summary;
import java.io.IOException;
import java.util.BitSet;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Which documents are near another, for {@link Stars}: found by joins for the documents before
 * {@link #end}. Documents go by their ordinals in keep order.
 */
final class Neighbourhoods {

  /** What is copied of the fingerprints at a time: there is room for little more than they take. */
  private static final int PIECES = 4;

  private final Grouping grouping;
  private final KeepOrder order;

  /** Whether a document is in a group, or known. */
  private final boolean[] assigned;

  private final Neighbours neighbours;
  private int start; // the first document of the last join
  private int end;

  Neighbourhoods(Grouping grouping, KeepOrder order) {
    this.grouping = grouping;
    this.order = order;
    assigned = new boolean[order.documents.length];
    neighbours = new Neighbours(order.set, order.known, assigned);
    IntStream.range(0, order.known).forEach(this::assign);
  }

  /** The first document whose neighbours are not known. */
  int end() {
    return end;
  }

  boolean isFree(int document) {
    return !assigned[document];
  }

  /** Puts a document into a group. */
  void assign(int document) {
    assigned[document] = true;
    neighbours.assign(document);
  }

  /** The number of a document's fingerprint. */
  int number(int document) {
    return neighbours.node(document);
  }

  int distance(int document, int other) {
    return order.set.distance(number(document), order.set, number(other));
  }

  /** Whether no other document is near one. */
  boolean isAlone(int document) {
    return neighbours.isAlone(document);
  }

  /** Hands on the free documents near one, itself if it is free. */
  void forEachFree(int document, IntConsumer consumer) {
    neighbours.forEachFree(document, consumer);
  }

  /**
   * Joins for the documents from one on: the first time for all, then for twice as many as the last
   * time, as the others may not have room again, and for a quarter of all at most. Progress is that
   * of the first time, then it stays at 1.
   *
   * @return what the join found
   */
  Summary join(int from) throws IOException {
    neighbours.dropEdges(); // room for the next ones
    long last = (long) from - start;
    long next = Math.min(2 * last, Math.ceilDiv(order.documents.length, PIECES));
    end = from == 0 ? EdgeLists.NEVER : (int) Math.min(EdgeLists.NEVER, from + next);
    start = from;
    EdgeLists edges = neighbours.newEdges(from, end, grouping.maxEdges(order.set));
    Summary summary = join(grouping.join.part(from > 0 ? 1 : 0, 1), edges);
    end = neighbours.finishEdges();
    return summary;
  }

  /**
   * All the first time, later what is asked for before the end, of all free documents. Fingerprints
   * that known documents alone have are not compared among themselves.
   */
  private Summary join(SimilarityJoin join, EdgeLists edges) throws IOException {
    if (order.known == 0 && start == 0) {
      return join.edges(order.set, (a, b, distance) -> edges.add(a, b));
    }
    BitSet old = numbers(edges, neighbours::isOfKnownAlone);
    BitSet late = numbers(edges, number -> start > 0 && edges.isLate(number));
    Summary summary = joinAdded(join, old, late, edges);
    BitSet known = (BitSet) old.clone();
    known.andNot(late);
    late.andNot(old);
    if (!known.isEmpty() && !late.isEmpty()) {
      int[] its = known.stream().toArray();
      summary = summary.plus(join(join, late, its, order.set.part(its), edges));
    }
    return summary;
  }

  /** Those that are neither old nor late, among themselves and with these. */
  private Summary joinAdded(SimilarityJoin join, BitSet old, BitSet late, EdgeLists edges)
      throws IOException {
    BitSet others = (BitSet) old.clone();
    others.or(late);
    int[] added = numbers(edges, number -> !others.get(number)).stream().toArray();
    DistinctFingerprints set = order.set.part(added);
    double share = added.length / Math.max(1, added.length + 2.0 * others.cardinality());
    PairConsumer amongAdded = (a, b, distance) -> edges.add(added[a], added[b]);
    Summary summary = join.part(0, share).edges(set, amongAdded);
    return summary.plus(join(join.part(share, 1), others, added, set, edges));
  }

  /** With the left ones piece by piece. */
  private Summary join(
      SimilarityJoin join, BitSet left, int[] right, DistinctFingerprints set, EdgeLists edges)
      throws IOException {
    Summary summary = null;
    for (int i = 0; i < PIECES; i++) {
      int[] piece = piece(left, i);
      Summary next =
          join.part((double) i / PIECES, (i + 1.0) / PIECES)
              .edges(order.set.part(piece), set, (a, b, distance) -> edges.add(piece[a], right[b]));
      summary = summary == null ? next : summary.plus(next);
    }
    return summary;
  }

  private int[] piece(BitSet numbers, int piece) {
    int size = order.set.size();
    int from = FingerprintSort.bound(size, piece, PIECES);
    int to = FingerprintSort.bound(size, piece + 1, PIECES);
    return IntStream.range(from, to).filter(numbers::get).toArray();
  }

  /** Those of the fingerprints that are asked for; once, as the end gets smaller. */
  private BitSet numbers(EdgeLists edges, IntPredicate some) {
    BitSet numbers = new BitSet(order.set.size());
    IntStream.range(0, order.set.size())
        .filter(number -> edges.asks(number) && some.test(number))
        .forEach(numbers::set);
    return numbers;
  }
}
