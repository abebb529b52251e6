package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class IndexTest extends IndexTestCase {

  @Test
  void indexingAgainUpdates() throws IOException {
    makeIndex();
    makeIndex();
    Files.writeString(corpus, "fox\t" + STOCKS + "\nnew\t" + FOX + "\n");
    assertEquals(
        "2 documents, 0 skipped, 5 documents in the index, S s\n",
        run("index", index, corpus).fine().outWithoutSeconds());
    assertEquals("stocks\t0\n", search("--id", "fox", "-k", 0).fine().out());
    assertEquals("copy\t0\n", search("--id", "new", "-k", 0).fine().out());
  }

  @Test
  void aFailedRunChangesNothing() throws IOException {
    Files.writeString(corpus, "new\t" + FOX + "\nno tab\n");
    run("index", index, corpus, "--strict").refused(corpus + ":2: no tab, expected id TAB text");
    writeCorpus();
    makeIndex();
    Files.writeString(corpus, "fox\t" + STOCKS + "\nno tab\n");
    assertEquals(2, run("index", index, corpus, "--strict").exitCode());
    assertEquals("copy\t0\n", search("--id", "fox").fine().out());
  }

  @Test
  void refusesAnotherScheme() {
    makeIndex("--scheme", "en");
    String both =
        "the index was made with scheme "
            + FingerprintScheme.parse("en").id()
            + ", but the options make scheme "
            + FingerprintScheme.parse("zh").id();
    run("index", index, corpus, "--scheme", "zh").refused(both);
    search("--id", "fox", "--scheme", "zh").refused(both);
    makeIndex("--scheme", "en");
    makeIndex();
    assertEquals("copy\t0\n", search("--id", "fox", "--scheme", "en").fine().out());
  }

  @Test
  void remembersTheOptionsOfItsScheme() throws IOException {
    makeIndex("--scheme", "char shingle=3 weights=log-tf top-features=20");
    Path text = Files.writeString(folder.resolve("text"), FOX);
    assertEquals("fox\t0\ncopy\t0\n", search("--file", text, "-k", 0).fine().out());
    assertEquals(2, search("--file", text, "--scheme", "char shingle=4").exitCode());
  }

  @Test
  void wantsTableFilesAgain() throws IOException {
    Path table = Files.writeString(folder.resolve("table"), "fox\t2.5\nstock\t0\n");
    makeIndex("--scheme", "classic-table word-weights=" + table);
    String scheme = "classic-table word-weights=" + table;
    Path text = Files.writeString(folder.resolve("text"), FOX);
    CommandLineRun without = search("--file", text);
    assertEquals(2, without.exitCode());
    assertTrue(without.err().contains("expected the same --scheme"), without.err());
    assertEquals("fox\t0\ncopy\t0\n", search("--file", text, "--scheme", scheme).fine().out());
    assertEquals("copy\t0\n", search("--id", "fox").fine().out());
    Files.writeString(table, "fox\t3\n");
    assertEquals(2, search("--file", text, "--scheme", scheme).exitCode());
  }
}
