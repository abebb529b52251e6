package io.github.lucenesimhash.report;

import java.util.ArrayList;
import java.util.Arrays;
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

  private static final int NONE = -1;

  /** Shorter unchanged parts without a letter or digit do not interrupt a change. */
  private static final int SHORT_GAP = 4;

  /**
   * A part of both texts, in characters.
   *
   * @param same whether it is the same in both
   */
  record Part(int leftFrom, int leftTo, int rightFrom, int rightTo, boolean same) {}

  private final Words left;
  private final Words right;

  private TextDiff(Words left, Words right) {
    this.left = left;
    this.right = right;
  }

  /** The two texts as parts in order, the same and changed by turns. */
  static List<Part> of(String left, String right) {
    Map<String, Integer> numbers = new HashMap<>();
    return new TextDiff(new Words(left, numbers), new Words(right, numbers)).parts(left);
  }

  private List<Part> parts(String leftText) {
    int[] matches = matches();
    List<Part> parts = new ArrayList<>();
    int x = 0;
    int y = 0;
    while (x < left.count() || y < right.count()) {
      int fromX = x;
      int fromY = y;
      boolean same = x < left.count() && matches[x] == y;
      if (same) {
        while (x < left.count() && matches[x] == y) {
          x++;
          y++;
        }
      } else {
        while (x < left.count() && matches[x] == NONE) {
          x++;
        }
        y = x < left.count() ? matches[x] : right.count();
      }
      Part part =
          new Part(left.start(fromX), left.start(x), right.start(fromY), right.start(y), same);
      boolean last = x == left.count() && y == right.count();
      if (!parts.isEmpty() && !last && same && isShortGap(leftText, part)) {
        same = false;
      }
      if (!parts.isEmpty() && !parts.getLast().same && !same) {
        Part before = parts.removeLast();
        part = new Part(before.leftFrom, part.leftTo, before.rightFrom, part.rightTo, false);
      }
      parts.add(part);
    }
    return parts;
  }

  private static boolean isShortGap(String text, Part gap) {
    return gap.leftTo - gap.leftFrom < SHORT_GAP
        && text.substring(gap.leftFrom, gap.leftTo)
            .codePoints()
            .noneMatch(Character::isLetterOrDigit);
  }

  /** For each word of the left text its index in the right one, ascending, or NONE. */
  private int[] matches() {
    int[] matches = new int[left.count()];
    Arrays.fill(matches, NONE);
    int start = Arrays.mismatch(left.numbers, right.numbers);
    if (start < 0) {
      start = left.count();
    }
    for (int word = 0; word < start; word++) {
      matches[word] = word;
    }
    int leftEnd = left.count();
    int rightEnd = right.count();
    while (leftEnd > start
        && rightEnd > start
        && left.numbers[leftEnd - 1] == right.numbers[rightEnd - 1]) {
      leftEnd--;
      rightEnd--;
      matches[leftEnd] = rightEnd;
    }
    matchMiddle(matches, start, leftEnd - start, rightEnd - start);
    return matches;
  }

  private void matchMiddle(int[] matches, int start, int n, int m) {
    int limit = Math.min(MAX_EDITS, n + m);
    List<int[]> furthest = new ArrayList<>();
    for (int d = 0; d <= limit; d++) {
      int[] reached = new int[2 * d + 1];
      for (int k = -d; k <= d; k += 2) {
        int x = d == 0 ? 0 : step(furthest.get(d - 1), d, k);
        int y = x - k;
        while (x < n && y < m && left.numbers[start + x] == right.numbers[start + y]) {
          x++;
          y++;
        }
        reached[d + k] = x;
        if (x >= n && y >= m) {
          walkBack(matches, start, n, m, furthest, d);
          return;
        }
      }
      furthest.add(reached);
    }
  }

  /** Where a path of d edits on diagonal k starts, by what d-1 edits have reached. */
  private static int step(int[] before, int d, int k) {
    return down(before, d, k) ? before[k + d] : before[k + d - 2] + 1;
  }

  /** Whether it comes from diagonal k+1, by a word of the right text. */
  private static boolean down(int[] before, int d, int k) {
    return k == -d || (k != d && before[k + d - 2] < before[k + d]);
  }

  private static void walkBack(
      int[] matches, int start, int n, int m, List<int[]> furthest, int edits) {
    int x = n;
    int k = n - m;
    for (int d = edits; d > 0; d--) {
      int[] before = furthest.get(d - 1);
      int from = step(before, d, k);
      while (x > from) {
        x--;
        matches[start + x] = start + x - k;
      }
      boolean down = down(before, d, k);
      x = down ? from : from - 1;
      k += down ? 1 : -1;
    }
    while (x > 0) {
      x--;
      matches[start + x] = start + x;
    }
  }

  private static final class Words {

    private static final Pattern WORD =
        Pattern.compile(
            "\\p{javaWhitespace}++"
                + "|[\\p{javaUnicodeIdentifierPart}&&[^\\p{javaWhitespace}\\p{javaIdeographic}"
                + "\\p{javaIdentifierIgnorable}]]++"
                + "|.",
            Pattern.DOTALL);

    /** In characters; the last one is the text's length. */
    private final int[] starts;

    /** Equal words have the same number. */
    private final int[] numbers;

    /**
     * @param known the numbers of words seen so far; grows
     */
    Words(String text, Map<String, Integer> known) {
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

    int start(int word) {
      return starts[word];
    }
  }
}
