package io.github.lucenesimhash.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * What two texts share, word by word; Han characters and everything between words count one by one,
 * and any white space equals any other.
 */
final class TextDiff {

  /*
   * Myers, "An O(ND) difference algorithm and its variations" (1986), the greedy form: the furthest
   * reaching path of d edits on diagonal k extends the better one of d-1 edits on k-1 and k+1. Time
   * (words) x (edits), memory the square of the edits; so past MAX_EDITS all between the common
   * start and the common end counts as changed.
   */
  static final int MAX_EDITS = 1500;

  /** Shorter unchanged parts without a letter or digit do not interrupt a change. */
  private static final int SHORT_GAP = 4;

  /**
   * A part of both texts, in characters.
   *
   * @param same whether it is the same in both
   */
  record Part(int leftFrom, int leftTo, int rightFrom, int rightTo, boolean same) {}

  /** Words in a row that both texts have: {@code count} of them from x and from y on. */
  private record Run(int x, int y, int count) {}

  private final Words left;
  private final Words right;

  private TextDiff(String left, String right) {
    Map<String, Integer> numbers = new HashMap<>();
    this.left = new Words(left, numbers);
    this.right = new Words(right, numbers);
  }

  /** The two texts as parts in order, the same and changed by turns. */
  static List<Part> of(String left, String right) {
    return new TextDiff(left, right).parts();
  }

  private List<Part> parts() {
    List<Part> parts = new ArrayList<>();
    int x = 0;
    int y = 0;
    for (Run run : runs()) {
      boolean atEnd = run.x + run.count == left.count() && run.y + run.count == right.count();
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
    return gap.length() < SHORT_GAP && gap.codePoints().noneMatch(Character::isLetterOrDigit);
  }

  /** In order, the common start first and the common end last; these two may be empty. */
  private List<Run> runs() {
    int start = Arrays.mismatch(left.numbers, right.numbers);
    if (start < 0) {
      return List.of(new Run(0, 0, left.count()));
    }
    int n = left.count();
    int m = right.count();
    while (n > start && m > start && left.numbers[n - 1] == right.numbers[m - 1]) {
      n--;
      m--;
    }
    List<Run> runs = new ArrayList<>();
    runs.add(new Run(0, 0, start));
    runs.addAll(middle(start, n - start, m - start));
    runs.add(new Run(n, m, left.count() - n));
    return runs;
  }

  /** The runs of n words of the left text and m of the right one; none past MAX_EDITS. */
  private List<Run> middle(int start, int n, int m) {
    List<int[]> furthest = new ArrayList<>();
    for (int d = 0; d <= Math.min(MAX_EDITS, n + m); d++) {
      int[] reached = new int[2 * d + 1];
      for (int k = -d; k <= d; k += 2) {
        int x = d == 0 ? 0 : step(furthest.get(d - 1), d, k);
        while (x < n && x - k < m && left.numbers[start + x] == right.numbers[start + x - k]) {
          x++;
        }
        reached[d + k] = x;
        if (x >= n && x - k >= m) {
          return walkBack(start, n, m, furthest);
        }
      }
      furthest.add(reached);
    }
    return List.of();
  }

  /** Where a path of d edits on diagonal k starts, by what d-1 edits have reached. */
  private static int step(int[] before, int d, int k) {
    return down(before, d, k) ? before[k + d] : before[k + d - 2] + 1;
  }

  /** Whether it comes from diagonal k+1, by a word of the right text. */
  private static boolean down(int[] before, int d, int k) {
    return k == -d || (k != d && before[k + d - 2] < before[k + d]);
  }

  private static List<Run> walkBack(int start, int n, int m, List<int[]> furthest) {
    List<Run> runs = new ArrayList<>();
    int x = n;
    int k = n - m;
    for (int d = furthest.size(); d > 0; d--) {
      int[] before = furthest.get(d - 1);
      int from = step(before, d, k);
      if (x > from) {
        runs.add(new Run(start + from, start + from - k, x - from));
      }
      boolean down = down(before, d, k);
      x = down ? from : from - 1;
      k += down ? 1 : -1;
    }
    Collections.reverse(runs);
    return runs;
  }

  private static final class Words {

    private static final Pattern WORD =
        Pattern.compile(
            "\\p{javaWhitespace}++"
                + "|[\\p{javaUnicodeIdentifierPart}&&[^\\p{javaWhitespace}\\p{javaIdeographic}"
                + "\\p{javaIdentifierIgnorable}]]++"
                + "|.",
            Pattern.DOTALL);

    private final String text;

    /** In characters; the last one is the text's length. */
    private final int[] starts;

    /** Equal words have the same number. */
    private final int[] numbers;

    /**
     * @param known the numbers of words seen so far; grows
     */
    Words(String text, Map<String, Integer> known) {
      this.text = text;
      List<MatchResult> words = WORD.matcher(text).results().toList();
      starts = new int[words.size() + 1];
      numbers = new int[words.size()];
      for (int i = 0; i < numbers.length; i++) {
        String word = words.get(i).group();
        starts[i] = words.get(i).start();
        numbers[i] = known.computeIfAbsent(word.isBlank() ? " " : word, unused -> known.size());
      }
      starts[numbers.length] = text.length();
    }

    int count() {
      return numbers.length;
    }
  }
}
