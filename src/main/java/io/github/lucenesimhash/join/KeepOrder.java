package io.github.lucenesimhash.join;

import java.util.Arrays;
import java.util.function.IntToLongFunction;

/**
 * The order in which the documents of a set have their turn to be kept: known ones first, then the
 * lowest rank first, ties by document.
 */
final class KeepOrder {

  /** By the ordinal in this order: the document's index in the order of values. */
  final int[] indexes;

  /** By that index: the document's ordinal. */
  final int[] ordinals;

  /** How many of the first ordinals are of known documents. */
  final int known;

  KeepOrder(Grouping grouping, DistinctFingerprints set) {
    indexes = sorted(grouping, set);
    ordinals = new int[indexes.length];
    for (int i = 0; i < indexes.length; i++) {
      ordinals[indexes[i]] = i;
    }
    int first = 0;
    while (grouping.known != null
        && first < indexes.length
        && grouping.known.test(set.documentAt(indexes[first]))) {
      first++;
    }
    known = first;
  }

  private static int[] sorted(Grouping grouping, DistinctFingerprints set) {
    int[] unsorted = new int[set.documents()];
    Arrays.setAll(unsorted, index -> index);
    long[] documents = new long[unsorted.length];
    Arrays.setAll(documents, set::documentAt);
    int[] order = FingerprintSort.sort(documents, unsorted).payloads;
    for (IntToLongFunction rank : grouping.ranks.reversed()) {
      order = sorted(set, order, grouping.known == null ? rank : ofUnknown(grouping, rank));
    }
    return grouping.known == null
        ? order
        : sorted(set, order, document -> grouping.known.test(document) ? 0 : 1);
  }

  private static IntToLongFunction ofUnknown(Grouping grouping, IntToLongFunction rank) {
    return document -> grouping.known.test(document) ? 0 : rank.applyAsLong(document);
  }

  private static int[] sorted(DistinctFingerprints set, int[] order, IntToLongFunction rank) {
    long[] ranks = new long[order.length];
    Arrays.setAll(ranks, i -> rank.applyAsLong(set.documentAt(order[i])) ^ Long.MIN_VALUE);
    return FingerprintSort.sort(ranks, order).payloads;
  }
}
