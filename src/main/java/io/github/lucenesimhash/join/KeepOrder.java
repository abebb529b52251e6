package io.github.lucenesimhash.join;

import java.util.Arrays;
import java.util.function.IntToLongFunction;

/**
 * Sorts the documents of a set into keep order: known documents first, then by ascending rank, ties
 * by document.
 */
final class KeepOrder {

  /** The document of each ordinal. */
  final int[] documents;

  /** The set, whose documents are now ordinals in keep order. */
  final DistinctFingerprints set;

  /** The number of known documents, which have the first ordinals. */
  final int known;

  KeepOrder(Grouping grouping, DistinctFingerprints set) {
    int[] indexes = sorted(grouping, set);
    documents = new int[indexes.length];
    int[] ordinals = new int[indexes.length];
    for (int ordinal = 0; ordinal < indexes.length; ordinal++) {
      documents[ordinal] = set.documentAt(indexes[ordinal]);
      ordinals[indexes[ordinal]] = ordinal;
    }
    this.set = new DistinctFingerprints(set, ordinals);
    int first = 0;
    while (grouping.known != null
        && first < documents.length
        && grouping.known.test(documents[first])) {
      first++;
    }
    known = first;
  }

  /**
   * Returns, in keep order, the index of each document among all documents in the order of values.
   */
  private static int[] sorted(Grouping grouping, DistinctFingerprints set) {
    int[] unsorted = new int[set.documents()];
    Arrays.setAll(unsorted, index -> index);
    long[] documents = new long[unsorted.length];
    Arrays.setAll(documents, set::documentAt);
    int[] order = FingerprintSort.sort(documents, unsorted, grouping.join.threads).payloads;
    for (IntToLongFunction rank : grouping.ranks.reversed()) {
      order =
          sorted(grouping, set, order, grouping.known == null ? rank : ofUnknown(grouping, rank));
    }
    return grouping.known == null
        ? order
        : sorted(grouping, set, order, document -> grouping.known.test(document) ? 0 : 1);
  }

  private static IntToLongFunction ofUnknown(Grouping grouping, IntToLongFunction rank) {
    return document -> grouping.known.test(document) ? 0 : rank.applyAsLong(document);
  }

  private static int[] sorted(
      Grouping grouping, DistinctFingerprints set, int[] order, IntToLongFunction rank) {
    long[] ranks = new long[order.length];
    Arrays.setAll(ranks, i -> rank.applyAsLong(set.documentAt(order[i])) ^ Long.MIN_VALUE);
    return FingerprintSort.sort(ranks, order, grouping.join.threads).payloads;
  }
}
