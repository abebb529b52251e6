package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.lucenesimhash.corpus.TextDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.lucene.util.NumericUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which document is kept, how large a group may become, and how groups are written. */
class DedupChoiceTest {

  private static final String FOX = "the quick brown fox jumps over the lazy dog by the river";
  private static final String NOTE = "lucene-simhash: ";

  @TempDir private Path folder;
  private Path corpus;

  @BeforeEach
  void write() throws IOException {
    corpus = folder.resolve("corpus.jsonl");
    write(corpus, "\"2026-11-20\"", "\"2026-11-20T23:30:00-01:00\"", "\"2026-11-21T00:29:59Z\"");
  }

  /** Writes documents a, b and so on, all of one text. */
  private static void write(Path file, String... dates) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < dates.length; i++) {
      lines.append("{\"id\":\"").append((char) ('a' + i)).append("\",\"on\":").append(dates[i]);
      lines.append(",\"text\":\"").append(FOX).append("\"}\n");
    }
    Files.writeString(file, lines);
  }

  private static String clusters(CommandLineRun run) {
    return String.join(" ", run.out().lines().limit(3).map(String::strip).toList());
  }

  @Test
  void keepsTheNewestByAField() {
    assertEquals("a 0  b 0  c", clusters(run("dedup", corpus).fine()));
    CommandLineRun newest = run("dedup", corpus, "--keep", "newest", "--date-field", "on").fine();
    assertEquals("b 0  c 0  a", clusters(newest));
  }

  @Test
  void withoutADateIsOldest() throws IOException {
    write(corpus, "\"soon\"", "null", "-5");
    CommandLineRun run = run("dedup", corpus, "--keep", "newest", "--date-field", "on");
    assertEquals("c 0  a 0  b", clusters(run));
    assertEquals(
        NOTE + "documents without a date: 2, counted as the oldest" + System.lineSeparator(),
        run.err());
  }

  @ParameterizedTest
  @CsvSource({
    "1970-01-02, 86400000",
    "1970-01-01T00:00:01, 1000",
    "1970-01-01 00:00:01.5Z, 1500",
    "1970-01-01T08:00+08:00, 0",
    "' 1760000000 ', 1760000000",
    "'\u30002024', 2024",
    "1e3, 1000",
    "NaN, -9223372036854775808",
    "1970-13-01, -9223372036854775808",
    "'', -9223372036854775808",
    "2026-11-21T14:50:00+0800, 1795243800000",
    "2026-11-21T14:50:00+08, 1795243800000",
    "2026-11-21 14:50:00.000 +08:00, 1795243800000",
    "2026-11-21T14:50+0530, 1795252800000",
    "2026-11-21T06:50:00Z, 1795243800000",
    "2026-11-21 06:50:00, 1795243800000",
    "2026-11-21T06:50:00-0000, 1795243800000",
  })
  void readsDates(String date, long expected) {
    assertEquals(expected, TextDocument.date(date));
    boolean isNone = expected == TextDocument.NO_DATE;
    long rank = isNone ? expected : NumericUtils.doubleToSortableLong((double) expected);
    assertEquals(rank, TextDocument.rank(date));
  }
}
