package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static io.github.lucenesimhash.cli.CommandLineRun.runInChild;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What --short-texts takes, and refuses. */
class ShortTextsOptionTest {

  @TempDir private Path folder;

  /** A number after the option is one, and an input is none. */
  @Test
  void theNumberMayBeLeftOut() throws IOException {
    Path titles = ShortTextsTest.titles(folder);
    Path both = folder.resolve("both");
    String left =
        run("index", "--index", both, "--dedup", "first", "--short-texts", ".8", titles)
            .fine()
            .out();
    assertTrue(
        left.contains(
            "2 duplicates (2 left out, --dedup first -k 12 --verify 0.8 --short-texts 0.8)"),
        left);
    Path attached = folder.resolve("attached");
    left =
        run("index", "--index", attached, "--dedup", "first", "--short-texts=.8", titles)
            .fine()
            .out();
    assertTrue(left.contains("2 duplicates (2 left out"), left);
    Path words = folder.resolve("words");
    left = run("index", "--index", words, "--dedup", "first", "--short-texts", titles).fine().out();
    assertTrue(left.contains("0 duplicates"), left);
    Object[] search = {"search", "--index", words, "--id", "t0", "--short-texts", ".8"};
    assertTrue(run(search).fine().out().startsWith("t1"));
    run("index", "--index", words, titles, "--short-texts", ".8")
        .refused(
            "the index was made with --dedup first -k 12 --verify 0.8, but the options make"
                + " --dedup first -k 12 --verify 0.8 --short-texts 0.8");
    run("index", "--index", folder.resolve("new"), titles, "--short-texts", ".8")
        .refused("--short-texts 0.8 is given without --dedup");
    run("index", "--index", folder.resolve("new"), titles, "--dedup", "first", "--short-texts", "2")
        .refused("Invalid value for option '--short-texts': '2', expected a number from 0.5 to 1");
    run("index", "--index", folder.resolve("new"), titles, "--dedup", "first", "--short-texts=")
        .refused("Invalid value for option '--short-texts': '', expected a number from 0.5 to 1");
  }

  /** An input may be called like a number. */
  @Test
  void anInputIsNoNumber() throws Exception {
    for (String name : List.of("1", "0.8")) {
      Path inputs = Files.createDirectory(folder.resolve(name));
      Files.writeString(inputs.resolve("a.txt"), ShortTextsTest.LATE);
    }
    Path index = folder.resolve("index");
    String made =
        runInChild(folder, "index", "--index", index, "--short-texts", "1", "0.8").fine().out();
    assertTrue(made.startsWith("2 documents"), made);
    Object[] withNumber = {"index", "--index", index, "--short-texts=1", "0.8"};
    runInChild(folder, withNumber).refused("--short-texts 1.0 is given without --dedup");
  }

  @Test
  void refuses() throws IOException {
    run("dedup", ShortTextsTest.titles(folder), "--short-texts", ".49")
        .refused(
            "Invalid value for option '--short-texts': '.49', expected a number from 0.5 to 1");
    String ofCharacters =
        "scheme 'char' compares characters, expected one of words for short texts";
    run("dedup", ShortTextsTest.titles(folder), "--short-texts", ".8", "--scheme", "char")
        .refused(ofCharacters);
    run(
            "index",
            "--index",
            folder.resolve("new"),
            ShortTextsTest.titles(folder),
            "--short-texts",
            "--scheme",
            "char")
        .refused(ofCharacters);
    Path loaded = folder.resolve("loaded");
    Path fingerprints = Files.writeString(folder.resolve("f.tsv"), "a\t0123456789abcdef\n");
    run("load", "--index", loaded, fingerprints, "--scheme", "standard").fine();
    String needs = " the words of short texts, which --short-texts needs: expected a new one";
    run(
            "dedup",
            ShortTextsTest.titles(folder),
            "--against",
            loaded,
            "--no-verify",
            "--short-texts",
            ".8")
        .refused(
            "--against '"
                + loaded
                + "' is an index without"
                + needs
                + " made with index --short-texts");
    Path plain = folder.resolve("plain");
    run("index", "--index", plain, ShortTextsTest.titles(folder)).fine();
    run("index", "--index", plain, ShortTextsTest.titles(folder), "--short-texts")
        .refused(
            "--index '"
                + plain
                + "' holds documents without the words of short texts: expected no --short-texts, or"
                + " a new index");
  }
}
