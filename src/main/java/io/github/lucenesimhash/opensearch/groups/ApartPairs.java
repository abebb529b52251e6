package io.github.lucenesimhash.opensearch.groups;

import io.github.lucenesimhash.join.Groups;
import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;

/**
 * Counts the pairs of near documents that a test keeps apart and of which both stay. The number
 * depends on which documents stay, and not on the order of the tests.
 */
final class ApartPairs {

  private int[] counts = {}; // for each document the kept ones that it was apart from

  /**
   * Counts a pair.
   *
   * @param document the one that does not go for a kept one
   */
  void add(int document) {
    counts = ArrayUtil.grow(counts, document + 1);
    counts[document]++;
  }

  /**
   * {@return the number of pairs, of documents that are in no group or kept for one}
   *
   * @param groups that were made with the test
   */
  long count(Groups groups) {
    long all = Arrays.stream(counts).asLongStream().sum();
    for (Groups.Group group : groups) {
      for (int i = 0; i < group.size() - 1; i++) {
        all -= group.member(i) < counts.length ? counts[group.member(i)] : 0;
      }
    }
    return all;
  }
}
