package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a window reads only real dates, because 14 days of another unit would be any time. */
class DateFieldTest {

  @TempDir private Path folder;

  private CommandLineRun index(String file, String lines) throws IOException {
    Path corpus = Files.writeString(folder.resolve(file), lines);
    Path index = folder.resolve("index");
    return run("index", index, corpus, "--dedup", "first", "--window", "14d", "--date-field", "on");
  }

  /**
   * A number in another unit is no date: a day, a year, seconds, microseconds, nanoseconds, and the
   * least number that is too large.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {"20261121", "2026", "1795219200", "1795219200000000", "1.7952192e18", "1e14"})
  void anotherNumberIsNoDate(String number) throws IOException {
    String good = "{\"id\":\"a\",\"text\":\"some text of words\",\"on\":1795219200000}\n";
    String bad = "{\"id\":\"b\",\"text\":\"another text\",\"on\":" + number + "}\n";
    String because =
        ":2: field 'on' is '"
            + number
            + "', expected ISO 8601 (2026-11-21) or milliseconds since 1970\n";
    CommandLineRun run = index("a.jsonl", good + bad);
    assertEquals(3, run.exitCode(), run.err());
    assertTrue(run.err().contains(because), run.err());
    assertTrue(run.out().endsWith(" s\n") && run.out().startsWith("1 document, 1 skipped"));
    run = index("a.csv", "id,text,on\nb,another text," + number + "\n");
    assertTrue(run.err().contains(because), run.err());
  }

  @Test
  void spaceDoesNotMakeANumberADate() throws IOException {
    CommandLineRun run = index("a.csv", "id,text,on\nb,another text,\u300020261121\u2003\n");
    assertTrue(run.err().contains("field 'on' is '\u300020261121\u2003', expected"), run.err());
  }

  @Test
  void millisecondsAndDaysLongAgoAreDates() throws IOException {
    String lines = "id,text,on\na,some,1970-01-02\nb,other,-200000000000\nc,more,1.7952192e12\n";
    index("b.csv", lines + "d,first,100000000000\n").fine();
  }
}
