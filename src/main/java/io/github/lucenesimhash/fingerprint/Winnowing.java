package io.github.lucenesimhash.fingerprint;

import java.util.Arrays;

/**
 * Hashes the shingles of a text, and selects the least hash of each window of shingles.
 *
 * <pre>
 * Bound    Two texts that share a run of {@link #RUN} words have the least hash of some window in common.
 * Proof    The run has RUN - SHINGLE + 1 = WINDOW shingles, which are a window of both texts and have one least hash. If
 *          several hashes are equal, it does not matter which is selected, because only the value is looked up.
 * Fewer    A shingle is open if the third of its words has the least code. Only open shingles have negative
 *          hashes. They are seldom close to each other, so fewer hashes are selected.
 * Cost     9 hashes for 100 distinct words (if no shingle were open, 2 for WINDOW + 1 shingles); one hash for a text of
 *          equal words.
 * Sources  S. Schleimer, D. Wilkerson, A. Aiken, Winnowing: Local Algorithms for Document Fingerprinting, SIGMOD 2003;
 *          R. Edgar, Syncmers are more sensitive than minimizers, PeerJ 2021, section 2 (open syncmers).
 * </pre>
 *
 * @lucene.internal
 */
public final class Winnowing {

  /** The number of words of a shingle. */
  public static final int SHINGLE = 6;

  /** The number of shingles of a window. */
  public static final int WINDOW = 20;

  /** The number of words of the shortest run that is always found. */
  public static final int RUN = SHINGLE + WINDOW - 1;

  /** The factor of the first word in the joined codes of a shingle. */
  private static final long FIRST = first();

  private Winnowing() {}

  private static long first() {
    long power = 1;
    for (int i = 1; i < SHINGLE - 1; i++) {
      power = FeatureHash.joined(power, 0);
    }
    return power;
  }

  /**
   * {@return the hash of each shingle; no hash if the text is shorter than a shingle}
   *
   * @param words the {@link FeatureHash} codes of the words, in order
   */
  public static int[] shingles(long[] words) {
    int[] shingles = new int[Math.max(0, words.length - SHINGLE + 1)];
    long joined = 0; // all words of the shingle except the last
    for (int i = 0; i < SHINGLE - 1 && shingles.length > 0; i++) {
      joined = FeatureHash.joined(joined, words[i]);
    }
    for (int i = 0; i < shingles.length; i++) {
      long last = words[i + SHINGLE - 1];
      int hash = (int) FeatureHash.combine(joined, last);
      shingles[i] = isOpen(words, i) ? hash | Integer.MIN_VALUE : hash & Integer.MAX_VALUE;
      joined = FeatureHash.joined(joined - words[i] * FIRST, last);
    }
    return shingles;
  }

  private static boolean isOpen(long[] words, int from) {
    long before = Math.min(words[from], words[from + 1]);
    long behind = Math.min(words[from + 3], Math.min(words[from + 4], words[from + 5]));
    return words[from + 2] < Math.min(before, behind);
  }

  /**
   * Returns the index of the least hash of each window. If the text has fewer than {@link #WINDOW}
   * shingles, all of them form one window.
   *
   * @param shingles the hashes of all shingles of a text
   * @return the index for each window
   */
  public static int[] leastOfWindows(int[] shingles) {
    int window = Math.min(WINDOW, shingles.length);
    int[] least = new int[window == 0 ? 0 : shingles.length - window + 1];
    int current = -1;
    for (int from = 0; from < least.length; from++) {
      int last = from + window - 1;
      if (current < from) {
        current = from;
        for (int i = from + 1; i <= last; i++) {
          current = shingles[i] <= shingles[current] ? i : current;
        }
      } else if (shingles[last] < shingles[current]) {
        current = last;
      }
      least[from] = current;
    }
    return least;
  }

  /**
   * {@return the indexes of the selected hashes, distinct and in ascending order}
   *
   * @param shingles the hashes of all shingles of a text
   */
  public static int[] selected(int[] shingles) {
    int[] selected = leastOfWindows(shingles);
    int size = Math.min(1, selected.length);
    for (int least : selected) {
      if (least != selected[size - 1]) {
        selected[size++] = least;
      }
    }
    return Arrays.copyOf(selected, size);
  }
}
