package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that texts are verified by the words of the scheme, here without those of a list. */
class VerifierOfSchemeTest {

  private static final String TEXT = "ferry island late fog harbour quay lamp monday";

  @TempDir private Path folder;
  private Path stop;
  private Path texts;

  @BeforeEach
  void write() throws IOException {
    stop = Files.writeString(folder.resolve("stop"), "the\nof\nand\n");
    String other = TEXT.replace(" ", " of the ");
    texts = Files.writeString(folder.resolve("a.tsv"), "a\t" + TEXT + "\nb\t" + other + "\n");
  }

  @Test
  void byDedup() {
    assertTrue(run("dedup", texts).fine().out().contains(" 0 duplicates"));
    String out = run("dedup", texts, "--scheme", "stop-words=" + stop).fine().out();
    assertTrue(out.contains(" 1 duplicate"), out);
  }

  @Test
  void byTheWriter() {
    Object[] index = {"index", folder.resolve("i"), texts, "--dedup", "first"};
    assertTrue(run(index).fine().out().contains("0 duplicates"));
    index[1] = folder.resolve("j");
    String out = run(index, "--scheme", "stop-words=" + stop).fine().out();
    assertTrue(out.contains("1 duplicate ("), out);
  }

  @Test
  void bySearch() {
    Path index = folder.resolve("i");
    run("index", index, texts, "--store-text", "--scheme", "stop-words=" + stop).fine();
    Object[] search = {"search", index, "--id", "a", "--verify", ".8"};
    assertEquals("", run(search).out());
    assertEquals(2, run(search).exitCode(), "the list of words is not known");
    CommandLineRun found = run(search, "--scheme", "stop-words=" + stop);
    assertEquals(1, found.out().lines().count(), found.err());
  }
}
