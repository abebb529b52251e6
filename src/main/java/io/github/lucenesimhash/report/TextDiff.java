package io.github.lucenesimhash.report;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.analysis.Tokens;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the common parts of two texts. Compares the words of {@link FingerprintScheme#standard} and
 * the characters between words. All white space is equal, but upper and lower case differ.
 */
public final class TextDiff {

  /*
   * Myers, "An O(ND) difference algorithm and its variations" (1986), the greedy form: the furthest
   * reaching path of d edits on diagonal k extends the better one of d-1 edits on k-1 and k+1. Time
   * (words) x (edits), memory the square of the edits. Therefore, beyond MAX_EDITS edits, or beyond
   * MAX_STEPS steps and four for each word, everything between the common start and the common end
   * counts as changed. Only texts that repeat words very often take this number of steps.
   */
  static final int MAX_EDITS = 1500;

  private static final int MAX_STEPS = 2 * MAX_EDITS * MAX_EDITS;

  /** The minimum length of an unchanged part without a word that interrupts a change. */
  private static final int SHORT_GAP = 4;

  /**
   * A part of both texts, as ranges of characters, from inclusive, to exclusive. One side of a
   * changed part may be empty.
   *
   * @param same whether the part is unchanged
   */
  public record Part(int leftFrom, int leftTo, int rightFrom, int rightTo, boolean same) {}

  /**
   * A run of {@code count} words that both texts have, beginning at word x on the left and word y
   * on the right.
   */
  private record Run(int x, int y, int count) {}

  private final Words left;
  private final Words right;

  private TextDiff(String left, String right) {
    Map<String, Integer> numbers = new HashMap<>();
    this.left = new Words(left, numbers);
    this.right = new Words(right, numbers);
  }

  /**
   * Returns the parts that make up both texts, in order, or no parts if both texts are empty.
   * Unchanged and changed parts alternate. If the texts differ in more than 1,500 words, everything
   * between their common start and their common end is one changed part. This can also happen if
   * they repeat a few words very often.
   */
  public static List<Part> of(String left, String right) {
    return new TextDiff(left, right).parts();
  }

  private List<Part> parts() {
    List<Part> parts = new ArrayList<>();
    int x = 0;
    int y = 0;
    for (Run run : runs()) {
      boolean atEnd =
          run.x + run.count == left.words.length && run.y + run.count == right.words.length;
      if (x < run.x || y < run.y) {
        if (!atEnd && isShortGap(run)) {
          continue;
        }
        parts.add(part(x, run.x, y, run.y, false));
      }
      x = run.x + run.count;
      y = run.y + run.count;
      if (run.count > 0) {
        parts.add(part(run.x, x, run.y, y, true));
      }
    }
    return parts;
  }

  private Part part(int x, int toX, int y, int toY, boolean same) {
    return new Part(left.starts[x], left.starts[toX], right.starts[y], right.starts[toY], same);
  }

  private boolean isShortGap(Run run) {
    String gap = left.text.substring(left.starts[run.x], left.starts[run.x + run.count]);
    int word = left.inText.nextSetBit(run.x);
    return gap.length() < SHORT_GAP && (word < 0 || word >= run.x + run.count);
  }

  /** Returns the common runs in order, including the common start and the common end. */
  private List<Run> runs() {
    int n = left.words.length;
    int m = right.words.length;
    int start = Arrays.mismatch(left.words, right.words);
    while (start >= 0 && Math.min(n, m) > start && left.words[n - 1] == right.words[m - 1]) {
      n--;
      m--;
    }
    List<Run> runs = shortest(n, m);
    runs.add(new Run(n, m, left.words.length - n));
    return runs;
  }

  /**
   * Returns the common runs of the first n words on the left and m words on the right that need the
   * fewest edits.
   */
  private List<Run> shortest(int n, int m) {
    List<int[]> furthest = new ArrayList<>();
    long steps = MAX_STEPS + 4L * (n + m);
    for (int d = 0; d <= Math.min(MAX_EDITS, n + m) && steps > 0; d++) {
      int[] reached = new int[2 * d + 1];
      for (int k = -d; k <= d; k += 2) {
        int x = d == 0 ? 0 : step(furthest.get(d - 1), d, k);
        while (x < n && x - k < m && left.words[x] == right.words[x - k]) {
          x++;
          steps--;
        }
        reached[d + k] = x;
        if (x >= n && x - k >= m) {
          return walkBack(n, m, furthest);
        }
      }
      furthest.add(reached);
    }
    int start = furthest.getFirst()[0];
    return walkBack(start, start, List.of());
  }

  /**
   * Returns the start of a path of d edits on diagonal k, given the ends of the paths of d-1 edits.
   */
  private static int step(int[] before, int d, int k) {
    return down(before, d, k) ? before[k + d] : before[k + d - 2] + 1;
  }

  /** Returns whether the path comes from diagonal k+1, by inserting a word of the right text. */
  private static boolean down(int[] before, int d, int k) {
    return k == -d || (k != d && before[k + d - 2] < before[k + d]);
  }

  private static List<Run> walkBack(int n, int m, List<int[]> furthest) {
    List<Run> runs = new ArrayList<>();
    int x = n;
    int k = n - m;
    for (int d = furthest.size(); d > 0; d--) {
      int[] before = furthest.get(d - 1);
      int from = step(before, d, k);
      if (x > from) {
        runs.addFirst(new Run(from, from - k, x - from));
      }
      boolean down = down(before, d, k);
      x = down ? from : from - 1;
      k += down ? 1 : -1;
    }
    runs.addFirst(new Run(0, 0, x));
    return runs;
  }

  private static final class Words {

    private final String text;
    private final Map<String, Integer> numbers;
    private final BitSet inText =
        new BitSet(); // tokens that are words, not characters between words
    private int[] words; // equal tokens have equal numbers; all white space is equal
    private int[]
        starts; // index of the first character of each token; at the end the length of the text
    private int count;

    Words(String text, Map<String, Integer> numbers) {
      this.text = text;
      this.numbers = numbers;
      words = new int[text.length()];
      starts = new int[text.length() + 1];
      int end = 0;
      Tokens tokens = FingerprintScheme.standard().tokens(text, true);
      for (int i = 0; i < tokens.size(); i++) {
        if (tokens.from(i) >= end
            && tokens.to(i) > tokens.from(i)) { // one character may be several words
          between(end, tokens.from(i));
          end = tokens.to(i);
          inText.set(count);
          add(tokens.from(i), text.substring(tokens.from(i), end));
        }
      }
      between(end, text.length());
      starts[count] = text.length();
      words = Arrays.copyOf(words, count);
      starts = Arrays.copyOf(starts, count + 1);
    }

    private void between(int from, int to) {
      for (int start = from, end; start < to; start = end) {
        end = start;
        while (end < to && Character.isWhitespace(text.charAt(end))) {
          end++;
        }
        if (end > start) {
          add(start, " ");
        } else {
          end += Character.charCount(text.codePointAt(start));
          add(start, text.substring(start, end));
        }
      }
    }

    private void add(int start, String word) {
      starts[count] = start;
      words[count++] = numbers.computeIfAbsent(word, w -> numbers.size());
    }
  }
}
