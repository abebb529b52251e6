package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code evaluate}: truth that it computes, that it reads, and that it plants. */
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
    JsonNode json = run("evaluate", corpus, "--scheme", "standard", "--json").fine().json();
    assertEquals(5, json.get("documents").intValue());
    assertEquals(10, json.get("pairs").intValue());
    assertEquals("computed", json.get("truth").textValue());
    assertEquals(3, json.get("alike").intValue());
    assertEquals(2, json.get("notIdentical").intValue());
    JsonNode scheme = json.get("schemes").get(0);
    assertEquals(4, scheme.get("fingerprints").intValue());
    assertEquals(17, scheme.get("distances").size());
    JsonNode same = scheme.get("distances").get(0);
    assertEquals(1, same.get("precision").doubleValue());
    assertTrue(same.get("recall").doubleValue() >= 1 / 3.);
    assertEquals("standard", scheme.get("scheme").textValue());
    assertEquals("standard", json.get("bestVerified").get("scheme").textValue());
  }

  @Test
  void judgesSchemesSideBySide() throws IOException {
    JsonNode two =
        run("evaluate", corpus, "--scheme", "en", "--scheme", "char shingle=3", "--json")
            .fine()
            .json();
    assertEquals(List.of("en", "char shingle=3"), two.get("schemes").findValuesAsText("scheme"));
    JsonNode all = run("evaluate", corpus, "--json").fine().json();
    assertTrue(all.get("schemes").findValuesAsText("scheme").contains("classic-words"));
  }

  @Test
  void recommendsALineForTheShell() {
    String out = run("evaluate", corpus, "--scheme", "char shingle=3").fine().out();
    String line = out.lines().toList().reversed().get(1);
    String quoted = corpus.toString().replace("'", "'\\''");
    assertTrue(
        line.startsWith("lucene-simhash dedup '" + quoted + "' --scheme 'char shingle=3' -k "),
        line);
  }

  @Test
  void readsTheTruth() throws IOException {
    Path truth = folder.resolve("truth.tsv");
    Files.writeString(truth, "fox\tcopy\tdup\nlonger\tfox\t0.7\nlonger\tcopy\tnot\nfox\tgone\t1\n");
    JsonNode json =
        run("evaluate", corpus, "--scheme", "en", "--truth", truth, "--json").fine().json();
    assertEquals(1, json.get("alike").intValue());
    assertEquals(0, json.get("notIdentical").intValue());
    assertEquals(1, json.get("leftOut").intValue());
    JsonNode same = json.get("schemes").get(0).get("distances").get(0);
    assertEquals(1, same.get("recall").doubleValue());
    Files.writeString(truth, "fox\tcopy\tsame\n");
    run("evaluate", corpus, "--truth", truth)
        .refused(truth + ":1: similarity 'same', expected a number from 0 to 1, 'dup' or 'not'");
    Files.writeString(truth, "FOX\tcopy\tdup\n");
    run("evaluate", corpus, "--truth", truth)
        .refused(
            "no pair in " + truth + " names two of the documents, which go by ids such as 'fox'");
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
        "no pair is alike and within a distance: nothing to choose a scheme by",
        out.lines().toList().reversed().get(1));
    JsonNode json = run("evaluate", unlike, "--json").fine().json();
    for (String nothing : List.of("best", "bestVerified", "command")) {
      assertTrue(json.get(nothing).isNull(), nothing);
    }
  }

  @Test
  void refusesWhatItCannotUse() throws IOException {
    run("evaluate", corpus, "--positive", ".4")
        .refused(
            "--positive and --negative: positive is 0.4 and negative 0.5, expected 0 < negative <="
                + " positive <= 1");
    Path one = Files.writeString(folder.resolve("one.tsv"), "a\tone text\n");
    run("evaluate", one).refused("too few documents, 1, expected 2 or more (see --sample)");
    CommandLineRun unknown = run("evaluate", corpus, "--scheme", "best");
    assertEquals(2, unknown.exitCode());
    assertTrue(unknown.err().startsWith("lucene-simhash: --scheme 'best': "), unknown.err());
  }

  @Test
  void quotesForTheShell() throws Exception {
    for (String word : List.of("plain-1.jar", "it's", "a b", "$HOME", "\"x\"", "", "*", "中文")) {
      Process echo =
          new ProcessBuilder("sh", "-c", "printf %s " + ShellCommand.quoted(word)).start();
      assertEquals(word, new String(echo.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}
