package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.lucenesimhash.testing.Seeds;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that new documents are compared with old ones, which are kept, and with each other. */
class AgainstTest {

  private static final int ROUNDS = 10 * Integer.getInteger("tests.multiplier", 1);
  static final String FOX = "the quick brown fox jumps over the lazy dog by the river";
  static final String SEA = "ferries to the island were late again because of the fog";

  @TempDir private Path folder;

  private static Path write(Path file, String id, List<String> texts) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < texts.size(); i++) {
      lines.append(id).append(i).append('\t').append(texts.get(i)).append('\n');
    }
    return Files.writeString(file, lines);
  }

  private static Map<String, Set<String>> found(JsonNode json, String prefix) {
    Map<String, Set<String>> groups = new LinkedHashMap<>();
    for (JsonNode group : json.get("groups")) {
      Set<String> near = new TreeSet<>();
      group.get("members").forEach(member -> near.add(member.get("id").textValue()));
      groups.put(group.get("kept").textValue().replace(prefix + "/", ""), near);
    }
    return groups;
  }

  @Test
  void findsWhatComparingEachFinds() throws IOException {
    int aroundOld = 0;
    int amongNew = 0;
    for (int seed = 0; seed < ROUNDS; seed++) {
      Random random = Seeds.random(seed);
      List<String> texts = new ArrayList<>(PlainRule.texts(random));
      texts.addAll(PlainRule.texts(random));
      int oldCount = 1 + random.nextInt(texts.size() - 1);
      List<String> oldTexts = texts.subList(0, oldCount);
      List<String> newTexts = texts.subList(oldCount, texts.size());
      Path old = write(folder.resolve("old" + seed + ".tsv"), "o", oldTexts);
      Path added = write(folder.resolve("new" + seed + ".tsv"), "n", newTexts);
      Path index = folder.resolve("index" + seed);
      run("index", index, old, "--store-text").fine();
      PlainRule rule = PlainRule.of(random);
      Map<String, Set<String>> expected = rule.groups(oldTexts, newTexts);
      for (Path against : List.of(old, index)) {
        Object[] args = {"dedup", added, "--against", against, "--keep", "first", "--json"};
        JsonNode json = run(args, rule.options(folder)).fine().json();
        assertEquals(expected, found(json, against.toString()), "seed " + seed + " " + against);
        int duplicates = expected.values().stream().mapToInt(Set::size).sum();
        assertEquals(duplicates, json.get("duplicates").intValue());
        assertEquals(newTexts.size(), json.get("documents").intValue());
        assertEquals(newTexts.size() - duplicates, json.get("kept").intValue());
        assertTrue(json.get("oldDocuments").intValue() <= oldTexts.size());
      }
      for (String kept : expected.keySet()) {
        aroundOld += kept.startsWith("o") ? 1 : 0;
        amongNew += kept.startsWith("n") ? 1 : 0;
      }
    }
    assertTrue(aroundOld > 0 && amongNew > 0, aroundOld + " and " + amongNew);
  }

  /**
   * Creates an old and a new folder: a document of the same name in both, a new document near an
   * old one, and two near each other.
   */
  static List<Path> folders(Path folder) throws IOException {
    Path old = Files.createDirectory(folder.resolve("old"));
    Path added = Files.createDirectory(folder.resolve("new"));
    Files.writeString(old.resolve("a.txt"), FOX);
    Files.writeString(old.resolve("twin.txt"), FOX);
    Files.writeString(added.resolve("a.txt"), "a text that is like no other of them all");
    Files.writeString(added.resolve("b.txt"), FOX);
    Files.writeString(added.resolve("c.txt"), SEA);
    Files.writeString(added.resolve("d.txt"), SEA);
    return List.of(old, added);
  }

  @Test
  void oldDocumentsGoByTheNameOfTheirCorpus() throws IOException {
    List<Path> folders = folders(folder);
    Path old = folders.get(0);
    Path clean = folder.resolve("clean");
    CommandLineRun run =
        run("dedup", folders.get(1), "--against", old + "/", "--write-clean", clean).fine();
    assertEquals(
        old
            + "/a.txt\n   0  b.txt\nc.txt\n   0  d.txt\n"
            + "4 documents, 0 skipped, 2 groups against 2 old documents, 2 duplicates (0 of 2 near"
            + " pairs were unlike), 2 kept, S s\n",
        run.outWithoutSeconds());
    try (var files = Files.list(clean)) {
      assertEquals(
          List.of("a.txt", "c.txt"),
          files.map(file -> file.getFileName().toString()).sorted().toList());
    }
  }

  @Test
  void theReportShowsOldDocuments() throws IOException {
    List<Path> folders = folders(folder);
    Path page = folder.resolve("page.html");
    run("dedup", folders.get(1), "--against", folders.get(0), "--report", page).fine();
    assertTrue(Files.readString(page).contains(folders.get(0) + "/a.txt"));
  }

  @Test
  void noOldFileIsTouched() throws IOException {
    List<Path> folders = folders(folder);
    Path old = folders.get(0);
    Path added = folders.get(1);
    Path moved = folder.resolve("moved");
    CommandLineRun run = run("dedup", added, "--against", old, "--move", moved).fine();
    assertTrue(run.out().contains("\nmoved 2 files; "), run.out());
    assertTrue(Files.exists(old.resolve("a.txt")) && Files.exists(old.resolve("twin.txt")));
    assertTrue(Files.exists(added.resolve("a.txt")) && Files.exists(added.resolve("c.txt")));
  }

  /**
   * A duplicate is not moved if the packed file of its kept record is gone, although the record is
   * read again from an unpacked copy.
   */
  @Test
  void whatIsKeptInAPackedFileMustBeThere() throws IOException {
    Path added = folders(folder).get(1);
    Path old = folder.resolve("old.jsonl.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(old))) {
      out.write(("{\"id\":\"x\",\"text\":\"" + FOX + "\"}\n").getBytes(StandardCharsets.UTF_8));
    }
    Path moved = folder.resolve("moved");
    Object[] args = {"dedup", added, "--against", old, "--move", moved};
    CommandLineRun run = CommandLineRun.runAnd(() -> Files.delete(old), args);
    assertEquals(3, run.exitCode(), run.out());
    assertTrue(
        run.err()
            .contains(
                "b.txt' was not moved: the file of the kept document changed since it was read"
                    + System.lineSeparator()),
        run.err());
    assertTrue(Files.exists(added.resolve("b.txt")));
    assertTrue(Files.notExists(added.resolve("d.txt")));
  }
}
