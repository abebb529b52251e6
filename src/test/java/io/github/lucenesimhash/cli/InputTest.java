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
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputTest {

  @TempDir private Path folder;

  private Path write(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  /** Returns the ids that {@code fingerprint} prints. */
  private static List<String> ids(CommandLineRun run) {
    assertEquals(run.err().isEmpty() ? 0 : 3, run.exitCode(), run.err());
    return run.ids();
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

  @Test
  void skipsAFileThatIsNotUtf8() throws IOException {
    write("a.txt", "good text");
    Files.write(folder.resolve("b.txt"), new byte[] {'a', (byte) 0xFF});
    CommandLineRun run = run("fingerprint", folder, "--encoding", "UTF-8");
    assertEquals(List.of("a.txt"), ids(run));
    assertEquals(
        skipped(folder.resolve("b.txt").toString(), "invalid UTF-8") + total("1 not UTF-8"),
        run.err());
  }

  @Test
  void skipsMalformedJsonLines() throws IOException {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    lines.writeBytes(
        """
        {"id": 7, "text": "a number may be an id", "more": [{}, {"id": "inner"}]}\r
        {"id": "no text"}

        {"id": "text is no string", "text": {}}
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
    assertEquals(
        skipped(file + ":2", "no 'text', but id (see --text-field)")
            + skipped(
                file + ":4", "field 'text' is an object, expected a text; 3 more lines malformed")
            + skipped(file + ":8", "invalid UTF-8")
            + total("4 malformed, 1 not UTF-8, 1 without text"),
        run.err());
    String[] all = new String(lines.toByteArray(), StandardCharsets.ISO_8859_1).split("\n", -1);
    List<String> reasons = // from the fourth line on
        List.of(
            "field 'text' is an object, expected a text",
            "bad JSON at character 2",
            "not a JSON object",
            "more than one JSON value",
            "invalid UTF-8");
    for (int i = 0; i < reasons.size(); i++) {
      Files.writeString(file, all[i + 3] + "\n", StandardCharsets.ISO_8859_1);
      String message = run("fingerprint", file, "--strict", "--encoding", "utf8").err();
      String expected = "lucene-simhash: " + file + ":1: " + reasons.get(i);
      assertTrue(message.startsWith(expected), message + " but expected " + expected);
    }
  }

  @Test
  void aFileThatIsLeftOutIsNotHiddenByAnother() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 1_500; i++) {
      lines.append(
          "{\"id\": " + i + ", \"tenant\": \"a\", \"title\": \"one\", \"body\": \"two\"}\n");
    }
    Path first = write("a.jsonl", lines.toString());
    Path table = write("b.csv", "id,body,description\n1,two,three\n");
    write("c.txt", "four");
    CommandLineRun run = run("fingerprint", folder);
    String reason = "no 'text', but id, tenant, title, body (see --text-field)";
    String columns =
        "has no column 'text' (see --text-field), its first line names [id, body, description]";
    assertEquals(
        skipped(first + ":1", reason + "; 1,499 more lines without text")
            + skipped(table.toString(), columns)
            + total("1,500 without text, 1 without a column of text"),
        run.err());
    assertEquals(3, run.exitCode());
  }

  @Test
  void severalFieldsAreOneText() throws IOException {
    Path texts =
        write(
            "a.jsonl",
            """
            {"id": "a", "meta": {"body": "two words"}, "text": "one"}
            {"id": "b", "text": "one\\ntwo words"}
            {"id": "c", "meta": {"body": "two words"}, "text": 5}
            {"id": "d", "meta": {"body": "two words"}, "text": ""}
            {"id": "e", "text": "two words"}
            """);
    Path table = write("b.csv", "id,text,meta.body\nf,one,two words\ng,,two words\n");
    CommandLineRun run =
        run(
                "fingerprint",
                texts,
                table,
                "--text-field",
                "text,meta.body",
                "--scheme",
                "classic-words")
            .fine();
    Map<String, List<String>> byHex =
        run.out()
            .lines()
            .collect(
                Collectors.groupingBy(
                    InputTest::hex,
                    Collectors.mapping(line -> line.substring(0, 1), Collectors.toList())));
    assertEquals(
        Set.of(List.of("a", "b", "f"), List.of("c"), List.of("d", "e", "g")),
        Set.copyOf(byHex.values()));
    Path clean = folder.resolve("clean.jsonl");
    run("dedup", table, "--text-field", "text,meta.body", "--write-clean", clean).fine();
    assertEquals(
        "{\"id\":\"f\",\"text\":\"one\\ntwo words\"}\n{\"id\":\"g\",\"text\":\"two words\"}\n",
        Files.readString(clean));
  }

  @Test
  void readsOtherFieldsIfAsked() throws IOException {
    Path file = write("a.jsonl", "\uFEFF{\"key\":\"k\",\"body\":\"some text\",\"id\":1}\n");
    assertEquals(
        List.of("k"), ids(run("fingerprint", file, "--id-field", "key", "--text-field", "body")));
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
  void aCodeOfTheIsccIsPrintedAsItsString() throws IOException {
    Path file = write("ferry.tsv", "a\tThe ferry was late\n");
    assertEquals(
        "a\tISCC:EAA7XENWHZEPAWSO\n", run("fingerprint", file, "--scheme", "iscc").fine().out());
    assertEquals("a\t3e655a9bf346ad41\n", run("fingerprint", file).fine().out());
  }

  @Test
  void readsStandardInput() throws IOException {
    Path file = write("a", "some text of some words");
    CommandLineRun run =
        runWith("some text of some words", "fingerprint", file, "-", "--format", "txt").fine();
    List<String> lines = run.out().lines().toList();
    assertEquals(2, lines.size());
    assertTrue(lines.get(0).startsWith(file + "\t") && lines.get(1).startsWith("-\t"), run.out());
    assertEquals(hex(lines.get(0)), hex(lines.get(1)));
  }

  @Test
  void showsTwentyOfThem() throws IOException {
    for (int i = 10; i < 35; i++) {
      write(i + ".tsv", i == 10 ? "a\tb\n" : "bad\nbad\n");
    }
    List<String> notes = run("fingerprint", folder).err().lines().toList();
    assertEquals(22, notes.size());
    String reason = ":1: no tab, expected id TAB text; 1 more line malformed";
    assertEquals("lucene-simhash: skipped " + folder.resolve("11.tsv") + reason, notes.get(0));
    assertEquals("lucene-simhash: skipped 8 more", notes.get(20));
    assertEquals("lucene-simhash: skipped 48 malformed", notes.getLast());
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
