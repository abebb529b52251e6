package io.github.lucenesimhash.evaluate;

import io.github.lucenesimhash.evaluate.LabelledPairs.Pair;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Holds the scores of a rule on pairs that people labelled.
 *
 * @param same the number of merged pairs of which one text may be dropped
 * @param other the number of merged pairs of which both texts must stay
 * @param precision the share of the merged pairs of which one text may be dropped
 * @param recall the share of the pairs of which one text may be dropped that is merged
 * @param area the area under the curve: how often a pair that may be merged has a higher score than
 *     a pair that may not, where ties count half
 * @param lost the number of texts that are dropped although, according to the labels, no other text
 *     says the same
 */
public record Judgement(
    int same, int other, double precision, double recall, double area, int lost) {

  private record Scored(double score, boolean isSame) {}

  /**
   * Returns the scores of a rule.
   *
   * @param rule the rule
   * @param pairs the pairs that people labelled
   * @param grade the minimum grade of a pair of which one text may be dropped
   */
  public static Judgement of(Rule rule, List<Pair> pairs, int grade) {
    List<Scored> all = new ArrayList<>();
    Set<String> dropped = new HashSet<>();
    Set<String> rightly = new HashSet<>();
    int same = 0;
    int other = 0;
    int labelledSame = 0;
    for (Pair pair : pairs) {
      boolean isSame = pair.grade() >= grade;
      double first = rule.score(pair.text(), pair.other());
      double second = rule.score(pair.other(), pair.text());
      double score = Math.max(first, second);
      all.add(new Scored(score, isSame));
      labelledSame += isSame ? 1 : 0;
      if (score >= 1) {
        same += isSame ? 1 : 0;
        other += isSame ? 0 : 1;
        (isSame ? rightly : dropped).add(second >= first ? pair.other() : pair.text());
      }
    }
    dropped.removeAll(rightly);
    return new Judgement(
        same,
        other,
        same / (double) (same + other),
        same / (double) labelledSame,
        area(all, labelledSame),
        dropped.size());
  }

  /** Computes the area from the ranks of the scores (Mann-Whitney); equal scores share a rank. */
  private static double area(List<Scored> all, int same) {
    all.sort(Comparator.comparingDouble(Scored::score));
    double ranks = 0;
    for (int from = 0, to; from < all.size(); from = to) {
      to = from;
      int sameHere = 0;
      while (to < all.size() && all.get(to).score == all.get(from).score) {
        sameHere += all.get(to).isSame ? 1 : 0;
        to++;
      }
      ranks += sameHere * (from + 1 + to) / 2.;
    }
    double below = same * (same + 1.) / 2;
    return (ranks - below) / (same * (double) (all.size() - same));
  }
}
