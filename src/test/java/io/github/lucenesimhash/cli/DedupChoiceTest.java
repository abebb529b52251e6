package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.lucenesimhash.corpus.TextDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which document is kept, how large a group may get, and how groups are written. */
class DedupChoiceTest {

  private static final String FOX = "the quick brown fox jumps over the lazy dog by the river";
  private static final String HEADER = "kept\tduplicate\tdistance\tresemblance\n";
  private static final String NOTE = "lucene-simhash: ";

  @TempDir private Path folder;
  private Path corpus;

  @BeforeEach
  void write() throws IOException {
    corpus = folder.resolve("corpus.jsonl");
    write(corpus, "\"2026-11-20\"", "\"2026-11-20T23:30:00-01:00\"", "\"2026-11-21T00:29:59Z\"");
  }

  /** Documents a, b and so on, all of one text. */
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
        NOTE + "2 documents without a date count as the oldest" + System.lineSeparator(),
        run.err());
  }

  @Test
  void keepsTheNewestFile() throws IOException {
    Path texts = Files.createDirectory(folder.resolve("texts"));
    for (String name : List.of("1.txt", "2.txt", "3.txt")) {
      Files.writeString(texts.resolve(name), FOX);
    }
    long now = System.currentTimeMillis();
    Files.setLastModifiedTime(texts.resolve("1.txt"), FileTime.fromMillis(now - 20_000));
    Files.setLastModifiedTime(texts.resolve("2.txt"), FileTime.fromMillis(now));
    Files.setLastModifiedTime(texts.resolve("3.txt"), FileTime.fromMillis(now - 10_000));
    assertEquals(
        "2.txt 0  3.txt 0  1.txt", clusters(run("dedup", texts, "--keep", "newest").fine()));
  }

  @ParameterizedTest
  @CsvSource({
    "1970-01-02, 86400000",
    "1970-01-01T00:00:01, 1000",
    "1970-01-01 00:00:01.5Z, 1500",
    "1970-01-01T08:00+08:00, 0",
    "' 1760000000 ', 1760000000",
    "1e3, 1000",
    "NaN, -9223372036854775808",
    "1970-13-01, -9223372036854775808",
    "'', -9223372036854775808",
  })
  void readsDates(String date, long expected) {
    assertEquals(expected, TextDocument.date(date));
  }

  @Test
  void writesALineForEachDuplicate() throws IOException {
    Path out = folder.resolve("groups.tsv");
    run("dedup", corpus, "--out", out).fine();
    assertEquals(HEADER + "a\tb\t0\t1.0000\na\tc\t0\t1.0000\n", Files.readString(out));
    run("dedup", corpus, "--out", out, "--verify=0").fine();
    assertEquals(HEADER + "a\tb\t0\t\na\tc\t0\t\n", Files.readString(out));
  }

  @Test
  void writesAnObjectForEachCluster() throws IOException {
    String other = "{\"id\":\"%s\",\"text\":\"stock prices fell sharply in early trading\"}\n";
    Files.writeString(
        corpus, Files.readString(corpus) + other.replace("%s", "x") + other.replace("%s", "y"));
    Path out = folder.resolve("groups.jsonl");
    run("dedup", corpus, "--out", out).fine();
    List<String> lines = Files.readAllLines(out);
    assertEquals(2, lines.size());
    JsonNode second = new ObjectMapper().readTree(lines.get(1));
    assertEquals("x", second.get("kept").textValue());
    assertEquals(0, second.get("diameter").intValue());
    assertEquals("y", second.get("members").get(0).get("id").textValue());
    assertTrue(lines.get(1).startsWith("{"), lines.get(1));
  }
}
