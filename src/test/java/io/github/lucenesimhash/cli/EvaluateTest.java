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

/** Tests {@code evaluate} with truth that it computes, reads or plants. */
class EvaluateTest {

  private static final String FOX =
      "the quick brown fox jumps over the lazy dog by the river and then it sleeps all day in the"
          + " warm sun behind the old mill";

  @TempDir private Path folder;
  private Path corpus;

  @BeforeEach
  void writeCorpus() throws IOException {
    corpus = folder.resolve("it's a corpus.tsv");
    Files.writeString(
        corpus,
        ("fox\t" + FOX + "\ncopy\t" + FOX + "!\nlonger\t" + FOX + " again\n")
            + "stocks\tstock prices fell sharply in early trading\nempty\t\n");
  }

  @Test
  void computesTheTruth() throws IOException {
    String out = run("evaluate", corpus, "--scheme", "standard").fine().out();
    assertTrue(
        out.startsWith("5 documents, 10 pairs: 3 alike, 0 left out; the rest unlike\n"), out);
    assertTrue(out.contains("\nscheme standard: 4 documents with a fingerprint; "), out);
    assertEquals(17, out.lines().filter(line -> line.matches(" +\\d+ .*\\|.*")).count(), out);
    assertTrue(out.contains("\n       0      1.000 "), out);
  }

  @Test
  void judgesSchemesSideBySide() {
    String two =
        run("evaluate", corpus, "--scheme", "en", "--scheme", "char shingle=3").fine().out();
    assertTrue(two.indexOf("\nscheme en: ") < two.indexOf("\nscheme char shingle=3: "), two);
    assertTrue(run("evaluate", corpus).fine().out().contains("\nscheme classic-words: "));
  }

  @Test
  void recommendsOptionsForTheShell() {
    String out = run("evaluate", corpus, "--scheme", "char shingle=3").fine().out();
    assertTrue(out.contains("\nrecommended for dedup: --scheme 'char shingle=3' -k "), out);
  }

  @Test
  void readsTheTruth() throws IOException {
    Path truth = folder.resolve("truth.tsv");
    Files.writeString(truth, "fox\tcopy\tdup\nlonger\tfox\t0.7\nlonger\tcopy\tnot\nfox\tgone\t1\n");
    String out = run("evaluate", corpus, "--scheme", "en", "--truth", truth).fine().out();
    assertTrue(out.startsWith("5 documents, 10 pairs: 1 alike, 1 left out; "), out);
    assertTrue(out.contains("\n       0      1.000   1.000 "), out);
  }

  @Test
  void takesASample() throws IOException {
    CommandLineRun run = run("evaluate", corpus, "--sample", 3, "--scheme", "standard");
    assertEquals(
        "lucene-simhash: 3 of 5 documents drawn at random (see --sample)" + System.lineSeparator(),
        run.err());
    assertTrue(run.out().startsWith("3 documents, 3 pairs: "), run.out());
  }

  @Test
  void saysSoIfNothingIsAlike() throws IOException {
    Path unlike = Files.writeString(folder.resolve("unlike.tsv"), "a\tone two\nb\tthree four\n");
    String out = run("evaluate", unlike).fine().out();
    assertEquals(
        "no pair is alike and within a distance: no scheme can be recommended",
        out.lines().toList().reversed().get(1));
  }
}
