package io.github.lucenesimhash.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
    return new TextDiff(Words.of(left, numbers), Words.of(right, numbers)).parts(left);
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
      add(
          parts,
          new Part(left.start(fromX), left.start(x), right.start(fromY), right.start(y), same),
          leftText);
    }
    return parts;
  }

  private static void add(List<Part> parts, Part next, String leftText) {
    int last = parts.size() - 1;
    if (next.same() || last < 0) {
      parts.add(next);
      return;
    }
    Part gap = parts.get(last);
    boolean merge = !gap.same();
    if (gap.same() && last > 0 && isShortGap(leftText, gap)) {
      parts.remove(last--);
      merge = true;
    }
    if (!merge) {
      parts.add(next);
      return;
    }
    Part before = parts.remove(last);
    parts.add(
        new Part(before.leftFrom(), next.leftTo(), before.rightFrom(), next.rightTo(), false));
  }

  private static boolean isShortGap(String text, Part gap) {
    return gap.leftTo() - gap.leftFrom() < SHORT_GAP
        && text.substring(gap.leftFrom(), gap.leftTo())
            .codePoints()
            .noneMatch(Character::isLetterOrDigit);
  }

  /** For each word of the left text its place in the right one, ascending, or NONE. */
  private int[] matches() {
    int[] matches = new int[left.count()];
    Arrays.fill(matches, NONE);
    int start = 0;
    int shorter = Math.min(left.count(), right.count());
    while (start < shorter && left.number(start) == right.number(start)) {
      matches[start] = start;
      start++;
    }
    int leftEnd = left.count();
    int rightEnd = right.count();
    while (leftEnd > start
        && rightEnd > start
        && left.number(leftEnd - 1) == right.number(rightEnd - 1)) {
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
        while (x < n && y < m && left.number(start + x) == right.number(start + y)) {
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
}
