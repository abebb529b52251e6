package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.util.Bits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexWindowTest {

  private static final String FOX =
      "the quick brown fox jumps over the lazy dog by the river and then sleeps until the next day";

  @TempDir private Path folder;

  static String line(String id, Object date, String source) {
    return String.format(
        Locale.ROOT,
        "{\"id\":\"%s\",\"text\":\"%s\",\"published\":\"%s\",\"meta\":{\"source\":\"%s\"}}\n",
        id,
        FOX,
        date,
        source);
  }

  private CommandLineRun index(String lines, Object... options) throws IOException {
    Path corpus = Files.writeString(folder.resolve("corpus.jsonl"), lines);
    return run("index", folder.resolve("index"), corpus, options);
  }

  private Set<String> ids() throws IOException {
    return ids(folder.resolve("index"));
  }

  static Set<String> ids(Path index) throws IOException {
    Set<String> ids = new TreeSet<>();
    try (DirectoryReader reader = StoredIndex.openAny(index, "index")) {
      Bits live = MultiBits.getLiveDocs(reader);
      for (int doc = 0; doc < reader.maxDoc(); doc++) {
        if (live == null || live.get(doc)) {
          ids.add(reader.storedFields().document(doc).get("id"));
        }
      }
    }
    return ids;
  }

  private static final String NEWS =
      line("a1", "2026-11-01", "a")
          + line("a15", "2026-11-15", "a") // the window includes its end
          + line("a15 and more", "2026-11-15T00:00:00.001", "a")
          + line("late", "2026-10-17T23:59:59.999Z", "a")
          + line("b1", "2026-11-01", "b")
          + line("b2", Instant.parse("2026-11-02T00:00:00Z").toEpochMilli(), "b");

  private static final Object[] SCOPE = {
    "--dedup",
    "first",
    "--window",
    "14d",
    "--date-field",
    "published",
    "--tenant-field",
    "meta.source"
  };

  @Test
  void keepsTheFirstOfEachWindowAndTenant() throws IOException {
    String end =
        " --window 14d --date-field published --tenant-field meta.source%s), 4 documents in the index, S s\n";
    String line =
        "6 documents, 0 skipped, 2 duplicates (2 left out, --dedup first -k 12 --verify 0.8";
    assertEquals(
        line + String.format(Locale.ROOT, end, ""), index(NEWS, SCOPE).fine().outWithoutSeconds());
    assertEquals("[a1, a15 and more, b1, late]", ids().toString());
    String again = index(NEWS).fine().outWithoutSeconds();
    assertEquals(line + String.format(Locale.ROOT, end, ", as the index remembers"), again);
    String others = NEWS.replace("published", "on").replace("source", "by");
    index(others, "--window", "14d", "--date-field", "on", "--tenant-field", "meta.by").fine();
    assertEquals(
        line + String.format(Locale.ROOT, end, ", as the index remembers"),
        index(others)
            .fine()
            .outWithoutSeconds()
            .replace("field on", "field published")
            .replace(".by", ".source"));
    assertEquals("[a1, a15 and more, b1, late]", ids().toString());
  }

  @Test
  void aDocumentWithoutDateOrTenantIsSkipped() throws IOException {
    CommandLineRun run =
        index(
            line("1", "2026-11-01", "a")
                + line("2", "yesterday", "a")
                + "{\"id\":\"3\",\"text\":\"x\",\"published\":\"2026-11-01\"}\n",
            SCOPE);
    assertEquals(3, run.exitCode(), run.err());
    String err = run.err();
    assertTrue(err.contains("corpus.jsonl:2: field 'published' is missing or no date"), err);
    assertTrue(
        err.contains(
            "corpus.jsonl:3: field 'meta.source' is missing, or neither a string nor a number"),
        err);
    assertEquals("[1]", ids().toString());
  }

  /** Empty tenants of CSV and tenants too long for an index are skipped, and the run goes on. */
  @Test
  void aTenantIsAWordOrTwo() throws IOException {
    Path csv = folder.resolve("corpus.csv");
    String rows = "id,text,by\n1,fox,\n2,fox,long\n3,fox,x\n";
    Files.writeString(csv, rows.replace("long", "long".repeat(10_000)).replace("fox", FOX));
    Path index = folder.resolve("index");
    CommandLineRun run = run("index", index, csv, "--dedup", "first", "--tenant-field", "by");
    assertEquals(3, run.exitCode(), run.err());
    assertTrue(run.err().contains(":2: field 'by' is missing, or neither"), run.err());
    assertTrue(run.err().contains(":3: field 'by' has 40000 bytes, expected at most"), run.err());
    assertEquals("[3]", ids().toString());
  }

  @Test
  void expiresByTheClock() throws IOException {
    Instant now = Instant.now();
    String lines =
        line("old", now.minus(Duration.ofDays(15)), "a")
            + line("young", now.minus(Duration.ofDays(13)), "b");
    index(lines, SCOPE).fine();
    assertEquals("[old, young]", ids().toString());
    index(line("new", now, "b"), SCOPE, "--expire").fine();
    assertEquals("[young]", ids().toString());
  }

  @Test
  void makesGroupsWithinTheWindowOfTheirFirst() throws IOException {
    String lines =
        line("begins", "2026-11-01", "a")
            + line("joins", "2026-11-14", "a")
            + line("too late", "2026-11-27", "a")
            + line("much too late", "2026-12-20", "a");
    index(lines, "--dedup", "mark", "--window", "14d", "--date-field", "published").fine();
    List<String> groups = new ArrayList<>();
    try (DirectoryReader reader = StoredIndex.openAny(folder.resolve("index"), "index")) {
      for (int doc = 0; doc < 4; doc++) {
        String group = reader.storedFields().document(doc).get(DuplicateOptions.GROUP);
        groups.add(group.substring(0, group.indexOf('#')));
      }
    }
    assertEquals("[begins, begins, too late, much too late]", groups.toString());
  }

  @Test
  void refusesAnotherWindow() throws IOException {
    index(NEWS, SCOPE).fine();
    index(NEWS, "--window", "7d", "--date-field", "published")
        .refused(
            "the index was made with --dedup first -k 12 --verify 0.8 --window 14d"
                + " --date-field published --tenant-field meta.source, but the options make --dedup"
                + " first -k 12 --verify 0.8 --window 7d --date-field published");
  }
}
