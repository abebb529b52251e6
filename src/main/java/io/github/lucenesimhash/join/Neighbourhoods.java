package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.ShortTextJoin.Apart;
import io.github.lucenesimhash.join.SimilarityJoin.Summary;
import java.io.IOException;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Which documents are near another, for {@link Stars}: by their fingerprints, and by their words if
 * these are short. Found by joins for the documents before {@link #end}. Of those that are compared
 * by their words, those that are near by their fingerprints alone are found, too. Documents go by
 * their ordinals in keep order.
 */
final class Neighbourhoods {

  private final Grouping grouping;
  private final KeepOrder order;

  /** Whether a document is in a group, or known. */
  private final boolean[] assigned;

  private final ShortTextJoin shortTexts; // null if the distance alone counts
  private final DistinctTexts words; // null then, too
  private final Neighbours byWords; // null then, too
  private final Neighbours byFingerprint;
  private final List<Neighbours> neighbours;
  private int start; // the first document of the last join
  private int end;

  Neighbourhoods(Grouping grouping, KeepOrder order, ShortTextJoin shortTexts) {
    this.grouping = grouping;
    this.order = order;
    this.shortTexts = shortTexts;
    assigned = new boolean[order.documents.length];
    byFingerprint = new Neighbours(order.set, order.known, assigned);
    words = shortTexts == null ? null : shortTexts.distinct(order.documents);
    byWords = words == null ? null : new Neighbours(words.set, order.known, assigned);
    neighbours = byWords == null ? List.of(byFingerprint) : List.of(byFingerprint, byWords);
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
    neighbours.forEach(each -> each.assign(document));
  }

  Fingerprint fingerprint(int document) {
    return order.set.value(byFingerprint.node(document));
  }

  int distance(int document, int other) {
    return order.set.distance(byFingerprint.node(document), order.set, byFingerprint.node(other));
  }

  /** Whether no other document is near one. */
  boolean isAlone(int document) {
    return byFingerprint.isAlone(document) && (byWords == null || byWords.isAlone(document));
  }

  /** Hands on the free documents near one, itself if it is free; some of them twice. */
  void forEachFree(int document, IntConsumer consumer) {
    neighbours.forEach(each -> each.forEachFree(document, consumer));
  }

  /**
   * Joins for the documents from one on: the first time for all, then for twice as many as the last
   * time, as the others may not have room again. Progress is that of the first time, then it stays
   * at 1.
   *
   * @return what the join of fingerprints found
   */
  Summary join(int from) throws IOException {
    neighbours.forEach(Neighbours::dropEdges); // room for the next ones
    int maxEdges = Math.max(1, grouping.maxEdges(order.set) / neighbours.size());
    long last = (long) from - start;
    end = from == 0 ? EdgeLists.NEVER : (int) Math.min(EdgeLists.NEVER, from + 2 * last);
    start = from;
    if (byWords != null) {
      EdgeLists edges = byWords.newEdges(from, end, maxEdges);
      joinWords(edges);
      end = byWords.finishEdges();
      shortTexts.progress(share -> {});
    }
    EdgeLists edges = byFingerprint.newEdges(from, end, maxEdges);
    Summary summary =
        joinFingerprints(grouping.join.part(from > 0 ? 1 : byWords == null ? 0 : .5, 1), edges);
    end = byFingerprint.finishEdges();
    return summary;
  }

  private void joinWords(EdgeLists edges) throws IOException {
    Apart apart =
        new Apart() {
          @Override
          public int sides(int text) {
            return (byWords.isOfKnownAlone(text) ? 1 : 0) | (edges.isLate(text) ? 2 : 0);
          }

          @Override
          public int version() {
            return edges.end();
          }
        };
    shortTexts.edges(
        words.set.size(),
        number -> edges.asks(number) ? words.of(number) : null,
        apart,
        pair -> edges.add(pair.a(), pair.b()));
  }

  /**
   * All the first time, later what is asked for before the end, of all free documents. Fingerprints
   * that known documents alone have are not compared among themselves.
   */
  private Summary joinFingerprints(SimilarityJoin join, EdgeLists edges) throws IOException {
    if (order.known == 0 && start == 0) {
      return join.edges(order.set, (a, b, distance) -> edges.add(a, b));
    }
    IntPredicate late = number -> start > 0 && edges.isLate(number);
    IntPredicate old = byFingerprint::isOfKnownAlone;
    int[] added = numbers(edges, late.or(old).negate()); // all before the end gets smaller
    int[] others = numbers(edges, late.or(old));
    int[] known = numbers(edges, old.and(late.negate()));
    int[] lateAdded = numbers(edges, late.and(old.negate()));
    Summary summary =
        join.edgesOfNew(
            part(others),
            part(added),
            (a, b, distance) -> edges.add(others[a], added[b]),
            (a, b, distance) -> edges.add(added[a], added[b]));
    return known.length == 0 || lateAdded.length == 0
        ? summary
        : summary.plus(
            join.edges(
                part(known),
                part(lateAdded),
                (a, b, distance) -> edges.add(known[a], lateAdded[b])));
  }

  /** Those of the fingerprints that are asked for. */
  private int[] numbers(EdgeLists edges, IntPredicate some) {
    return IntStream.range(0, order.set.size())
        .filter(number -> edges.asks(number) && some.test(number))
        .toArray();
  }

  private DistinctFingerprints part(int[] numbers) {
    return order.set.part(
        IntStream.of(numbers)
            .flatMap(number -> IntStream.range(0, order.set.copies(number)).map(i -> number))
            .toArray());
  }
}
