package io.github.lucenesimhash.passage;

import io.github.lucenesimhash.fingerprint.Winnowing;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Chooses the hashes of a text to look up, so that every run of at least so many words is found.
 *
 * <pre>
 * Bound    A run of atLeast words has atLeast - RUN + 1 windows of shingles in a row, of which each leaves its least hash.
 *          So it is found if one of these windows has a least hash that is looked up.
 * Choice   The cheapest hashes by the documents that they are in, found as a shortest path: from one to the next
 *          there are at most atLeast - RUN windows between them.
 * Frequent A hash that is in more documents than are wanted is not looked up. Where a run has no other hash it is left out,
 *          and told: as few runs as possible.
 * Cost     A few steps a hash: of those that are near enough the cheapest is the first of a queue of rising cost.
 * </pre>
 *
 * @param hashes to be looked up
 * @param leftOut parts of the text, in words: a run that is in one of them may not be found
 */
@SuppressWarnings("ArrayRecordComponent") // plans are not compared
record HashPlan(int[] hashes, List<Part> leftOut) {

  /** Cost of a look-up, in documents that could be checked instead. */
  private static final double LOOK_UP = 1;

  private static final double LEFT_OUT = 1e15;

  /** A part of the text, in words. */
  record Part(int from, int to) {}

  /** Windows in a row that have the same least hash, and the cheapest way to the last of them. */
  private static final class Step {
    private final int first;
    private final int last;
    private final int hash;
    private double cost;
    private Step before;

    Step(int first, int last, int hash) {
      this.first = first;
      this.last = last;
      this.hash = hash;
    }
  }

  /**
   * @param words of the text
   * @param atLeast words of a run, {@link Winnowing#RUN} or more
   * @param documents how many have a hash
   * @param maxDocuments of a hash that is looked up
   */
  static HashPlan of(long[] words, int atLeast, IntUnaryOperator documents, int maxDocuments) {
    if (words.length < atLeast) {
      return new HashPlan(new int[0], List.of());
    }
    int[] shingles = Winnowing.shingles(words);
    int[] least = Winnowing.leastOfWindows(shingles);
    int between = atLeast - Winnowing.RUN;
    Step latest = new Step(-1, -1, 0);
    Deque<Step> near = new ArrayDeque<>(List.of(latest)); // by rising cost
    for (int first = 0; first < least.length; ) {
      int last = first;
      while (last + 1 < least.length && least[last + 1] == least[first]) {
        last++;
      }
      Step step = new Step(first, last, shingles[least[first]]);
      int found = documents.applyAsInt(step.hash);
      if (found <= maxDocuments) {
        reach(near, latest, step, between, LOOK_UP + found);
        while (!near.isEmpty() && near.getLast().cost >= step.cost) {
          near.removeLast();
        }
        near.addLast(step);
        latest = step;
      }
      first = last + 1;
    }
    Step end = new Step(least.length, least.length, 0);
    reach(near, latest, end, between, 0);
    return read(end, between, atLeast);
  }

  /**
   * Sets the cheapest way to a step, from a step that is near enough, or else from the last one.
   */
  private static void reach(Deque<Step> near, Step latest, Step step, int between, double cost) {
    while (!near.isEmpty() && step.first - near.getFirst().last - 1 > between) {
      near.removeFirst();
    }
    step.before = near.isEmpty() ? latest : near.getFirst();
    int missed = Math.max(0, step.first - step.before.last - 1 - between);
    step.cost = step.before.cost + missed * LEFT_OUT + cost;
  }

  private static HashPlan read(Step end, int between, int atLeast) {
    List<Integer> hashes = new ArrayList<>();
    List<Part> leftOut = new ArrayList<>();
    for (Step step = end; step.before != null; step = step.before) {
      int from = step.before.last + 1;
      if (step.first - from > between) {
        leftOut.addFirst(new Part(from, step.first - 1 - between + atLeast));
      }
      if (step != end) {
        hashes.add(step.hash);
      }
    }
    return new HashPlan(
        hashes.stream().mapToInt(hash -> hash).sorted().distinct().toArray(), leftOut);
  }
}
