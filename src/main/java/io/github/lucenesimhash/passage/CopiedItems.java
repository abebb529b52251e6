package io.github.lucenesimhash.passage;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.lucene.util.FixedBitSet;

/**
 * Finds copies of many short texts, the items, in other texts. A window is a fixed number of
 * consecutive words of an item, or all words of a shorter item. Safe for use by several threads.
 *
 * <pre>
 * Bound    Every item is found if the other text has one of the item's windows, unless too many items share the window.
 * Proof    The table has all windows of the items, equal ones in a chain. Each window of the other text is looked up, and
 *          its words are compared.
 * Cost     For each word of the other text, two bits indicate whether a window may begin there. The chain of a window
 *          is followed only once for each text, so the number of steps is at most the number of windows of the items.
 * </pre>
 *
 * @lucene.internal
 */
public final class CopiedItems {

  /** The minimum number of words of a window. Items of fewer words have no windows. */
  public static final int MIN_WORDS = 8;

  private static final long BASE = 0x9E3779B97F4A7C15L;
  private static final int LEFT_OUT = -1;

  private final ItemWords items;
  private final int[] lengths; // lengths of windows
  private final long[] powers; // BASE to the power of each length
  private final int[] chains; // hash table: start of a window, counted from 1; 0 if free
  private final int[] next; // start of the next equal window; 0 at the end; or LEFT_OUT
  private final FixedBitSet beginnings; // two bits for the first words of each window
  private final BitSet lookedFor = new BitSet(); // items that have a window in the table
  private int leftOut;

  /**
   * Describes the copied part of an item in a text.
   *
   * @param item the index of the item, the first of equal items
   * @param words the number of words of the item that are in windows of the text
   * @param from the index of the first word of the longest run of these windows in the text; a
   *     window counts only where it first occurs
   * @param to the index after the last word of the run
   */
  public record Copy(int item, int words, int from, int to) {}

  /**
   * Creates the table of the windows of all items.
   *
   * @param words the codes of the words of each item
   * @param atLeast the number of words of a window, {@value #MIN_WORDS} or more
   * @param mostItems the maximum number of distinct items that may share a window; windows that
   *     more items share are ignored
   * @throws IllegalArgumentException if a number is too small, or the items have too many words
   */
  public CopiedItems(List<long[]> words, int atLeast, int mostItems) {
    if (atLeast < MIN_WORDS || mostItems < 1) {
      String problem = "atLeast is " + atLeast + " and mostItems " + mostItems;
      throw new IllegalArgumentException(problem + ", expected " + MIN_WORDS + " and 1 or more");
    }
    items = new ItemWords(words, atLeast);
    lengths = items.windowLengths();
    powers = new long[Arrays.stream(lengths).max().orElse(0) + 1];
    powers[0] = 1;
    for (int i = 1; i < powers.length; i++) {
      powers[i] = powers[i - 1] * BASE;
    }
    int windows = IntStream.range(0, items.count()).map(items::windows).sum();
    int size = Integer.highestOneBit(Math.max(4, windows));
    chains = new int[size * 4];
    next = new int[items.codes.length];
    beginnings = new FixedBitSet(size * 16);
    long[] sums = sums(items.codes);
    for (int item = 0; item < items.count(); item++) {
      for (int i = 0; i < items.windows(item); i++) {
        put(sums, items.begin(item) + i, items.window(item));
      }
    }
    leaveOut(mostItems);
  }

  private void put(long[] sums, int start, int length) {
    long beginning = hash(sums, start, MIN_WORDS);
    beginnings.set(bit(beginning));
    beginnings.set(bit(beginning >>> Integer.SIZE));
    int place = place(hash(sums, start, length), length, items.codes, start);
    if (chains[place] == 0) {
      chains[place] = start + 1;
    } else {
      int head = chains[place] - 1;
      next[start] = next[head];
      next[head] = start;
    }
  }

  /** Marks the windows that more than the given number of items share as left out. */
  private void leaveOut(int mostItems) {
    for (int chain : chains) {
      int window = chain - 1;
      if (window >= 0 && next[window] == 0) {
        lookedFor.set(items.at(window));
      } else if (window >= 0) {
        Set<Integer> those = new HashSet<>();
        do {
          those.add(items.at(window));
          window = next[window];
        } while (window > 0 && those.size() <= mostItems);
        if (those.size() > mostItems) {
          next[chain - 1] = LEFT_OUT;
          leftOut++;
        } else {
          those.forEach(lookedFor::set);
        }
      }
    }
  }

  /** {@return the number of distinct windows that are ignored because too many items share them} */
  public int leftOut() {
    return leftOut;
  }

  /**
   * {@return the index of the first item that has the same words}
   *
   * @param item the index of an item
   */
  public int first(int item) {
    return items.first(item);
  }

  /**
   * {@return false if an item cannot be found, because it has no windows or all are ignored}
   *
   * @param item the index of the item
   */
  public boolean isLookedFor(int item) {
    return lookedFor.get(items.first(item));
  }

  /**
   * Returns the hash of each prefix of the words, from which the hashes of windows are computed.
   */
  private static long[] sums(long[] words) {
    long[] sums = new long[words.length + 1];
    for (int i = 0; i < words.length; i++) {
      sums[i + 1] = sums[i] * BASE + words[i];
    }
    return sums;
  }

  private long hash(long[] sums, int start, int length) {
    return FeatureHash.combine(0, sums[start + length] - sums[start] * powers[length]);
  }

  private int bit(long hash) {
    return (int) hash & (beginnings.length() - 1);
  }

  private boolean mayBegin(long[] sums, int start) {
    long beginning = hash(sums, start, MIN_WORDS);
    return beginnings.get(bit(beginning)) && beginnings.get(bit(beginning >>> Integer.SIZE));
  }

  /** Returns the place of the chain of equal windows in the table, or the free place for it. */
  private int place(long hash, int length, long[] words, int start) {
    int place = (int) hash & (chains.length - 1);
    while (chains[place] != 0 && !isAt(chains[place] - 1, length, words, start)) {
      place = (place + 1) & (chains.length - 1);
    }
    return place;
  }

  private boolean isAt(int window, int length, long[] words, int start) {
    return window + length <= items.codes.length
        && Arrays.equals(items.codes, window, window + length, words, start, start + length)
        && items.window(items.at(window)) == length;
  }

  /**
   * Finds the copied parts of items in a text.
   *
   * @param text the codes of the words of the text
   * @return at most one copy for each item, in the order of the text
   */
  public List<Copy> in(long[] text) {
    long[] sums = sums(text);
    Map<Integer, Found> found = new LinkedHashMap<>();
    Set<Integer> followed = new HashSet<>();
    for (int i = 0; i + MIN_WORDS <= text.length && lengths.length > 0; i++) {
      if (mayBegin(sums, i)) {
        for (int length : lengths) {
          if (i + length <= text.length) {
            int head = chains[place(hash(sums, i, length), length, text, i)] - 1;
            if (head >= 0 && next[head] != LEFT_OUT && followed.add(head)) {
              follow(head, length, i, found);
            }
          }
        }
      }
    }
    List<Copy> copies = new ArrayList<>();
    found.forEach(
        (item, its) -> copies.add(new Copy(item, its.words.cardinality(), its.from, its.to)));
    return copies;
  }

  private void follow(int head, int length, int start, Map<Integer, Found> found) {
    int window = head;
    do {
      int item = items.at(window);
      Found its = found.computeIfAbsent(item, first -> new Found());
      its.add(window - items.begin(item), start, length);
      window = next[window];
    } while (window > 0);
  }

  /** Collects the windows of one item that are found in a text. */
  private static final class Found {

    private final BitSet words = new BitSet();
    private int from; // start of the longest run
    private int to;
    private int runFrom;
    private int last = -2; // start of the last window

    void add(int word, int start, int length) {
      words.set(word, word + length);
      runFrom = start > last + 1 ? start : runFrom;
      last = start;
      if (start + length - runFrom > to - from) {
        from = runFrom;
        to = start + length;
      }
    }
  }
}
