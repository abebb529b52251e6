package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static io.github.lucenesimhash.cli.CommandLineRun.runWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files are read as people mean them, or counted as skipped; nothing is lost silently. */
class ReadAsMeantTest {

  private static final String FERRY =
      "the ferry from the island was late again on monday and nobody at the harbour knew why";

  @TempDir private Path folder;

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  /** Arrays, numbers and fields of objects in arrays are text, as in the OpenSearch plugin. */
  @Test
  void valuesOfArraysAreText() throws IOException {
    List<String> choices =
        List.of(
            "[\"penguin\",\"hawk\",\"robin\",\"swift\",\"crane\",\"stork\"]",
            "[\"ostrich\",\"gull\",\"eagle\",\"owl\",\"heron\",\"finch\"]",
            "[1,2,[3,4],5,6,true]",
            "\"ostrich\\ngull\\neagle\\nowl\\nheron\\nfinch\"");
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < choices.size(); i++) {
      lines.append("{\"id\":\"q" + i + "\",\"choices\":" + choices.get(i));
      lines.append(",\"question\":\"Which of these birds does not fly?\"}\n");
    }
    Path file = write("exam.jsonl", lines.toString());
    String out = run("dedup", file, "--text-field", "question,choices").fine().out();
    assertTrue(out.startsWith("q1\n   0  q3\n4 documents, 0 skipped, 1 group, 1 dup"), out);
    String talks =
        """
        {"id":1,"messages":[{"role":"a","content":"late again"},{"content":"the old ferry"}]}
        {"id":2,"messages":{"content":"late again\\nthe old ferry"}}
        """;
    Path talk = write("talk.jsonl", talks);
    List<String> prints =
        run("fingerprint", talk, "--text-field", "messages.content").fine().out().lines().toList();
    assertEquals(prints.get(0).replaceFirst(".*\t", ""), prints.get(1).replaceFirst(".*\t", ""));
  }

  /** An object is no text: its record is counted as skipped, and stays in the clean file. */
  @Test
  void anObjectIsNoText() throws IOException {
    String line = "{\"id\":\"%s\",\"title\":\"" + FERRY + "\",\"body\":%s}\n";
    String lines =
        String.format(Locale.ROOT, line, "a", "{\"text\":\"one\"}")
            + String.format(Locale.ROOT, line, "b", "[{\"text\":\"two\"}]")
            + String.format(Locale.ROOT, line, "c", "null");
    Path file = write("reports.jsonl", lines);
    Path clean = folder.resolve("clean.jsonl");
    CommandLineRun run = run("dedup", file, "--text-field", "title,body", "--write-clean", clean);
    assertEquals(3, run.exitCode(), run.err());
    assertTrue(
        run.err().contains(":1: field 'body' is an object, expected a text; 1 more line"),
        run.err());
    assertEquals(lines, Files.readString(clean));
    String none = run("fingerprint", write("n.jsonl", "{\"id\":1,\"text\":null}\n")).err();
    assertTrue(none.contains("no 'text', but id (see --text-field)"), none);
  }

  /** The first line of a table with tabs is a header if it names the columns of id and text. */
  @Test
  void aTableOfTabsMayHaveAHeader() throws IOException {
    String rows =
        "1\tharbour\tFERRY\n2\tharbour\tother words that nobody wrote before\n3\tboats\tFERRY\n";
    String table = "id\tlabel\tbody\n" + rows.replace("FERRY", FERRY);
    Path file = write("labels.tsv", table);
    Path clean = folder.resolve("clean.tsv");
    String out = run("dedup", file, "--text-field", "body", "--write-clean", clean).fine().out();
    assertTrue(out.startsWith("1\n   0  3\n3 documents, 0 skipped, 1 group, 1 dup"), out);
    assertEquals(table.replaceFirst("3\tboats.*\n", ""), Files.readString(clean));
    CommandLineRun other = run("dedup", file, "--text-field", "nosuch");
    assertEquals(2, other.exitCode(), other.out());
    assertTrue(
        other.err().contains("has no column 'nosuch' (see --text-field), its first line has"),
        other.err());
    Path usual = write("usual.tsv", "\uFEFFtext\tid\n" + FERRY + "\tx\n" + FERRY + "\ty\n");
    assertTrue(run("dedup", usual).fine().out().startsWith("x\n   0  y\n2 documents"));
    Path plain = write("plain.tsv", "a\ttext\nb\tid\n");
    assertEquals(List.of("a", "b"), run("fingerprint", plain).fine().ids());
    Path dated =
        write(
            "dated.tsv",
            "id\ttext\ton\n1\t" + FERRY + "\t1999-01-01\n2\t" + FERRY + "\t2020-01-01\n");
    String newest = run("dedup", dated, "--keep", "newest", "--date-field", "on").fine().out();
    assertTrue(newest.startsWith("2\n   0  1\n"), newest);
  }

  /** A quote that does not end costs only its own line, which the message names. */
  @ParameterizedTest
  @ValueSource(strings = {"\"5", "\"a\"b", "\"\"\"", "\"x\"\"", "\" "})
  void aStrayQuoteCostsOneRecord(String start) throws IOException {
    for (String rest :
        List.of("%d,plain words of row %d\n", "%d,\"quoted, words\nof row %d\"\n", "%d,\"\"\n")) {
      StringBuilder rows = new StringBuilder("id,text\n");
      List<String> ids = new ArrayList<>();
      for (int i = 1; i <= 40; i++) {
        if (i == 7 || i == 30) {
          rows.append(i).append(',').append(start).append(" inches wide\n");
        } else {
          rows.append(String.format(Locale.ROOT, rest, i, i));
          ids.add("" + i);
        }
      }
      Path file = write("stray.csv", rows.toString());
      CommandLineRun run = run("fingerprint", file);
      assertEquals(ids, run.ids(), rest + run.err());
      assertEquals(3, run.exitCode());
      int line = rows.substring(0, rows.indexOf("7,")).split("\n", -1).length;
      assertTrue(run.err().contains("skipped " + file + ":" + line + ": "), run.err());
      assertTrue(run.err().contains("1 more line malformed"), run.err());
    }
  }

  /** Half of a surrogate pair is refused as an id: any other half would become the same id. */
  @Test
  void idsAreTheirOwn() throws IOException {
    String add = "{\"op\":\"add\",\"id\":%s,\"text\":\"" + FERRY + " %s\"}\n";
    String lines =
        String.format(Locale.ROOT, add, "\"\\ud800\"", "one")
            + String.format(Locale.ROOT, add, "1.10", "two")
            + "\n{\"op\":\"delete\",\"id\":1.10}\n{\"op\":\"commit\"}\n";
    List<String> answers = runWith(lines, "serve", folder.resolve("memory")).out().lines().toList();
    assertEquals(5, answers.size(), answers.toString());
    assertTrue(answers.get(0).contains("field 'id' has half of a surrogate pair"), answers.get(0));
    assertTrue(answers.get(1).contains("\"id\":\"1.10\",\"action\":\"added\""), answers.get(1));
    assertTrue(answers.get(2).contains("line 3: blank, expected a JSON object"), answers.get(2));
    assertEquals("{\"id\":\"1.10\",\"action\":\"deleted\"}", answers.get(3));
    assertEquals("{\"action\":\"committed\",\"documents\":0}", answers.get(4));
  }

  /** Places are counted in characters, even where a character takes two units of UTF-16. */
  @Test
  void placesAreCharacters() throws IOException {
    String words =
        "the crane stood still because the oil was out and nobody was hurt so the repair took four days in all";
    Path train =
        write(
            "train.jsonl", "{\"id\":\"tr\",\"text\":\"\ud83d\ude00\ud83d\ude00 " + words + "\"}\n");
    Path test = write("test.jsonl", "{\"id\":\"te\",\"text\":\"" + words + "\"}\n");
    String out = run("decontaminate", "--train", train, "--test", test, "--at-least", 8).out();
    int end = 3 + words.length();
    assertTrue(out.contains("\"from\":3,\"to\":" + end + "}"), out);
    Path index = folder.resolve("index");
    run("index", index, train, "--passages").fine();
    String long26 = words + " a b c d e f g h";
    write("train.jsonl", "{\"id\":\"tr\",\"text\":\"\ud83d\ude00\ud83d\ude00 " + long26 + "\"}\n");
    run("index", index, train).fine();
    String found = run("search", index, long26, "--passages").fine().out();
    assertEquals("tr\t29\t3-" + (3 + long26.length()) + "\n", found);
  }

  @Test
  void marksAndLineEnds() throws IOException {
    Path joined =
        write(
            "joined.jsonl", "\uFEFF{\"id\":1,\"text\":\"a\"}\n\uFEFF{\"id\":2,\"text\":\"b\"}\r\n");
    assertEquals(List.of("1", "2"), run("fingerprint", joined).fine().ids());
    CommandLineRun mac = run("fingerprint", write("mac.tsv", "1\tone\r2\ttwo\r"));
    assertTrue(mac.err().contains("lines end with CR"), mac.err());
    Path spaced = write("spaced.csv", "id, text\n1,one\n");
    assertEquals(List.of("1"), run("fingerprint", spaced).fine().ids());
    Path page = write("page.html", "<select><option>one</option><option>two</option></select>");
    Path text = write("page.txt", "one two");
    assertEquals(
        run("fingerprint", text).out().replaceFirst(".*\t", ""),
        run("fingerprint", page).out().replaceFirst(".*\t", ""));
  }

  @Test
  void extensionsMayHaveAFullStop() throws IOException {
    Path texts = Files.createDirectory(folder.resolve("texts"));
    Files.writeString(texts.resolve("a.txt"), FERRY);
    assertEquals(List.of("a.txt"), run("fingerprint", texts, "--ext", ".TXT").fine().ids());
  }

  /** Files that are duplicates are moved, although records that are duplicates have to stay. */
  @Test
  void aTableAmongFilesKeepsNoneOfThem() throws IOException {
    Path texts = Files.createDirectory(folder.resolve("mixed"));
    Files.writeString(texts.resolve("a.txt"), FERRY);
    Files.writeString(texts.resolve("b.txt"), FERRY);
    Files.writeString(texts.resolve("c.csv"), "id,text\n1," + FERRY + "\n");
    CommandLineRun run = run("dedup", texts, "--move", folder.resolve("moved"));
    assertTrue(
        run.fine().out().contains("left 1: each is a record, which --write-clean leaves out"),
        run.out());
    assertTrue(Files.exists(folder.resolve("moved/b.txt")));
    assertTrue(Files.exists(texts.resolve("c.csv")));
  }

  /** A message names the files that a clean folder lacks, in a line for each kind. */
  @Test
  void aCleanFolderSaysWhatItLacks() throws IOException {
    Path texts = Files.createDirectory(folder.resolve("office"));
    for (String name :
        List.of("a.txt", "b.txt", "c.pdf", "d.pdf", "e.docx", "Makefile", ".hidden")) {
      Files.writeString(texts.resolve(name), FERRY);
    }
    Path clean = folder.resolve("clean");
    CommandLineRun run = run("dedup", texts, "--write-clean", clean);
    assertEquals(3, run.exitCode());
    for (String kind : List.of("1 .docx", "2 .pdf", "1 without extension")) {
      String line = "lucene-simhash: --write-clean '" + clean + "' lacks " + kind + " (see --ext)";
      assertTrue(run.err().lines().anyMatch(line::equals), run.err());
    }
    assertFalse(run.err().contains("hidden ("), run.err());
    Path asked = folder.resolve("asked");
    assertFalse(
        run("dedup", texts, "--write-clean", asked, "--ext", "txt").err().contains("lacks"));
  }
}
