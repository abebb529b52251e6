package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import io.github.lucenesimhash.search.ShortTexts;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import org.apache.lucene.util.BytesRef;

/**
 * Texts by their features in order, equal short ones as one: so that 100,000 copies are compared as
 * one. Equal long ones are no pair, so each of them stands for itself. Numbered from 0; 8 bytes a
 * text, and 36 while they are sorted.
 */
final class DistinctTexts {

  private final List<BytesRef> texts;

  /** Those that have features; equal ones side by side, ascending. */
  private final int[] order;

  /** Where those of each number start in this order, and where the last ones end. */
  private final int[] starts;

  /**
   * @param texts as {@link ShortTextJoin} takes them
   */
  DistinctTexts(List<BytesRef> texts) {
    this.texts = texts;
    long[] hashes = new long[texts.size()];
    int[] unsorted = new int[hashes.length];
    int count = 0;
    for (int text = 0; text < hashes.length; text++) {
      BytesRef features = texts.get(text);
      if (features != null) {
        hashes[count] = hash(features, text);
        unsorted[count++] = text;
      }
    }
    hashes = Arrays.copyOf(hashes, count);
    order = Arrays.copyOf(unsorted, count);
    FingerprintSort.sort(hashes, order);
    int[] firsts = new int[count + 1];
    int size = 0;
    for (int from = 0, end; from < count; from = end) {
      end = from + 1;
      while (end < count && hashes[end] == hashes[from]) {
        end++;
      }
      for (int first = from; first < end; first = gatherEqual(first, end)) {
        firsts[size++] = first;
      }
    }
    firsts[size] = count;
    starts = Arrays.copyOf(firsts, size + 1);
  }

  private static long hash(BytesRef features, int text) {
    long hash = FeatureHash.ofBytes(features.bytes, features.offset, features.length);
    return ShortTexts.isShort(features) ? hash : FeatureHash.combine(hash, text);
  }

  /** Moves those that are equal to the first before the others; returns where these begin. */
  private int gatherEqual(int first, int end) {
    BytesRef features = texts.get(order[first]);
    int[] others = new int[end - first - 1];
    int otherCount = 0;
    int next = first + 1;
    for (int i = next; i < end; i++) {
      if (ShortTexts.isShort(features) && features.equals(texts.get(order[i]))) {
        order[next++] = order[i];
      } else {
        others[otherCount++] = order[i];
      }
    }
    System.arraycopy(others, 0, order, next, otherCount);
    return next;
  }

  int size() {
    return starts.length - 1;
  }

  /** Where the texts of a number start in the order of numbers. */
  int start(int number) {
    return starts[number];
  }

  int textAt(int index) {
    return order[index];
  }

  /** By the text: its number, or -1 if it has none. */
  int[] numbers() {
    int[] numbers = new int[texts.size()];
    Arrays.fill(numbers, -1);
    for (int number = 0; number < size(); number++) {
      for (int index = starts[number]; index < starts[number + 1]; index++) {
        numbers[order[index]] = number;
      }
    }
    return numbers;
  }

  /** The features by number, null for those that are not wanted. */
  List<BytesRef> features(IntPredicate wanted) {
    return new AbstractList<>() {
      @Override
      public BytesRef get(int number) {
        return wanted.test(number) ? texts.get(order[starts[number]]) : null;
      }

      @Override
      public int size() {
        return DistinctTexts.this.size();
      }
    };
  }
}
