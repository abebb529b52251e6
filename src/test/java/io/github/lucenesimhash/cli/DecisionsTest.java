package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code --decisions}, which names pairs that are not duplicates. */
class DecisionsTest {

  private static final int DOCUMENTS = 9;

  @TempDir private Path folder;
  private Path corpus;
  private Path decisions;

  /** Writes documents a to i, all of one text. */
  @BeforeEach
  void write() throws IOException {
    corpus = folder.resolve("corpus.tsv");
    decisions = folder.resolve("decisions.tsv");
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < DOCUMENTS; i++) {
      lines.append(name(i)).append("\tthe quick brown fox jumps over the lazy dog by the river\n");
    }
    Files.writeString(corpus, lines);
  }

  private static String name(int document) {
    return String.valueOf((char) ('a' + document));
  }

  /** Returns the kept documents in order, each with all free documents not marked apart from it. */
  private static List<String> expected(Set<String> apart) {
    List<String> groups = new ArrayList<>();
    Set<String> free = new TreeSet<>();
    for (int i = 0; i < DOCUMENTS; i++) {
      free.add(name(i));
    }
    while (!free.isEmpty()) {
      String kept = free.iterator().next();
      List<String> members =
          free.stream()
              .filter(member -> member.equals(kept) || !apart.contains(kept + member))
              .toList();
      members.forEach(free::remove);
      if (members.size() > 1) {
        groups.add(String.join("", members));
      }
    }
    return groups;
  }

  private static List<String> groups(CommandLineRun run) throws IOException {
    List<String> groups = new ArrayList<>();
    for (JsonNode found : run.fine().json().get("groups")) {
      StringBuilder group = new StringBuilder(found.get("kept").textValue());
      found.get("members").forEach(member -> group.append(member.get("id").textValue()));
      groups.add(group.toString());
    }
    return groups;
  }

  @Test
  void areLeadersThatSkipWhatIsMarked() throws IOException {
    for (int seed = 0; seed < 30; seed++) {
      Random random = Seeds.random(seed);
      Set<String> apart = new HashSet<>();
      StringBuilder lines = new StringBuilder();
      for (int i = 0; i < DOCUMENTS; i++) {
        for (int j = 0; j < i; j++) {
          if (random.nextInt(4) < seed % 5) {
            apart.add(name(j) + name(i));
            boolean turned = random.nextBoolean();
            lines.append(name(turned ? i : j)).append('\t').append(name(turned ? j : i));
            lines.append("\tnot\n");
          }
        }
      }
      Files.writeString(decisions, lines);
      String verify = random.nextBoolean() ? "--verify=0" : "--verify=.8";
      CommandLineRun run = run("dedup", corpus, "--decisions", decisions, "--json", verify);
      assertEquals(expected(apart), groups(run), "seed " + seed);
    }
  }

  /** An id in a label is found both raw, with control characters, and as outputs show it. */
  @Test
  void idsAreFoundRawAndAsShown() throws IOException {
    Path lines = folder.resolve("corpus.jsonl");
    String text = ",\"text\":\"the quick brown fox jumps over the lazy dog by the river\"}\n";
    Files.writeString(lines, "{\"id\":\"a\"" + text + "{\"id\":\"b\\u200e\"" + text);
    assertEquals(1, groups(run("dedup", lines, "--json")).size());
    for (String id : List.of("b\u200e", Console.oneLine("b\u200e"))) {
      Files.writeString(decisions, "a\t" + id + "\tnot\n");
      assertEquals(List.of(), groups(run("dedup", lines, "--decisions", decisions, "--json")), id);
    }
  }

  @Test
  void unknownIdsAreCounted() throws IOException {
    Files.writeString(decisions, "a\tb\tnot\nx\ty\tnot\nz\ta\tnot\nx\tq\tdup\na\tc\tdup\n");
    CommandLineRun run = run("dedup", corpus, "--decisions", decisions);
    assertEquals(
        "lucene-simhash: pairs of --decisions with a document that is not in the input: 2"
            + System.lineSeparator(),
        run.err());
    assertEquals(0, run.exitCode());
    assertTrue(run.out().startsWith("a\n   0  c\n"), run.out());
  }
}
