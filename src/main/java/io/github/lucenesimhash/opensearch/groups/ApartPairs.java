package io.github.lucenesimhash.opensearch.groups;

import io.github.lucenesimhash.join.Groups;
import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;

/**
 * Counts the pairs of near documents that a test keeps apart and in which both documents stay. The
 * number depends on which documents stay, not on the order of the tests.
 */
final class ApartPairs {

  private int[] counts = {}; // the number of pairs kept apart, by the document that may be dropped

  /**
   * Counts a pair.
   *
   * @param document the document of the pair that is not dropped in favour of the kept document
   */
  void add(int document) {
    counts = ArrayUtil.grow(counts, document + 1);
    counts[document]++;
  }

  /**
   * {@return the number of pairs in which both documents stay, in no group or as a kept document}
   *
   * @param groups the groups that were made with the test
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
