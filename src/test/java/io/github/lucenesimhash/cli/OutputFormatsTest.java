package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the name of the output file determines the format of the groups. */
class OutputFormatsTest {

  private static final String FOX = "the quick brown fox jumps over the lazy dog by the river";
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;
  private Path corpus;

  @BeforeEach
  void write() throws IOException {
    corpus = folder.resolve("corpus.jsonl");
    StringBuilder lines = new StringBuilder();
    for (String id : new String[] {"a", "say \"b\", c", "d\te\nf", " g ", "=1"}) {
      ObjectNode line = JSON.createObjectNode().put("id", id).put("text", FOX);
      lines.append(line).append('\n');
    }
    Files.writeString(corpus, lines);
  }

  private String written(String name, Object... more) throws IOException {
    Path out = folder.resolve(name);
    run("dedup", corpus, "--out", out, more).fine();
    return Files.readString(out);
  }

  @Test
  void tsvHasAHeaderAndOneLineForEach() throws IOException {
    String rest = "\t0\t1.0000\n";
    assertEquals(
        "kept\tduplicate\tdistance\tresemblance\na\tsay \"b\", c"
            + rest
            + "a\td\\u0009e\\u000af"
            + rest
            + "a\t g "
            + rest
            + "a\t=1"
            + rest,
        written("groups.tsv"));
  }

  @Test
  void whatIsNotComparedHasNoResemblance() throws IOException {
    assertTrue(written("groups.TSV", "--verify=0").endsWith("a\t=1\t0\t\n"));
  }

  @Test
  void jsonIsWhatTheOptionPrints() throws IOException {
    JsonNode printed = run("dedup", corpus, "--json").fine().json();
    JsonNode file = JSON.readTree(written("groups.json"));
    JsonNode both = JSON.readTree(written("both.json", "--json"));
    for (JsonNode node : new JsonNode[] {printed, file, both}) {
      ((ObjectNode) node).remove("seconds");
    }
    assertEquals(printed, file);
    assertEquals(printed, both);
    assertEquals("d\te\nf", file.at("/groups/0/members/1/id").textValue());
  }

  @Test
  void jsonLinesHoldAGroupEach() throws IOException {
    List<String> lines = written("groups.jsonl").lines().toList();
    assertEquals(1, lines.size());
    JsonNode clusters = run("dedup", corpus, "--json").fine().json().get("groups");
    assertEquals(clusters.get(0), JSON.readTree(lines.get(0)));
  }

  @Test
  void textIsForPeople() throws IOException {
    assertTrue(written("groups.txt").startsWith("a\n   0  say \"b\", c\n"));
  }

  @Test
  void aScreenfulIsPrinted(@TempDir Path other) throws IOException {
    Path input = other.resolve("many.tsv");
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      String text = "a text of number " + i / 2 * 7919 + " and of " + i / 2 * 104729 + " words";
      lines.add("d" + i + "\t" + text);
    }
    Files.write(input, lines);
    String screen = run("dedup", input).fine().out();
    assertEquals(20, kept(screen));
    assertTrue(screen.contains("\n... 5 more groups, in --out FILE or with --json\n50 "), screen);
    Path file = other.resolve("groups.txt");
    run("dedup", input, "--out", file).fine();
    assertEquals(25, kept(Files.readString(file)));
    assertEquals(25, run("dedup", input, "--json").json().get("groups").size());
    Path lines25 = other.resolve("groups.jsonl");
    run("dedup", input, "--out", lines25).fine();
    assertEquals(25, Files.readAllLines(lines25).size());
  }

  private static long kept(String groups) {
    return groups.lines().filter(line -> line.startsWith("d")).count();
  }
}
