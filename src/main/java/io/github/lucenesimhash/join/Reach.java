package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.ShortTextJoin.Apart;
import io.github.lucenesimhash.join.SimilarityJoin.Summary;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Which documents are within reach of another, for {@link Stars}: by their fingerprints, and by
 * their words if these are short. Found by joins for the documents before {@link #end}. Of those
 * that are compared by their words, those that are near by their fingerprints alone are found, too.
 */
final class Reach {

  private final Grouping grouping;
  private final DistinctFingerprints set;
  private final KeepOrder order;

  /** By the index: whether it is in a group, or known. */
  private final boolean[] assigned;

  private final Neighbours byFingerprint;
  private final Neighbours byWords; // null if the distance alone counts
  private final DistinctTexts words; // null then, too
  private ShortTextJoin shortTexts; // null then, too
  private final List<Neighbours> neighbours;
  private int end;

  Reach(Grouping grouping, DistinctFingerprints set, KeepOrder order) {
    this.grouping = grouping;
    this.set = set;
    this.order = order;
    assigned = new boolean[set.documents()];
    int[] numbers = new int[assigned.length];
    for (int number = 0; number < set.size(); number++) {
      Arrays.fill(numbers, set.start(number), set.start(number + 1), number);
    }
    byFingerprint =
        new Neighbours(order, assigned, numbers, set.size(), set::start, index -> index);
    shortTexts = grouping.shortTexts;
    words = shortTexts == null ? null : shortTexts.distinct(assigned.length, set::documentAt);
    byWords =
        words == null
            ? null
            : new Neighbours(
                order, assigned, words.numbers(), words.size(), words::start, words::textAt);
    neighbours = byWords == null ? List.of(byFingerprint) : List.of(byFingerprint, byWords);
  }

  /** The first ordinal in keep order whose neighbours are not known. */
  int end() {
    return end;
  }

  boolean isFree(int index) {
    return !assigned[index];
  }

  /** Puts a document into a group. */
  void assign(int index) {
    assigned[index] = true;
    neighbours.forEach(each -> each.assign(index));
  }

  int distance(int index, int other) {
    return Fingerprint.distance(
        set.value(byFingerprint.node(index)), set.value(byFingerprint.node(other)));
  }

  /** Hands on the free documents within reach of one, itself if it is free; some of them twice. */
  void forEachFree(int index, IntConsumer consumer) {
    neighbours.forEach(each -> each.forEachFree(index, consumer));
  }

  /**
   * Joins for the documents from an ordinal of the keep order on.
   *
   * @return what the join of fingerprints found
   */
  Summary join(int ordinal, SimilarityJoin join) throws IOException {
    neighbours.forEach(Neighbours::dropEdges); // room for the next ones
    int maxEdges = Math.max(1, grouping.maxEdges(set) / neighbours.size());
    end = EdgeLists.NEVER;
    if (byWords != null) {
      end = byWords.join(ordinal, end, maxEdges, this::joinWords);
      shortTexts = shortTexts.progress(share -> {}); // that of the first time is told of
    }
    Summary[] summary = new Summary[1];
    end =
        byFingerprint.join(
            ordinal, end, maxEdges, edges -> summary[0] = joinFingerprints(join, edges));
    return summary[0];
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
    shortTexts.edges(words.features(edges::asks), apart, pair -> edges.add(pair.a(), pair.b()));
  }

  /** Fingerprints that known documents alone have are not compared among themselves. */
  private Summary joinFingerprints(SimilarityJoin join, EdgeLists edges) throws IOException {
    if (order.known == 0) {
      return join.edges(set, (a, b, distance) -> edges.add(a, b));
    }
    Part old = new Part(true);
    Part added = new Part(false);
    return join.edgesOfNew(
        old.set,
        added.set,
        (a, b, distance) -> edges.add(old.numbers[a], added.numbers[b]),
        (a, b, distance) -> edges.add(added.numbers[a], added.numbers[b]));
  }

  /** The fingerprints that known documents alone have, or all others. */
  private final class Part {

    /** By the number in the part: that in the whole set. */
    private final int[] numbers;

    private final DistinctFingerprints set;

    Part(boolean ofKnown) {
      DistinctFingerprints whole = Reach.this.set;
      numbers =
          IntStream.range(0, whole.size())
              .filter(number -> byFingerprint.isOfKnownAlone(number) == ofKnown)
              .toArray();
      int[] documents =
          IntStream.of(numbers)
              .flatMap(number -> IntStream.range(whole.start(number), whole.start(number + 1)))
              .toArray();
      long[] values =
          IntStream.of(documents).mapToLong(i -> whole.value(whole.numberAt(i))).toArray();
      Arrays.setAll(documents, i -> whole.documentAt(documents[i]));
      set = DistinctFingerprints.of(values, documents);
    }
  }
}
