package io.github.lucenesimhash.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.evaluate.LabelledPairs.Count;
import io.github.lucenesimhash.evaluate.LabelledPairs.Merged;
import io.github.lucenesimhash.evaluate.LabelledPairs.Row;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.Guard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class LabelledPairsTest {

  private static final Path PAIRS = Path.of("src/test/resources/labelled-pairs.tsv");

  private static Merged merged(List<String> lines, Comparison comparison) {
    LabelledPairs pairs = new LabelledPairs();
    lines.forEach(pairs::add);
    return pairs.merged("standard", FingerprintScheme.standard(), comparison);
  }

  @Test
  void countsByKindAndLabel() {
    String text =
        "all of the ferries to the island were late again on Monday morning"
            + " and the last of them came in long after the shops";
    List<String> lines =
        List.of(
            "same\tcase\t" + text + "\t" + text.toUpperCase(Locale.ROOT),
            "other\tcase\t" + text + "\tsomething else",
            "other\tday\t" + text + "\t" + text.replace("Monday", "Tuesday"),
            "same\tempty\t\t");
    Merged merged = merged(lines, Comparison.within(20).verified(.8));
    Count none = new Count(0, 0, 0);
    Row ofCase = new Row("case", new Count(1, 1, 1), new Count(1, 0, 0));
    Row ofDay = new Row("day", none, new Count(1, 1, 0));
    Row ofEmpty = new Row("empty", new Count(1, 0, 0), none);
    assertEquals(List.of(ofCase, ofDay, ofEmpty), merged.kinds());
    assertEquals(new Row("all", new Count(2, 1, 1), new Count(2, 1, 0)), merged.all());
    Comparison ofNumbers = Comparison.within(20).verified(.7).guarded(Guard.NUMBERS);
    assertEquals(
        new Row("all", new Count(2, 1, 1), new Count(2, 1, 1)), merged(lines, ofNumbers).all());
  }

  @Test
  void refusesOtherLines() {
    for (String line : List.of("same\ttitle\tone", "same\ttitle\tone\ttwo\tthree", "same")) {
      assertRefused(
          line, line.split("\t").length + " columns, expected label TAB kind TAB text TAB text");
    }
    assertRefused("dup\ttitle\tone\ttwo", "label 'dup', expected 'same' or 'other'");
  }

  private static void assertRefused(String line, String message) {
    Exception e = assertThrows(IllegalArgumentException.class, () -> new LabelledPairs().add(line));
    assertEquals(message, e.getMessage());
  }

  /** 400 pairs, by a person. The bounds are what is merged today, not what is to be wished for. */
  @Test
  void noLessIsRightThanBefore() throws IOException {
    List<String> lines = Files.readAllLines(PAIRS);
    Row standard = merged(lines, Comparison.STANDARD).all();
    assertEquals(158, standard.same().pairs());
    assertEquals(242, standard.other().pairs());
    atLeast(88, standard.same());
    atMost(4, standard.other());
    Row replaced =
        merged(lines, Comparison.STANDARD.guarded(Guard.parse("replaced,numbers"))).all();
    atLeast(88, replaced.same());
    atMost(4, replaced.other());
    Row unguarded = merged(lines, Comparison.STANDARD.guarded(Guard.NONE)).all();
    atLeast(88, unguarded.same());
    Merged contained = merged(lines, Comparison.CONTAINED);
    atLeast(107, contained.all().same());
    atMost(5, contained.all().other());
    Row reprint =
        contained.kinds().stream().filter(row -> row.kind().equals("reprint")).findFirst().get();
    assertEquals(new Row("reprint", new Count(30, 30, 30), new Count(10, 0, 0)), reprint);
  }

  private static void atLeast(long least, Count same) {
    assertTrue(same.verified() >= least, same.toString());
  }

  private static void atMost(long most, Count other) {
    assertTrue(other.verified() <= most, other.toString());
  }
}
