package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Tests that no output is an input or another output. */
class OutputsTest {

  private static final String FOX = "the quick brown fox jumps over the lazy dog by the river";

  @TempDir private Path folder;
  private Path corpus;
  private Path truth;
  private Path words;
  private Path weights;

  @BeforeEach
  void write() throws IOException {
    corpus = Files.writeString(folder.resolve("a.tsv"), "a\t" + FOX + "\nb\t" + FOX + "!\n");
    truth = Files.writeString(folder.resolve("truth.tsv"), "a\tb\tdup\n");
    words = Files.writeString(folder.resolve("words"), "the\n");
    weights = Files.writeString(folder.resolve("weights"), "fox\t2\n");
  }

  private static void refused(Object... args) {
    CommandLineRun run = run(args);
    assertEquals(2, run.exitCode(), run.out() + run.err());
    assertEquals(1, run.err().lines().count(), run.err());
    assertTrue(run.err().contains(" is "), run.err());
  }

  /** Returns paths, hard links and soft links that name a file. */
  private List<Path> names(Path file) throws IOException {
    Path hard = Files.createTempFile(folder, "hard", "");
    Files.delete(hard);
    Path soft = Files.createTempFile(folder, "soft", "");
    Files.delete(soft);
    Path up = file.getParent().resolve("../" + file.getParent().getFileName());
    return List.of(
        file,
        up.resolve(file.getFileName()),
        Files.createLink(hard, file),
        Files.createSymbolicLink(soft, file));
  }

  @Test
  void outputsAreNoInputs() throws IOException {
    Path index = folder.resolve("index");
    run("index", index, corpus, "--store-text").fine();
    Object[] dedup = {"dedup", corpus};
    Object[] classic = {"--scheme", "classic-table word-weights=" + weights};
    for (Path name : names(truth)) {
      for (String option : List.of("--out", "--report", "--write-clean")) {
        refused(dedup, "--decisions", truth, option, name);
      }
      refused(dedup, "--decisions", name, "--out", truth);
    }
    for (Path name : names(weights)) {
      refused(dedup, classic, "--out", name);
      refused(dedup, "--scheme", "classic-tfidf idf=" + weights, "--out", name);
    }
    for (Path name : names(words)) {
      refused("dedup", corpus, "--scheme", "en stop-words=" + words, "--out", name);
    }
    for (Path name : names(corpus)) {
      refused("index", folder.resolve("new"), corpus, "--dedup", "mark", "--outcomes", name);
      refused("index", corpus, name, "--format", "fingerprints");
    }
    for (Path name : names(index.resolve("segments_1"))) {
      if (name.startsWith(index)) {
        refused("dedup", index, "--report", name);
        refused("index", index, corpus, "--dedup", "first", "--outcomes", name);
      }
    }
    assertEquals("a\tb\tdup\n", Files.readString(truth));
    assertEquals("fox\t2\n", Files.readString(weights));
    assertEquals("the\n", Files.readString(words));
    run("stats", index).fine();
  }

  @Test
  void outputsAreNotEachOther() throws IOException {
    Path x = folder.resolve("x.jsonl");
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder);
    for (Path same : List.of(x, link.resolve("x.jsonl"), folder.resolve("new/../x.jsonl"))) {
      refused("dedup", corpus, "--out", x, "--write-clean", same);
      refused("dedup", corpus, "--report", same, "--out", x);
      assertTrue(Files.notExists(x));
    }
  }

  @Test
  void filesOfAFolderAreInputs() throws IOException {
    Path in = Files.createDirectory(folder.resolve("in"));
    Path text = Files.writeString(in.resolve("a.txt"), FOX);
    refused("dedup", in, "--out", text);
    run("dedup", in, "--out", in.resolve("groups.tsv")).fine();
    assertEquals(FOX, Files.readString(text));
  }

  /** Every option of a path is listed here, because {@link RunFiles} must distinguish a new one. */
  @Test
  void everyOptionOfAPathIsKnown() {
    Set<String> paths = new TreeSet<>();
    for (CommandLine command : Main.line(new Main(null)).getSubcommands().values()) {
      for (OptionSpec option : command.getCommandSpec().options()) {
        if (option.typeInfo().getType() == Path.class) {
          paths.add(option.longestName());
        }
      }
    }
    assertEquals(
        "[--against, --decisions, --move, --out, --outcomes, --report,"
            + " --truth, --undo, --write-clean]",
        paths.toString());
  }

  /** An output replaces a file of the same name only when the output is complete. */
  @Test
  void aFileIsReplacedWhenItIsComplete() throws IOException {
    Path clean = folder.resolve("c.jsonl");
    Path out = folder.resolve("o.txt");
    Path report = folder.resolve("r.html");
    Path outcomes = folder.resolve("l.tsv");
    for (Path old : List.of(clean, out, report, outcomes)) {
      Files.writeString(old, "old");
    }
    Path bad = Files.writeString(folder.resolve("bad.tsv"), "no tab\n");
    Object[] options = {"--strict", "--write-clean", clean, "--out", out, "--report", report};
    assertEquals(2, run("dedup", bad, options).exitCode());
    assertEquals("oldoldold", read(clean) + read(out) + read(report));
    run("dedup", corpus, options).fine();
    run("index", folder.resolve("i"), corpus, "--dedup", "first", "--outcomes", outcomes).fine();
    for (Path file : List.of(clean, out, report, outcomes)) {
      assertFalse(read(file).startsWith("old"), file.toString());
    }
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file);
  }

  @Test
  void nothingIsLeftBeside() throws IOException {
    run("dedup", corpus, "--out", folder.resolve("o.txt"), "--write-clean", folder.resolve("c"))
        .fine();
    try (Stream<Path> files = Files.list(folder)) {
      assertTrue(files.noneMatch(file -> file.getFileName().toString().startsWith(".")));
    }
  }

  /** A link that was planted at the foreseeable name of a temporary file is not followed. */
  @Test
  void aPlantedLinkIsNotFollowed() throws IOException {
    Path victim = Files.writeString(folder.resolve("victim"), "of another");
    long pid = ProcessHandle.current().pid();
    for (String name : List.of("o.txt", "r.html", "c.jsonl", "outcomes")) {
      Files.createSymbolicLink(folder.resolve("." + name + "." + pid + ".part"), victim);
    }
    run(
            "dedup",
            corpus,
            "--out",
            folder.resolve("o.txt"),
            "--report",
            folder.resolve("r.html"),
            "--write-clean",
            folder.resolve("c.jsonl"))
        .fine();
    Path outcomes = folder.resolve("outcomes");
    Path index = folder.resolve("index");
    run("index", index, corpus, "--dedup", "first", "--outcomes", outcomes).fine();
    assertTrue(Files.exists(outcomes));
    assertEquals("of another", Files.readString(victim));
  }
}
