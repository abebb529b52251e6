package io.github.lucenesimhash.passage;

import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Holds the words of many short texts, text after text, but equal texts only once. */
final class ItemWords {

  private static final int MAX_WORDS = 1 << 26;

  final long[] codes;
  private final int[] first; // by item: the first item with the same words
  private final int[]
      begins; // start of the words of each item; only the first of equal items has any
  private final int atLeast;

  ItemWords(List<long[]> items, int atLeast) {
    this.atLeast = atLeast;
    first = new int[items.size()];
    begins = new int[items.size() + 1];
    Map<LongBuffer, Integer> distinct = new HashMap<>();
    long size = 0;
    for (int item = 0; item < first.length; item++) {
      Integer before = distinct.putIfAbsent(LongBuffer.wrap(items.get(item)), item);
      first[item] = before == null ? item : before;
      size += before == null ? items.get(item).length : 0;
      if (size > MAX_WORDS) {
        throw new IllegalArgumentException(
            "items have " + size + " or more words, expected at most " + MAX_WORDS);
      }
      begins[item + 1] = (int) size;
    }
    codes = new long[(int) size];
    for (int item = 0; item < first.length; item++) {
      System.arraycopy(items.get(item), 0, codes, begins[item], length(item));
    }
  }

  int count() {
    return first.length;
  }

  int first(int item) {
    return first[item];
  }

  int begin(int item) {
    return begins[item];
  }

  private int length(int item) {
    return begins[item + 1] - begins[item];
  }

  /** Returns the item to which the word at a place belongs. */
  int at(int place) {
    int found = Arrays.binarySearch(begins, place);
    int item = found < 0 ? -found - 2 : found;
    while (begins[item + 1] == place) {
      item++; // skip items that have no words here
    }
    return item;
  }

  /** Returns the number of windows of an item. */
  int windows(int item) {
    return length(item) < CopiedItems.MIN_WORDS ? 0 : length(item) - window(item) + 1;
  }

  /** Returns the number of words of a window of an item. */
  int window(int item) {
    return Math.min(atLeast, length(item));
  }

  /** Returns the distinct lengths of all windows in ascending order. */
  int[] windowLengths() {
    return IntStream.range(0, count())
        .filter(item -> windows(item) > 0)
        .map(this::window)
        .distinct()
        .sorted()
        .toArray();
  }
}
