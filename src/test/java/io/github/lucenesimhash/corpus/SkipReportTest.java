package io.github.lucenesimhash.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Quotes of the input are cut, but not within a character. */
class SkipReportTest {

  private static final class Notes implements Terminal {

    private final List<String> all = new ArrayList<>();

    @Override
    public InputStream in() {
      return InputStream.nullInputStream();
    }

    @Override
    public void note(String message) {
      all.add(message);
    }

    @Override
    public Bar progress(String task, long steps) {
      throw new AssertionError("nothing is read");
    }
  }

  @Test
  void longReasonsAreCut() {
    Notes notes = new Notes();
    SkipReport report = new SkipReport(notes, false);
    String most = "a".repeat(119);
    String character = "\ud83d\ude00"; // outside the first 65,536
    for (String reason : List.of(most + "b", most + "bc", most + character)) {
      report.add("f:1", new SkippedException("bad", reason));
    }
    assertEquals(
        List.of(
            "skipped f:1: " + most + "b",
            "skipped f:1: " + most + "b...",
            "skipped f:1: " + most + "..."),
        notes.all);
    assertEquals(3, report.count());
  }
}
