package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the ids by which documents are named, with an id of their own or without. */
class InputIdsTest {

  @TempDir private Path folder;

  private Path write(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  /** Returns the note about documents that have no id. */
  private static String named(int count) {
    return "lucene-simhash: "
        + count
        + (count == 1 ? " document goes" : " documents go")
        + " by file and line, without a unique id"
        + System.lineSeparator();
  }

  @Test
  void recordsWithoutAnIdOfTheirOwnGoByFileAndLine() throws IOException {
    Path file =
        write(
            "a.jsonl",
            """
            {"id": "x", "text": "one"}
            {"text": "two"}
            {"id": "", "text": "three"}
            {"id": ["y"], "text": "four"}
            {"id": "x", "text": "five"}
            {"id": "%s", "text": "six"}
            """
                .replace("%s", "y".repeat(40_000)));
    Path other = write("b.tsv", "x\tseven\n\teight\n" + file + ":2\tnine\n");
    CommandLineRun run = run("fingerprint", file, other, "--scheme", "classic-words");
    assertEquals(
        List.of(
            "x",
            file + ":2",
            file + ":3",
            file + ":4",
            "x (" + file + ":5)",
            file + ":6",
            "x (" + other + ":1)",
            other + ":2",
            file + ":2 (" + other + ":3)"),
        run.ids());
    assertEquals(named(8), run.err());
    assertEquals(0, run.exitCode());
  }

  @Test
  void loneSurrogatesAreHarmless() throws IOException {
    Path file =
        write(
            "a.jsonl",
            """
            {"id": "\\ud800", "text": "one two \\ud83d three \\udc00\\udc00"}
            {"id": "\\udfff", "text": "one two \\ud83d three \\udc00\\udc00"}
            {"id": "b", "text": "\\ud800"}
            {"id": "c", "text": "\\u4e2d\\u6587\\ud842\\u4e2d\\u6587"}
            """);
    String second = "\uFFFD (" + file + ":2)";
    for (String scheme : List.of("zh", "en", "char", "classic-words", "classic-chars")) {
      CommandLineRun run = run("fingerprint", file, "--scheme", scheme);
      assertEquals(List.of("\uFFFD", second, "b", "c"), run.ids(), scheme);
      assertEquals(named(1), run.err());
    }
    assertEquals(0, run("index", folder.resolve("index"), file).exitCode());
    CommandLineRun dedup = run("dedup", file);
    assertEquals(0, dedup.exitCode(), dedup.err());
    assertTrue(dedup.out().startsWith("\uFFFD\n   0  " + second + "\n"), dedup.out());
  }
}
