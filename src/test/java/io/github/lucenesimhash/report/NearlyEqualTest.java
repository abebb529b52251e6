package io.github.lucenesimhash.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.report.ReportGroup.Pair;
import io.github.lucenesimhash.report.ReportGroup.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what the page says about texts that are nearly equal, and its filter of numbers. */
class NearlyEqualTest {

  private static final String SHOWN =
      "[...document.querySelectorAll('.group h3 .name')].map(e => e.textContent).join()";
  private static final String COUNT = "document.getElementById('shown').textContent";
  private static final String FACTS =
      "[...document.querySelectorAll('summary .facts')].map(f => f.textContent).join()";
  private static final String CLICK_NUMBERS = "document.getElementById('numbers').click()";

  @TempDir private Path folder;
  private Path page;

  @BeforeEach
  void name() {
    page = folder.resolve("report.html");
  }

  private Chromium browser() throws IOException {
    return Chromium.start(Files.createDirectory(folder.resolve("profile")));
  }

  private static ReportGroup pair(int number, String id, String left, String right) {
    Pair pair = new Pair(new Text(id + "-copy", right, null), 0, 1, Double.NaN);
    return new ReportGroup(number, new Text(id, left, null), List.of(pair));
  }

  @Test
  void signsAndNumbersAreNoPunctuation() throws IOException {
    SampleReport.write(
        page,
        List.of(
            pair(1, "point", "take 1.5 mg of it", "take 15 mg of it"),
            pair(2, "minus", "it was -5 degrees", "it was 5 degrees"),
            pair(3, "space", "about 1 5 of it", "about 15 of it"),
            pair(4, "plus", "written in C++ only", "written in C only"),
            pair(5, "sharp", "written in C# only", "written in C only"),
            pair(6, "percent", "about 5% of it", "about 5 of it"),
            pair(7, "comma", "in 2020, (we) said: so", "In 2020 we\nsaid so.")),
        4000);
    try (Chromium browser = browser()) {
      browser.open(page, 1280, 900, false);
      browser.await("7 of 7 groups", COUNT);
      assertEquals(
          "same words,".repeat(6) + "equal but for punctuation", browser.evaluate(FACTS).asText());
    }
  }

  /** Cut texts pass the filter, because the part that is cut off may contain a number. */
  @Test
  void whatIsCutPassesTheFilter() throws IOException {
    String all = "all ".repeat(40);
    String other = "other ".repeat(200);
    SampleReport.write(
        page,
        List.of(
            pair(1, "none", "one " + all + "a text", "two " + all + "a text"),
            pair(2, "more", "one " + all + other + all + "5", "two " + all + all + "6"),
            pair(3, "long", "one " + all, other + "5 " + all)),
        300);
    try (Chromium browser = browser()) {
      browser.open(page, 1280, 900, false);
      browser.await("3 of 3 groups", COUNT);
      browser.evaluate(CLICK_NUMBERS);
      assertEquals("more,long", browser.evaluate(SHOWN).asText());
    }
  }

  @Test
  void saysWhatDiffersInWords() throws IOException {
    String longId = "folder/" + "a".repeat(200) + "/name.txt";
    SampleReport.write(
        page,
        List.of(
            pair(1, "case", "Late by 20 minutes", "LATE by \uff12\uff10 minutes"),
            pair(2, "marks", "Late: by 20 minutes", "Late, by 20 minutes!"),
            pair(3, "equal", "Late by 20 minutes", "Late by 20 minutes"),
            pair(4, "number", "Late by 20 minutes", "Late by 45 minutes"),
            pair(5, longId, "Early by 20 minutes", "Late by 20 minutes")),
        4000);
    String columns = "document.querySelector('.row').childElementCount";
    try (Chromium browser = browser()) {
      browser.open(page, 1280, 900, false);
      browser.await("5 of 5 groups", COUNT);
      assertEquals(
          "equal but for width or case,equal but for punctuation,equal,same words,same words",
          browser.evaluate(FACTS).asText());
      assertEquals("2", browser.evaluate(columns).asText());
      browser.evaluate(CLICK_NUMBERS);
      assertEquals("1 of 5 groups", browser.evaluate(COUNT).asText());
      assertEquals("number", browser.evaluate(SHOWN).asText());
      browser.evaluate(CLICK_NUMBERS);
      String last = "document.querySelector('.group:last-child h3 .name')";
      assertEquals(longId, browser.evaluate(last + ".title").asText());
      String cut = browser.evaluate(last + ".textContent").asText();
      assertTrue(cut.length() == 81 && cut.endsWith("a/name.txt"), cut);
      browser.evaluate("document.querySelector('.group:last-child .copy').click()");
      assertEquals(longId, browser.evaluate(last + ".textContent").asText());
      browser.open(page, 390, 800, false);
      browser.await("5 of 5 groups", COUNT);
      assertEquals("1", browser.evaluate(columns).asText());
      assertEquals(
          "Late by 2045 minutes",
          browser.evaluate("document.querySelectorAll('.row')[3].textContent").asText());
      assertEquals(List.of(), browser.problems());
    }
  }
}
