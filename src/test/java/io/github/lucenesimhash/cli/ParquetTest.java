package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.testing.HandmadeParquet;
import io.github.lucenesimhash.testing.Rounds;
import io.github.lucenesimhash.testing.Seeds;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests files of 40 rows that other programs wrote: DuckDB 1.4 (its Node client; 16 rows a group in
 * {@code duckdb-none}), and parquet-java 1.17.1 with pages of 1,024 bytes. The columns are id,
 * text, published and source. Files of DuckDB also have a struct meta (title, n) and a list tags.
 * Row i + 20 is row i with another word at its end; row 7 has no text.
 */
class ParquetTest {

  private static final long FIRST_DATE = Instant.parse("2026-11-01T00:00:00Z").toEpochMilli();

  @TempDir private Path folder;

  private Path file(String name) throws IOException {
    try (InputStream in = getClass().getResourceAsStream("parquet/" + name + ".parquet")) {
      return Files.write(folder.resolve("t.parquet"), in.readAllBytes());
    }
  }

  private static String text(int row) {
    int k = row % 20;
    String island = (char) ('A' + k) + String.valueOf((char) ('a' + k)).repeat(4);
    return String.format(
        Locale.ROOT,
        "The ferry number %d from the island of %s was late by %d minutes, said its captain, and"
            + " \u6e21\u8239%d\u665a\u70b9\u4e86%s",
        k,
        island,
        3 * k,
        k,
        row < 20 ? "" : " today");
  }

  /** Writes the rows as JSON lines. */
  private Path lines() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int row = 0; row < 40; row++) {
      String text = row == 7 ? "" : ",\"text\":\"" + text(row) + "\"";
      String source = row % 3 == 0 ? "a" : "b";
      long date = FIRST_DATE + TimeUnit.HOURS.toMillis(row);
      lines.add(
          "{\"id\":" + row + text + ",\"source\":\"" + source + "\",\"published\":" + date + "}");
    }
    return Files.write(folder.resolve("t.jsonl"), lines);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "duckdb-none",
        "duckdb-snappy",
        "duckdb-gzip",
        "duckdb-zstd-v2",
        "parquet-java-snappy",
        "parquet-java-gzip",
        "parquet-java-zstd-v2"
      })
  void sameGroupsAsOfLines(String name) throws IOException {
    Path parquet = file(name);
    Path out = folder.resolve("groups.tsv");
    for (String[] more :
        new String[][] {
          {}, {"--keep", "newest", "--date-field", "published"}, {"--verify=0", "-k", "5"}
        }) {
      CommandLineRun expected = run("dedup", lines(), "--out", out, more);
      String groups = Files.readString(out);
      CommandLineRun run = run("dedup", parquet, "--out", out, more);
      assertEquals(expected.outWithoutSeconds(), run.outWithoutSeconds());
      assertEquals(3, run.exitCode());
      assertEquals(groups, Files.readString(out));
      String skipped = "lucene-simhash: skipped " + parquet + "#7: no 'text', ";
      assertTrue(run.err().startsWith(skipped), run.err());
    }
    assertTrue(Files.readString(out).lines().count() > 10);
  }

  @Test
  void tenantsAndWindows() throws IOException {
    String[] options = {"--dedup", "first", "--window", "10h", "--date-field", "published"};
    for (String[] more : new String[][] {{}, {"--tenant-field", "source"}}) {
      List<String> outs = new ArrayList<>();
      for (Path input : List.of(lines(), file("duckdb-snappy"))) {
        Path index = folder.resolve("index" + more.length + input.getFileName());
        outs.add(run("index", index, input, options, more).outWithoutSeconds());
      }
      assertEquals(outs.get(0), outs.get(1));
    }
  }

  @Test
  void columnsByName() throws IOException {
    Path parquet = file("duckdb-snappy");
    String printed = run("fingerprint", parquet, "--text-field", "meta.title").fine().out();
    assertTrue(printed.startsWith("0\t"), printed);
    assertEquals(40, printed.lines().count());
    String both = run("fingerprint", parquet, "--text-field", "meta.title,text").fine().out();
    assertEquals(40, both.lines().count());
    String byRow =
        run("fingerprint", parquet, "--text-field", "meta.title", "--id-field", "none").out();
    assertTrue(
        byRow.startsWith(parquet + "#0\t") && byRow.contains("\n" + parquet + "#39\t"), byRow);
    assertEquals(40, run("fingerprint", parquet, "--text-field", "tags").out().lines().count());
    CommandLineRun none = run("fingerprint", parquet, "--text-field", "body");
    assertTrue(
        none.err()
            .contains(
                "skipped "
                    + parquet
                    + ": has no column 'body' (see --text-field), it has [id, text, published,"
                    + " source, meta.title, meta.n, tags"),
        none.err());
    assertEquals(2, none.exitCode());
    CommandLineRun brotli = run("fingerprint", file("duckdb-brotli"));
    assertTrue(brotli.err().toUpperCase(Locale.ROOT).contains("BROTLI"), brotli.err());
  }

  @Test
  void rowsThatAreKept() throws IOException {
    Path in = Files.createDirectory(folder.resolve("in"));
    Path parquet = in.resolve("a.parquet");
    Files.move(file("duckdb-none"), parquet);
    Path rows = folder.resolve("kept.csv");
    CommandLineRun run = run("dedup", parquet, "--write-clean", rows);
    assertTrue(run.out().contains(" kept (rows in " + rows + "), "), run.out());
    List<String> written = Files.readAllLines(rows);
    assertEquals(kept(run, 40), written.size() - 1, "a row that could not be read stays");
    assertEquals("file,row", written.get(0));
    for (int row = 0; row < 20; row++) {
      assertEquals("\"" + parquet + "\"," + row, written.get(row + 1));
    }

    Files.writeString(in.resolve("b.jsonl"), "{\"id\":\"b\",\"text\":\"" + text(3) + "\"}\n");
    Path clean = folder.resolve("clean");
    CommandLineRun both = run("dedup", in, "--write-clean", clean);
    Path named = clean.resolve("kept-rows.csv");
    assertTrue(both.out().contains(" kept (rows in " + named + "), "), both.out());
    assertEquals(Files.readString(rows), Files.readString(named));
    assertEquals("", Files.readString(clean.resolve("b.jsonl")));
    assertFalse(Files.exists(clean.resolve("a.parquet")));

    Path lines = folder.resolve("clean.jsonl");
    run("dedup", in, "--write-clean", lines);
    assertEquals(kept(run, 39), Files.readAllLines(lines).size());
    run("dedup", in, "--write-clean", folder.resolve("clean.parquet"))
        .refused(
            "--write-clean '"
                + folder.resolve("clean.parquet")
                + "' cannot be written as Parquet, expected .jsonl, or .csv to list the kept rows");
    run("dedup", in, "--write-clean", rows)
        .refused(
            "--write-clean '"
                + rows
                + "' can only be written from one .csv file, expected .jsonl or a new"
                + " folder");
  }

  private static int kept(CommandLineRun run, int rows) {
    return rows - Integer.parseInt(run.out().replaceFirst("(?s).* (\\d+) duplicates.*", "$1"));
  }

  /** Structs nested deeper than any JSON, or than a stack allows, count as damage. */
  @ParameterizedTest
  @ValueSource(ints = {1100, 20_000})
  void structsInStructs(int depth) throws IOException {
    List<String> path = new ArrayList<>(Collections.nCopies(depth, "a"));
    path.set(0, "text");
    Path deep = folder.resolve("a.parquet");
    Files.write(deep, new HandmadeParquet(1).column(path, List.of("a text")).bytes());
    Files.writeString(folder.resolve("b.txt"), "one more text");
    CommandLineRun run = run("fingerprint", folder);
    assertTrue(
        run.err().startsWith("lucene-simhash: skipped " + deep + ": is damaged: "), run.err());
    assertEquals(2, run.err().lines().count(), run.err());
    assertEquals(1, run.out().lines().count(), "the other file");
    assertEquals(3, run.exitCode());
  }

  /** Columns named with full stops, as by pandas for nested values, are found beside structs. */
  @Test
  void columnsWithFullStops() throws IOException {
    Path parquet = folder.resolve("a.parquet");
    List<String> texts = List.of("one text", "and another");
    List<String> others = List.of("x", "y");
    Files.write(
        parquet,
        new HandmadeParquet(2)
            .column(List.of("meta.id"), List.of("i", "j"))
            .column(List.of("tags", "text"), others)
            .column(List.of("meta", "sub.text"), texts)
            .column(List.of("meta.text"), texts)
            .column(List.of("meta.at"), List.of("2026-11-02", "2026-11-01"))
            .column(List.of("text"), texts)
            .bytes());
    for (String column : List.of("text", "meta.text", "meta.sub.text")) {
      List<String> printed =
          run("fingerprint", parquet, "--text-field", column, "--id-field", "meta.id")
              .fine()
              .out()
              .lines()
              .toList();
      Path lines = folder.resolve("a.jsonl");
      Files.writeString(
          lines, "{\"id\":\"i\",\"text\":\"one text\"}\n{\"id\":\"j\",\"text\":\"and another\"}");
      assertEquals(run("fingerprint", lines).fine().out().lines().toList(), printed);
    }
    Object[] options = {"--id-field", "meta.id", "--date-field", "meta.at", "--keep", "newest"};
    run("dedup", parquet, options).fine();
  }

  /** A page that claims to be longer than its column is damage, and does not make a run endless. */
  @Test
  void aPageLongerThanItsColumn() throws IOException {
    Path parquet = file("duckdb-none");
    byte[] bytes = Files.readAllBytes(parquet);
    bytes[363] = (byte) 0xC3; // in the length of the page of texts
    Files.write(parquet, bytes);
    CommandLineRun run = run("fingerprint", parquet, "--strict");
    assertEquals(2, run.exitCode());
    assertTrue(run.err().contains(" is damaged: "), run.err());
  }

  /** A damaged file is read as a whole or skipped with one line, and soon. */
  @ParameterizedTest
  @ValueSource(strings = {"duckdb-none", "duckdb-snappy", "parquet-java-zstd-v2"})
  void damage(String name) throws IOException {
    Path parquet = file(name);
    byte[] whole = Files.readAllBytes(parquet);
    Files.writeString(folder.resolve("b.txt"), "one more text");
    Random random = Seeds.random(7);
    int rounds = Rounds.of(60, 300);
    int skipped = 0;
    for (int i = 0; i < rounds; i++) {
      byte[] damaged =
          Arrays.copyOf(whole, i % 3 == 0 ? random.nextInt(whole.length) : whole.length);
      for (int changes = i % 3; changes > 0 && damaged.length > 0; changes--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      Files.write(parquet, damaged);
      CommandLineRun run = run("fingerprint", folder, "--strict");
      assertTrue(Set.of(0, 2).contains(run.exitCode()), run.err());
      assertTrue(run.err().lines().count() <= 1, run.err());
      skipped += run.exitCode() == 0 ? 0 : 1;
    }
    assertTrue(skipped > rounds / 2, skipped + " of " + rounds);
    Files.write(parquet, Arrays.copyOf(whole, 1000));
    CommandLineRun run = run("fingerprint", folder);
    assertEquals(3, run.exitCode());
    assertTrue(
        run.err().startsWith("lucene-simhash: skipped " + parquet + ": is damaged: "), run.err());
    assertEquals(1, run.out().lines().count(), "the other file");
  }
}
