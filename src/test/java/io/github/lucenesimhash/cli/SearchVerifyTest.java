package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code search --verify}, which finds the texts that are alike among all (distance 64). */
class SearchVerifyTest {

  private static final String FOX = "the quick brown fox jumps over the lazy dog"; // 11 features

  @TempDir private Path folder;
  private Path index;
  private Path corpus;

  @BeforeEach
  void makeIndex() throws IOException {
    index = folder.resolve("index");
    corpus = folder.resolve("corpus.tsv");
    Files.writeString(
        corpus,
        "other\tstock prices fell sharply in early trading\nlonger\t"
            + FOX
            + " again\nfox\t"
            + FOX
            + "!\n");
    run("index", index, corpus, "--store-text").fine();
  }

  private CommandLineRun search(Object... options) {
    return run("search", index, "-k", 64, options);
  }

  private static String note(String line) {
    return "lucene-simhash: " + line + System.lineSeparator();
  }

  @Test
  void printsTheMostAlikeFirst() throws IOException {
    Path text = Files.writeString(folder.resolve("text"), FOX);
    CommandLineRun some = search("--file", text, "--verify", ".6");
    assertEquals("fox\t", some.out().substring(0, 4));
    String longer = "longer\t\\d+\t0\\.6429\t" + FOX + " again\n";
    assertTrue(some.out().matches("fox\t0\t1\\.0000\t" + FOX + "!\n" + longer), some.out());
    assertEquals(note("2 of 3 candidates resemble the text by 0.6 or more"), some.err());
    CommandLineRun same = search("--file", text, "--verify", "1");
    assertEquals("fox\t0\t1.0000\t" + FOX + "!\n", same.out());
    String other = "other\t\\d+\tstock prices fell sharply in early trading\n";
    String unranked = longer.replace("\t0\\.6429", "");
    String unverified = search("--id", "fox", "--verify=0").fine().out();
    assertTrue(unverified.matches(unranked + other), unverified);
    assertEquals(
        run("search", index, "--file", text).fine().out(), run("search", index, FOX).fine().out());
  }

  /** A search of an index with texts shows how each text begins. */
  @Test
  void showsHowTextsBegin() throws IOException {
    String blanks = " a  long\ttext of\n\nwords";
    String han = "\u4e2d\u6587".repeat(100);
    StringBuilder lines = new StringBuilder();
    String far = " ".repeat(400);
    for (String text :
        List.of(blanks.repeat(20), han, "two\twords", far + "behind", "one" + far + "more")) {
      lines.append("{\"id\":").append(lines.length());
      lines.append(",\"text\":").append(Json.line(text).strip()).append("}\n");
    }
    Path texts = Files.writeString(folder.resolve("texts.jsonl"), lines);
    index = folder.resolve("starts");
    run("index", index, texts, "--store-text").fine();
    List<String> hits = search("--fingerprint", "0123456789abcdef").fine().out().lines().toList();
    List<String> starts = hits.stream().map(hit -> hit.split("\t", -1)[2]).sorted().toList();
    String start = "a long text of words ".repeat(3) + "a long text of...";
    assertEquals(
        List.of(start, "behind", "one...", "two words", han.substring(0, 40) + "..."), starts);
    JsonNode json = search("--fingerprint", "0123456789abcdef", "--json", "--top", 1).json();
    assertEquals(
        List.of("id", "distance", "start"),
        json.at("/hits/0").properties().stream().map(field -> field.getKey()).toList());
  }

  @Test
  void jsonTellsTheResemblance() throws IOException {
    JsonNode json = search("--id", "fox", "--verify", ".5", "--json").json();
    assertEquals(.5, json.get("minResemblance").doubleValue());
    assertEquals(2, json.get("candidates").intValue());
    assertEquals(1, json.get("total").intValue());
    assertEquals(9 / 14., json.get("hits").get(0).get("resemblance").doubleValue(), 1e-6);
  }

  @Test
  void topLimits() {
    CommandLineRun one = search(FOX, "--verify", ".5", "--top", 1);
    assertEquals(1, one.out().lines().count());
    assertTrue(one.err().endsWith(note("the most alike 1 of 2 (see --top)")), one.err());
  }

  /**
   * A search holds only the hits that it prints: the index has 128 MB of ids, and the heap 64 MB.
   * The best hits come last, and from all segments.
   */
  @Test
  void holdsNoMoreThanItPrints() throws Exception {
    String long30 = "x".repeat(30_000);
    for (int run = 0; run < 2; run++) {
      try (Writer lines = Files.newBufferedWriter(corpus)) {
        for (int i = 0; i < 2_100; i++) {
          lines.write(long30 + run + "-" + i + "\t" + FOX + (i < 2_097 ? " again\n" : "\n"));
        }
      }
      run("index", index, corpus, "--store-text").fine();
    }
    Object[] search = {"search", index, "-k", 64, "--id", "fox", "--verify", ".5", "--top", 6};
    Map<String, String> small = Map.of("_JAVA_OPTIONS", "-Xmx64m");
    CommandLineRun run = CommandLineRun.runInChild(small, folder, search);
    assertEquals(0, run.exitCode(), run.err());
    assertTrue(run.err().contains("4201 of 4202 candidates resemble"), run.err());
    assertEquals(
        List.of("0-2097", "0-2098", "0-2099", "1-2097", "1-2098", "1-2099"),
        run.out().lines().map(line -> line.split("\t", -1)[0].replaceFirst("x+", "")).toList());
  }

  @Test
  void anIndexWithTextsGoesOnStoring() throws IOException {
    Files.writeString(corpus, "more\t" + FOX + "\n");
    run("index", index, corpus).fine();
    assertTrue(search("--id", "more", "--verify", ".9").out().startsWith("fox\t0\t1.0000\t"));
  }
}
