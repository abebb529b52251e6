package io.github.lucenesimhash.passage;

import io.github.lucenesimhash.passage.CopiedRuns.Run;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;

/**
 * Finds the passages of one text in other texts, with some words changed, added or left out.
 * Immutable.
 *
 * <p>Runs of five words or more are joined over short gaps in both texts; in a gap, and beyond the
 * ends, words are compared one by one. What is found has at least four of five words in common with
 * the text. There is no promise: a copy with a change in every few words is missed.
 */
final class EditedRuns {

  /** Fewest words of a run that is joined. */
  private static final int SEED = 5;

  /** Most words between two runs in either text. */
  private static final int GAP = 12;

  private static final double EQUAL = 0.8;

  /** Most different words beyond the equal ones before the extension of an end stops. */
  private static final int MAX_WORSE = 4;

  /** Most open chains at a place of the other text. */
  private static final int MAX_OPEN = 16;

  private final long[] text;
  private final int atLeast;
  private final CopiedRuns seeds;
  private final CopiedRuns exact;

  EditedRuns(long[] text, int atLeast) {
    this.text = text;
    this.atLeast = atLeast;
    seeds = new CopiedRuns(text, SEED);
    exact = new CopiedRuns(text, atLeast);
  }

  /** Returns the exact and the edited runs of another text, in no order; some may overlap. */
  List<Run> in(long[] other) {
    List<Run> found = chains(other);
    BitSet covered = new BitSet();
    found.forEach(run -> covered.set(run.from(), run.to()));
    for (Run copy : exact.in(other)) {
      if (covered.nextClearBit(copy.from()) < copy.to()) {
        found.add(copy);
      }
    }
    return found;
  }

  private List<Run> chains(long[] other) {
    List<Run> found = new ArrayList<>();
    List<Run> open = new ArrayList<>();
    for (Run seed : seeds.in(other)) {
      for (Iterator<Run> chains = open.iterator(); chains.hasNext(); ) {
        Run chain = chains.next();
        if (seed.from() - chain.to() > GAP) {
          chains.remove();
          addIfLike(found, chain, other);
        }
      }
      int best = best(open, seed);
      Run joined = best < 0 ? null : joined(open.get(best), seed, other);
      if (joined != null && isLike(joined)) {
        open.set(best, joined);
      } else {
        open.add(seed);
        if (open.size() > MAX_OPEN) {
          addIfLike(found, open.removeFirst(), other);
        }
      }
    }
    open.forEach(chain -> addIfLike(found, chain, other));
    return found;
  }

  /** Returns the chain that a seed extends with the smallest gaps; -1 if there is none. */
  private static int best(List<Run> open, Run seed) {
    int best = -1;
    int smallest = 2 * GAP + 1;
    for (int i = 0; i < open.size(); i++) {
      Run chain = open.get(i);
      int overlap = overlap(chain, seed);
      int gap = seed.from() + overlap - chain.to();
      int textGap = seed.textFrom() + overlap - chain.textTo();
      if (overlap < seed.equal() && gap <= GAP && textGap <= GAP && gap + textGap < smallest) {
        smallest = gap + textGap;
        best = i;
      }
    }
    return best;
  }

  /** Returns the number of first words of a seed that the chain has already, in either text. */
  private static int overlap(Run chain, Run seed) {
    return Math.max(0, Math.max(chain.to() - seed.from(), chain.textTo() - seed.textFrom()));
  }

  private Run joined(Run chain, Run seed, long[] other) {
    int overlap = overlap(chain, seed);
    int between =
        common(other, chain.to(), seed.from() + overlap, chain.textTo(), seed.textFrom() + overlap);
    int equal = chain.equal() + between + seed.equal() - overlap;
    return new Run(chain.from(), seed.to(), chain.textFrom(), seed.textTo(), equal);
  }

  /** Returns the length of the longest common subsequence of two gaps. */
  private int common(long[] other, int from, int to, int textFrom, int textTo) {
    int[] before = new int[textTo - textFrom + 1];
    for (int i = from; i < to; i++) {
      int[] row = new int[before.length];
      for (int k = 1; k < row.length; k++) {
        row[k] =
            other[i] == text[textFrom + k - 1]
                ? before[k - 1] + 1
                : Math.max(before[k], row[k - 1]);
      }
      before = row;
    }
    return before[before.length - 1];
  }

  private void addIfLike(List<Run> found, Run chain, long[] other) {
    int[] right = end(other, chain.to(), chain.textTo(), 1);
    int[] left = end(other, chain.from() - 1, chain.textFrom() - 1, -1);
    Run run =
        new Run(
            chain.from() - left[0],
            chain.to() + right[0],
            chain.textFrom() - left[0],
            chain.textTo() + right[0],
            chain.equal() + left[1] + right[1]);
    if (run.to() - run.from() >= atLeast && isLike(run)) {
      found.add(run);
    }
  }

  private static boolean isLike(Run run) {
    int length = Math.max(run.to() - run.from(), run.textTo() - run.textFrom());
    return run.equal() >= EQUAL * length;
  }

  /** Returns the number of words by which an end is extended, and how many of them are equal. */
  private int[] end(long[] other, int from, int textFrom, int step) {
    int[] best = {0, 0};
    int equal = 0;
    int score = 0;
    int bestScore = 0;
    for (int i = 0; i < GAP && score >= bestScore - MAX_WORSE; i++) {
      int at = from + i * step;
      int textAt = textFrom + i * step;
      if (at < 0 || at >= other.length || textAt < 0 || textAt >= text.length) {
        break;
      }
      boolean isEqual = other[at] == text[textAt];
      equal += isEqual ? 1 : 0;
      score += isEqual ? 1 : -1;
      if (score > bestScore) {
        bestScore = score;
        best = new int[] {i + 1, equal};
      }
    }
    return best;
  }
}
