package io.github.lucenesimhash.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.evaluate.LabelledPairs.Pair;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class LabelledPairsTest {

  private static final Path PAIRS = Path.of("src/test/resources/labelled-pairs.tsv");

  private static Pair pair(String line) {
    return LabelledPairs.ofLine(line).get();
  }

  @Test
  void readsThePublishedFormats() {
    assertEquals(new Pair(1, "year", "one", "two"), pair("same\tyear\tone\ttwo"));
    assertEquals(new Pair(0, "year", "one", ""), pair("other\tyear\tone\t"));
    assertEquals(new Pair(1, "", "one", "two"), pair("1\t17\t18\tone\ttwo"));
    assertEquals(new Pair(0, "", "one", "two"), pair("one\ttwo\t0"));
    String title = "COL title VAL one two COL year VAL 1997";
    assertEquals(new Pair(1, "", "one two", "three"), pair(title + "\tCOL title VAL three\t1"));
    Exception e = assertThrows(IllegalArgumentException.class, () -> pair("same\ttitle\tone"));
    assertTrue(e.getMessage().startsWith("line is 'same\ttitle\tone', expected label TAB kind"));
  }

  @Test
  void countsWhatIsMerged() {
    List<Pair> pairs =
        List.of(
            new Pair(1, "", "3", "3"),
            new Pair(1, "", "1", "2"),
            new Pair(0, "", "1", "3"),
            new Pair(0, "", "4", "3"),
            new Pair(0, "", "5", "5"));
    Rule rule = (goes, stays) -> goes.equals(stays) ? 2 : goes.compareTo(stays) > 0 ? 1 : .5;
    // 3 and 5 are dropped in favour of equal texts, 2, 3 and 4 of smaller ones; 3 and 2 rightly.
    assertEquals(
        new Judgement(2, 3, 2 / 5., 1, (1 + .5 + 1 + .5 + .5 + 0) / 6, 2),
        Judgement.of(rule, pairs, 1));
    Judgement none = Judgement.of((goes, stays) -> 0, pairs, 1);
    assertEquals(new Judgement(0, 0, Double.NaN, 0, .5, 0), none);
  }

  /** On 400 pairs that a person labelled, the rules are no worse than when last measured. */
  @Test
  void noLessIsRightThanBefore() throws IOException {
    List<Pair> pairs = LabelledPairs.read(PAIRS);
    assertEquals(400, pairs.size());
    assertEquals(158, pairs.stream().filter(pair -> pair.grade() == 1).count());
    assertMerged(88, 4, "standard", pairs);
    assertMerged(88, 4, "standard guard=replaced,numbers", pairs);
    assertMerged(88, 242, "standard guard=none", pairs);
    assertMerged(107, 5, "contained", pairs);
    assertMerged(
        30, 0, "contained", pairs.stream().filter(it -> it.kind().equals("reprint")).toList());
  }

  private static void assertMerged(int leastSame, int mostOther, String rule, List<Pair> pairs) {
    Judgement judgement = Judgement.of(Rule.of(rule), pairs, 1);
    assertTrue(
        judgement.same() >= leastSame && judgement.other() <= mostOther, rule + ": " + judgement);
  }
}
