package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static io.github.lucenesimhash.cli.CommandLineRun.runWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.lucenesimhash.cli.CommandLineRun.Child;
import io.github.lucenesimhash.corpus.CorpusGenerator;
import io.github.lucenesimhash.search.SimHashField;
import io.github.lucenesimhash.testing.Rounds;
import io.github.lucenesimhash.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that an index of files, whose documents are decided on together, equals an index of a
 * stream, whose documents are decided on one by one.
 */
@Timeout(600)
class KeptDocumentsTest {

  private static final int CORPORA = Rounds.of(40, 100);
  private static final int KILLED = Rounds.of(3, 4);
  private static final int LARGE = 20_000;

  @TempDir private Path folder;

  /** Returns lines of which some have no id, or the id of another line. */
  private static String lines(Random random) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (String text : PlainRule.texts(random)) {
      Map<String, String> fields = new HashMap<>(Map.of("text", text));
      if (random.nextInt(8) > 0) {
        fields.put("id", "d" + random.nextInt(60));
      }
      lines.append(new ObjectMapper().writeValueAsString(fields)).append('\n');
    }
    return lines.toString();
  }

  private static List<Object> options(Random random, Path work) throws IOException {
    return switch (random.nextInt(6)) {
      case 0 -> List.of("--near", "contained");
      case 1 -> List.of("--near", "titles");
      case 2 -> List.of("--passages", "--scheme", "bits=128");
      default -> PlainRule.of(random).options(work);
    };
  }

  private static List<Object> command(Path index, Object input, Object... options) {
    return List.of("index", index, input, "--dedup", "first", options);
  }

  /** Returns the id, text and fingerprint of each document. */
  private static Set<String> contents(Path index) throws IOException {
    Set<String> contents = new TreeSet<>();
    try (DirectoryReader reader = StoredIndex.openAny(index, "index")) {
      for (int doc = 0; doc < reader.maxDoc(); doc++) {
        Document fields = reader.storedFields().document(doc);
        var near = SimHashField.fingerprint(reader, StoredIndex.NEAR, doc);
        contents.add(fields.get("id") + "\t" + fields.get("text") + "\t" + near);
      }
    }
    return contents;
  }

  private static Set<String> ids(Set<String> lines) {
    return lines.stream()
        .map(line -> line.substring(0, line.indexOf('\t')))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns lines in which documents of a file without an id are named like those of a stream. */
  private static Set<String> named(Iterable<String> lines, Path file) {
    Set<String> named = new TreeSet<>();
    lines.forEach(line -> named.add(line.replace(file + ":", "-:")));
    return named;
  }

  @Test
  void aStreamKeepsTheSame() throws IOException {
    int leftOut = 0;
    for (int i = 0; i < CORPORA; i++) {
      Random random = Seeds.random(i * 0x9E3779B97F4A7C15L);
      Path work = Files.createDirectory(folder.resolve("" + i));
      String lines = lines(random);
      List<Object> options = options(random, work);
      String which = "corpus " + i + ", " + options;
      Path file = Files.writeString(work.resolve("-.jsonl"), lines);
      Path index = work.resolve("index");
      Path outcomes = work.resolve("outcomes");
      CommandLineRun files = run(command(index, file, options), "--outcomes", outcomes);
      Path streamed = work.resolve("streamed");
      Path others = work.resolve("others");
      List<Object> ofStream = command(streamed, "-", options, "--format", "jsonl");
      CommandLineRun stream = runWith(lines, ofStream, "--outcomes", others);
      assertEquals(stream.err(), files.err(), which);
      assertEquals(stream.exitCode(), files.exitCode(), which);
      assertEquals(stream.outWithoutSeconds(), files.outWithoutSeconds(), which);
      assertEquals(contents(streamed), named(contents(index), file), which);
      Set<String> out = named(Files.readAllLines(outcomes), file);
      Set<String> known = named(Files.readAllLines(others), file);
      assertEquals(ids(known), ids(out), which);
      out.removeAll(known);
      assertEquals(Set.of(), out, which);
      leftOut += ids(known).size();
    }
    assertTrue(leftOut > CORPORA, "left out " + leftOut);
  }

  private Path large() throws IOException {
    Path corpus = folder.resolve("large.jsonl");
    new CorpusGenerator(500, 9).write(LARGE, corpus);
    return corpus;
  }

  private Child start(List<Object> command) throws IOException {
    return CommandLineRun.startChild(Map.of(), folder, command);
  }

  /** After a kill the folder has no index or a complete one, and the same command completes it. */
  @Test
  void killedAtAnyMoment() throws Exception {
    Random random = Seeds.random(58);
    Path corpus = large();
    Path whole = folder.resolve("whole");
    long start = System.nanoTime();
    assertEquals(0, start(command(whole, corpus)).end().exitCode());
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    Set<String> contents = contents(whole);
    int complete = 0;
    for (int i = 0; i < KILLED; i++) {
      Path index = folder.resolve("killed-" + i);
      List<Object> command = command(index, corpus);
      Process process = start(command).process();
      process.waitFor(random.nextLong(millis / 3, millis), TimeUnit.MILLISECONDS);
      process.destroyForcibly().waitFor();
      if (StoredIndex.isAt(index)) {
        complete++;
        assertEquals(contents, contents(index));
      }
      run(command).fine();
      assertEquals(contents, contents(index));
    }
    assertTrue(complete < KILLED, complete + " of " + KILLED);
  }

  @Test
  void interrupted() throws Exception {
    assumeTrue(Files.isSymbolicLink(Path.of("/proc/self")));
    Path index = folder.resolve("index");
    List<Object> command = command(index, large());
    Child child = start(command);
    try {
      while (Files.notExists(index.resolve("write.lock")) && child.process().isAlive()) {
        Thread.sleep(1);
      }
      child.process().destroy();
      CommandLineRun run = child.end();
      assertEquals("lucene-simhash: interrupted: nothing is changed\n", run.err());
      assertEquals("", run.out());
      assertTrue(!StoredIndex.isAt(index));
    } finally {
      child.process().destroyForcibly();
    }
    run(command).fine();
  }
}
