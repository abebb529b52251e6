package io.github.lucenesimhash.passage;

import io.github.lucenesimhash.fingerprint.Winnowing;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Chooses the hashes of a text to look up, so that every run of at least a given number of words is
 * found.
 *
 * <pre>
 * Bound    A run of atLeast words has atLeast - RUN + 1 consecutive windows of shingles, and the least hash of each is in the
 *          index. So the run is found if the least hash of any of these windows is looked up.
 * Choice   The hashes that are in the fewest documents, found as a shortest path in which at most atLeast - RUN windows
 *          lie between two chosen hashes.
 * Frequent A hash that is in more than maxDocuments documents is not looked up. A run with only such hashes is left out
 *          and reported. As few runs as possible are left out.
 * Cost     A few steps for each hash, because the cheapest of the hashes that are near enough is the first in a queue of
 *          ascending cost.
 * </pre>
 *
 * @param hashes the hashes to look up
 * @param leftOut the parts of the text, in words, in which a run may be missed
 */
@SuppressWarnings("ArrayRecordComponent") // plans are not compared
record HashPlan(int[] hashes, List<Part> leftOut) {

  /** The cost of a look-up, as the number of documents that could be checked in the same time. */
  private static final double LOOK_UP = 1;

  private static final double LEFT_OUT = 1e15;

  /** A part of the text, in words. */
  record Part(int from, int to) {}

  /** Holds consecutive windows with the same least hash, and the cheapest path to the last one. */
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
   * Chooses the hashes of a text.
   *
   * @param words the codes of the words of the text
   * @param atLeast the minimum number of words of a run, {@link Winnowing#RUN} or more
   * @param documents the function that returns the number of documents that have a hash
   * @param maxDocuments the maximum number of documents of a hash that is looked up
   */
  static HashPlan of(long[] words, int atLeast, IntUnaryOperator documents, int maxDocuments) {
    if (words.length < atLeast) {
      return new HashPlan(new int[0], List.of());
    }
    int[] shingles = Winnowing.shingles(words);
    int[] least = Winnowing.leastOfWindows(shingles);
    int between = atLeast - Winnowing.RUN;
    Step latest = new Step(-1, -1, 0);
    Deque<Step> near = new ArrayDeque<>(List.of(latest)); // by ascending cost
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
   * Sets the cheapest path to a step: from a step that is near enough, otherwise from the latest
   * one.
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
