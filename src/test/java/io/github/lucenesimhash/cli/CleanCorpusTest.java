package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static io.github.lucenesimhash.cli.CommandLineRun.runInChild;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.testing.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the cleaned corpus is the input without the duplicates. */
class CleanCorpusTest {

  @TempDir private Path folder;

  @Test
  void repeatedIdsAreDocumentsOfTheirOwn() throws IOException {
    Path first = folder.resolve("p1.jsonl");
    Files.writeString(first, "{\"id\":\"x\",\"text\":\"the quick brown fox jumps over\"}\n");
    Path second = folder.resolve("p4.jsonl");
    Files.writeString(
        second,
        """
        {"id":"x","text":"stock prices fell sharply in early trading"}
        {"id":"x","text":"the quick brown fox jumps over"}
        {"text":"neither an id nor a near-duplicate of anything"}
        """);
    Path clean = folder.resolve("clean.jsonl");
    CommandLineRun run = run("dedup", first, second, "--write-clean", clean);
    assertEquals(0, run.exitCode(), run.err());
    List<String> lines = new ArrayList<>(Files.readAllLines(first));
    lines.addAll(Files.readAllLines(second));
    lines.remove(2);
    assertEquals(lines, Files.readAllLines(clean));
    assertTrue(run.out().startsWith("x\n   0  x (" + second + ":2)\n4 documents, "), run.out());
  }

  @Test
  void textsBecomeLinesOfJson() throws IOException {
    Path texts = folder.resolve("texts.tsv");
    Files.writeString(texts, "a\u202e\tone\u2028two \u0085 three \u4e2d\ud83d\ude00\n");
    Path clean = folder.resolve("clean.jsonl");
    run("dedup", texts, "--write-clean", clean).fine();
    assertEquals(
        "{\"id\":\"a\u202e\",\"text\":\"one\u2028two \u0085 three \u4e2d\ud83d\ude00\"}\n",
        Files.readString(clean));
  }

  @Test
  void theFirstOfAllMayBeLeftOut() throws IOException {
    Path texts = Files.createDirectory(folder.resolve("texts"));
    String text =
        "the quick brown fox jumps over the lazy dog by the river, where the ferry of the island"
            + " has been late again since the fog came in from the sea on monday morning";
    Files.writeString(texts.resolve("1.txt"), text);
    Files.writeString(texts.resolve("2.txt"), text + " early");
    Path clean = folder.resolve("clean");
    run("dedup", texts, "--keep", "longest", "--write-clean", clean).fine();
    try (Stream<Path> left = Files.list(clean)) {
      assertEquals(List.of(clean.resolve("2.txt")), left.toList());
    }
  }

  /**
   * No byte order mark stays and no line end is added when the first record is dropped and the
   * others become UTF-8, in one file or two.
   */
  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16LE", "UTF-16BE"})
  void noMarkStaysAndNoLineEndComes(String encoding) throws IOException {
    Charset charset = Charset.forName(encoding);
    String fox = "{\"text\":\"the quick brown fox jumps over\"}";
    String sea = "{\"text\":\"ferries to the island were late again\"}";
    Path old = Files.writeString(folder.resolve("old.jsonl"), fox);
    Path a = folder.resolve("a.jsonl");
    Path b = folder.resolve("b.jsonl");
    Files.writeString(a, "\ufeff" + fox + "\n" + sea, charset);
    Files.writeString(b, "\ufeff" + fox + "\nno JSON", charset);
    Path one = folder.resolve("one.jsonl");
    run("dedup", a, "--against", old, "--write-clean", one);
    assertEquals(sea, Files.readString(one));
    Path two = folder.resolve("two.jsonl");
    run("dedup", a, b, "--against", old, "--write-clean", two);
    assertEquals(sea + "\nno JSON", Files.readString(two));
    Files.writeString(b, "\ufeff" + fox, charset);
    Path three = folder.resolve("three.jsonl");
    run("dedup", a, b, "--against", old, "--write-clean", three);
    assertEquals(sea, Files.readString(three));
  }

  @Test
  void twoFilesOfOneNameAreTold() throws Exception {
    Path here = Files.createDirectory(folder.resolve("here"));
    Files.writeString(folder.resolve("a.txt"), "one text of several words");
    Files.writeString(here.resolve("a.txt"), "ferries to the island were late again");
    CommandLineRun run =
        runInChild(here, "dedup", "a.txt", "../a.txt", "--write-clean", "../clean");
    assertEquals(
        "lucene-simhash: --write-clean '../clean' would have two files 'a.txt',"
            + " expected inputs with different names\n",
        run.err());
    assertEquals(2, run.exitCode());
    assertTrue(Files.notExists(folder.resolve("clean")));
  }

  @Test
  void whatCannotBeReadIsCopied() throws IOException {
    Path texts = Files.createDirectory(folder.resolve("texts"));
    Files.writeString(texts.resolve("a.txt"), "one text of several words");
    Files.writeString(texts.resolve("b.txt"), "one text of several words");
    Files.write(
        texts.resolve("gbk.txt"), "\u4e2d\u6587\u6587\u672c".getBytes(Charset.forName("GB18030")));
    Files.write(texts.resolve("utf16.txt"), "text".getBytes(StandardCharsets.UTF_16));
    Files.writeString(
        texts.resolve("lines.jsonl"), "bad\n{\"text\":\"one text of several words\"}\n");
    Path wide = texts.resolve("utf16.jsonl");
    Files.write(wide, "{\"text\":\"a\"}\n".getBytes(StandardCharsets.UTF_16LE));
    Path clean = folder.resolve("clean");
    CommandLineRun run = run("dedup", texts, "--write-clean", clean, "--encoding", "UTF-8");
    assertEquals(3, run.exitCode(), run.err());
    try (Stream<Path> files = Files.list(clean)) {
      assertEquals(
          List.of("a.txt", "gbk.txt", "lines.jsonl", "utf16.jsonl", "utf16.txt"),
          files.map(file -> file.getFileName().toString()).sorted().toList());
    }
    assertEquals(-1, Files.mismatch(texts.resolve("gbk.txt"), clean.resolve("gbk.txt")));
    assertEquals("bad\n", Files.readString(clean.resolve("lines.jsonl")));
    assertEquals(-1, Files.mismatch(wide, clean.resolve("utf16.jsonl")));
    Files.delete(wide);
    Path json = folder.resolve("clean.jsonl");
    CommandLineRun lacking = run("dedup", texts, "--write-clean", json, "--encoding", "UTF-8");
    assertEquals(
        List.of("{\"id\":\"a.txt\",\"text\":\"one text of several words\"}", "bad"),
        Files.readAllLines(json));
    assertTrue(
        lacking
            .err()
            .contains("'" + json + "' lacks the skipped records of files in other formats"),
        lacking.err());
  }

  /** Lines of all kinds in two files come out as they went in, except the duplicates. */
  @RepeatedTest(20)
  void onlyDuplicatesAreMissing(RepetitionInfo info) throws IOException {
    Random random = Seeds.random(info.getCurrentRepetition());
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    List<Path> files = new ArrayList<>();
    List<List<byte[]>> inputs = new ArrayList<>();
    List<byte[]> unended = new ArrayList<>();
    for (int f = 0; f < 2; f++) {
      ByteArrayOutputStream file = new ByteArrayOutputStream();
      List<byte[]> lines = new ArrayList<>();
      boolean isEnded = false;
      byte[] mark = random.nextBoolean() ? "\ufeff".getBytes(StandardCharsets.UTF_8) : new byte[0];
      file.writeBytes(mark);
      int count = 1 + random.nextInt(20);
      for (int i = 0; i < count; i++) {
        byte[] line = line(random).getBytes(StandardCharsets.UTF_8);
        if (random.nextInt(8) == 0) {
          line = new byte[] {'{', (byte) 0xFF, '}'};
        }
        file.writeBytes(line);
        isEnded = false;
        lines.add(line);
        if (i < count - 1 || line.length == 0 || random.nextBoolean()) {
          file.write('\n');
          isEnded = true;
        }
      }
      Path path = folder.resolve(f + ".jsonl");
      Files.write(path, file.toByteArray());
      files.add(path);
      inputs.add(lines);
      if (!isEnded) {
        unended.add(lines.getLast());
      }
    }
    Path clean = folder.resolve("clean.jsonl");
    CommandLineRun run =
        run(
            "dedup",
            files.get(0),
            files.get(1),
            "--json",
            "--write-clean",
            clean,
            "--encoding",
            "UTF-8");
    if (run.exitCode() == 2) {
      assertTrue(run.err().contains("no document in "), run.err());
      return;
    }
    for (JsonNode cluster : run.json().get("groups")) {
      for (JsonNode member : cluster.get("members")) {
        String[] place = member.get("id").asText().split(":", -1);
        int file = place[0].equals(files.get(0).toString()) ? 0 : 1;
        inputs.get(file).set(Integer.parseInt(place[1]) - 1, null);
      }
    }
    List<byte[]> kept = inputs.stream().flatMap(List::stream).filter(Objects::nonNull).toList();
    for (int i = 0; i < kept.size(); i++) {
      boolean isOpen = i == kept.size() - 1 && unended.contains(kept.get(i)); // the array itself
      expected.writeBytes(kept.get(i));
      expected.writeBytes(isOpen ? new byte[0] : new byte[] {'\n'});
    }
    assertArrayEquals(expected.toByteArray(), Files.readAllBytes(clean));
  }

  private static String line(Random random) {
    String end = random.nextInt(4) == 0 ? "\r" : "";
    return switch (random.nextInt(6)) {
      case 0 -> end;
      case 1 -> "not JSON" + end;
      case 2 -> "{\"id\":5}" + end;
      default -> "{\"text\":\"the same words in text " + random.nextInt(4) + "\"}" + end;
    };
  }
}
