package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static io.github.lucenesimhash.cli.CommandLineRun.runWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputTest {

  @TempDir private Path folder;

  private Path write(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  /** The ids that {@code fingerprint} prints. */
  private static List<String> ids(CommandLineRun run) {
    assertEquals(run.err().isEmpty() ? 0 : 3, run.exitCode(), run.err());
    return run.out().lines().map(line -> line.substring(0, line.lastIndexOf('\t'))).toList();
  }

  private static String hex(String line) {
    return line.substring(line.lastIndexOf('\t') + 1);
  }

  private static String skipped(String place, String reason) {
    return "lucene-simhash: skipped " + place + ": " + reason + System.lineSeparator();
  }

  private static String total(String kinds) {
    return "lucene-simhash: skipped " + kinds + System.lineSeparator();
  }

  /** What is said of documents that have no id of their own. */
  private static String named(int count) {
    return "lucene-simhash: "
        + count
        + (count == 1 ? " document goes" : " documents go")
        + " by file and line, without a unique id"
        + System.lineSeparator();
  }

  @Test
  void refusesAFolderWithoutDocuments() throws IOException {
    write("a.java", "text");
    run("dedup", folder)
        .refused(
            "folder '"
                + folder
                + "' holds no documents, expected files ending in .txt, .md, .html, .htm, .jsonl,"
                + " .ndjson, .csv, .tsv; skipped 1 .java");
  }

  @Test
  void refusesAMissingInput() {
    run("dedup", folder.resolve("nowhere"))
        .refused(
            "input '"
                + folder.resolve("nowhere")
                + "' does not exist, expected a file or a folder");
  }

  @Test
  void skipsAFileThatIsNotUtf8() throws IOException {
    write("a.txt", "good text");
    Files.write(folder.resolve("b.txt"), new byte[] {'a', (byte) 0xFF});
    CommandLineRun run = run("fingerprint", folder, "--encoding", "UTF-8");
    assertEquals(List.of("a.txt"), ids(run));
    assertEquals(
        skipped(folder.resolve("b.txt").toString(), "invalid UTF-8") + total("1 not UTF-8"),
        run.err());
    run("dedup", folder, "--strict", "--encoding", "UTF-8")
        .refused(folder.resolve("b.txt") + ": invalid UTF-8");
    assertEquals(2, run("dedup", folder.resolve("b.txt"), "--encoding", "UTF-8").exitCode());
  }

  @Test
  void skipsMalformedJsonLines() throws IOException {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    lines.writeBytes(
        """
        {"id": 7, "text": "a number may be an id", "more": [{}, {"id": "inner"}]}\r
        {"id": "no text"}

        {"id": "text is no string", "text": 5}
        {"id": "cut off", "text": "
        [1, 2]
        {"id": "two"} {"id": "values"}
        """
            .getBytes(StandardCharsets.UTF_8));
    lines.writeBytes(new byte[] {'{', (byte) 0xE4, '}', '\n'});
    lines.writeBytes(
        "{\"id\": \"last\", \"text\": \"good text\"}".getBytes(StandardCharsets.UTF_8));
    Path file = Files.write(folder.resolve("a.jsonl"), lines.toByteArray());
    CommandLineRun run = run("fingerprint", file, "--encoding", "utf8");
    assertEquals(List.of("7", "last"), ids(run));
    List<String> reasons =
        List.of(
            ":2: field 'text' is missing or not a string",
            ":4: field 'text' is missing or not a string",
            ":5: bad JSON at character 2",
            ":6: not a JSON object",
            ":7: more than one JSON value",
            ":8: invalid UTF-8");
    List<String> notes = run.err().lines().toList();
    assertEquals(reasons.size() + 1, notes.size(), run.err());
    assertEquals("lucene-simhash: skipped 5 malformed, 1 not UTF-8", notes.getLast());
    for (int i = 0; i < reasons.size(); i++) {
      String expected = "lucene-simhash: skipped " + file + reasons.get(i);
      assertTrue(notes.get(i).startsWith(expected), notes.get(i) + " but expected " + expected);
    }
    CommandLineRun strict = run("dedup", file, "--strict");
    strict.refused(file + ":2: field 'text' is missing or not a string");
  }

  @Test
  void readsOtherFieldsIfAsked() throws IOException {
    Path file = write("a.jsonl", "\uFEFF{\"key\":\"k\",\"body\":\"some text\",\"id\":1}\n");
    assertEquals(
        List.of("k"), ids(run("fingerprint", file, "--id-field", "key", "--text-field", "body")));
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
        run.out().lines().map(line -> line.substring(0, line.lastIndexOf('\t'))).toList());
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
    for (String scheme : List.of("auto", "zh", "en", "char", "classic-words", "classic-chars")) {
      CommandLineRun run = run("fingerprint", file, "--scheme", scheme);
      assertEquals(
          List.of("\uFFFD", second, "b", "c"),
          run.out().lines().map(line -> line.substring(0, line.lastIndexOf('\t'))).toList(),
          scheme);
      assertEquals(named(1), run.err());
    }
    assertEquals(0, run("index", "--index", folder.resolve("index"), file).exitCode());
    CommandLineRun dedup = run("dedup", file);
    assertEquals(0, dedup.exitCode(), dedup.err());
    assertTrue(dedup.out().startsWith("\uFFFD\n   0  " + second + "\n"), dedup.out());
  }

  @Test
  void readsTsv() throws IOException {
    Path file = write("a.TSV", "a\tone\ttwo \"three\nno tab\r\n\nb\t\r\n");
    CommandLineRun run = run("fingerprint", file);
    assertEquals(List.of("a", "b"), ids(run));
    assertTrue(run.out().endsWith("b\t----------------\n"));
    assertEquals(
        skipped(file + ":2", "no tab, expected id TAB text") + total("1 malformed"), run.err());
    Path single = write("single", "one\ttwo \"three");
    assertEquals(run.out().substring(2, 18), hex(run("fingerprint", single).fine().out().strip()));
  }

  @Test
  void readsStandardInput() throws IOException {
    Path file = write("a", "some text of some words");
    CommandLineRun run = runWith("some text of some words", "fingerprint", file, "-").told(".txt");
    List<String> lines = run.out().lines().toList();
    assertEquals(2, lines.size());
    assertTrue(lines.get(0).startsWith(file + "\t") && lines.get(1).startsWith("-\t"), run.out());
    assertEquals(hex(lines.get(0)), hex(lines.get(1)));
  }

  @Test
  void showsTwentySkippedLines() throws IOException {
    Path file = folder.resolve("a.tsv");
    Files.write(file, IntStream.range(0, 25).mapToObj(i -> i == 0 ? "a\tb" : "bad").toList());
    List<String> notes = run("fingerprint", file).err().lines().toList();
    assertEquals(22, notes.size());
    assertEquals("lucene-simhash: skipped 4 more", notes.get(20));
    assertEquals("lucene-simhash: skipped 24 malformed", notes.getLast());
  }

  @Test
  void controlCharactersInIdsCannotBreakLines() throws IOException {
    Path file = write("a.jsonl", "{\"id\":\"a\\nb\\u001b[0m\",\"text\":\"some text\"}\n");
    assertEquals(List.of("a\\u000ab\\u001b[0m"), ids(run("fingerprint", file).fine()));
  }

  @Test
  void extensionsSayThatCaseMatters() {
    String help = run("dedup", "--help").fine().out().replaceAll("\\s+", " ");
    assertTrue(help.contains("Which files of a folder to read, '*' for all; case matters"), help);
  }

  @Test
  void quotesLittleOfBadData() throws IOException {
    Path file = write("a.jsonl", "{\"id\": " + "x".repeat(1000) + "}\n");
    CommandLineRun strict = run("fingerprint", file, "--strict");
    assertEquals(2, strict.exitCode());
    String start = "lucene-simhash: " + file + ":1: bad JSON at character ";
    assertTrue(strict.err().startsWith(start), strict.err());
    assertTrue(strict.err().length() <= start.length() + 130, strict.err());
    write("a.jsonl", "{\"id\": " + "x".repeat(1000) + "}\n{\"id\": 1, \"text\": \"a b\"}\n");
    CommandLineRun lenient = run("fingerprint", file);
    assertEquals(List.of("1"), ids(lenient));
    String note = lenient.err().lines().findFirst().orElseThrow();
    assertTrue(note.length() <= start.length() + 140, note);
  }
}
