package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.corpus.CorpusGenerator;
import io.github.lucenesimhash.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code dedup} and {@code index --dedup first} keep the same documents of the same input. */
class SameKeptTest {

  private static final int ROUNDS = 8 * Integer.getInteger("tests.multiplier", 1);

  /** Fine, or done but for ids that were there before. */
  private static final Set<Integer> DONE = Set.of(0, 3);

  @TempDir private Path folder;

  private static Set<String> column(Path file, int column) throws IOException {
    return Files.readAllLines(file).stream()
        .map(line -> line.split("\t", -1)[column])
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The documents that both leave out. */
  private Set<String> leftOut(String name, Object... input) throws IOException {
    Path groups = folder.resolve(name + "-groups.tsv");
    Path outcomes = folder.resolve(name + "-outcomes.tsv");
    List<Object> dedup = new ArrayList<>(List.of("dedup", "--out", groups));
    List<Object> index =
        new ArrayList<>(List.of("index", folder.resolve(name), "--dedup", "first"));
    index.addAll(List.of("--outcomes", outcomes));
    dedup.addAll(List.of(input));
    index.addAll(List.of(input));
    CommandLineRun deduped = run(dedup.toArray());
    assertTrue(DONE.contains(deduped.exitCode()), deduped.err());
    CommandLineRun indexed = run(index.toArray());
    assertEquals(deduped.exitCode(), indexed.exitCode(), indexed.err());
    Set<String> duplicates = column(groups, 1);
    assertTrue(duplicates.remove("duplicate"), "the header");
    assertEquals(duplicates, column(outcomes, 0), name);
    int all = Integer.parseInt(deduped.out().split(" ", 2)[0].replace(",", ""));
    int kept = all - duplicates.size();
    assertTrue(
        indexed.out().contains(", " + EndLine.count(kept, "document") + " in the index"),
        name + ": " + indexed.out());
    return duplicates;
  }

  @Test
  void ofTheTestCorpus() throws IOException {
    assertFalse(leftOut("corpus", "test-corpus").isEmpty());
  }

  @Test
  void ofSources() throws IOException {
    assertTrue(leftOut("sources", "src/main/java", "--ext", "java", "-k", "20").isEmpty());
    assertFalse(
        leftOut("close", "src/main/java", "--ext", "java", "-k", "64", "--verify", ".1").isEmpty());
    assertFalse(
        leftOut("bits", "src/main/java", "--ext", "java", "-k", "24", "--no-verify").isEmpty());
  }

  /** Looked up together, many at a time; then once more, when all are in the index. */
  @Test
  void ofManyBatches() throws IOException {
    Path corpus = folder.resolve("generated.jsonl");
    new CorpusGenerator(500, 9).write(7000, corpus);
    Set<String> duplicates = leftOut("batches", corpus);
    assertTrue(duplicates.size() > 250, "left out " + duplicates.size());
    Path outcomes = folder.resolve("again.tsv");
    Path index = folder.resolve("batches");
    run("index", index, corpus, "--outcomes", outcomes).fine();
    assertEquals(duplicates, column(outcomes, 0));
  }

  /** Chains of edits, repeated texts, texts too short for a fingerprint, repeated ids. */
  private static String chains(Random random) {
    List<String> texts = new ArrayList<>();
    StringBuilder lines = new StringBuilder();
    int documents = 2 + random.nextInt(120);
    for (int i = 0; i < documents; i++) {
      texts.add(text(texts, random));
      int id = random.nextInt(20) == 0 ? random.nextInt(documents) : i;
      lines.append("{\"id\": \"d").append(id).append("\", \"text\": \"");
      lines.append(texts.getLast()).append("\"}\n");
    }
    return lines.toString();
  }

  private static String text(List<String> before, Random random) {
    int kind = random.nextInt(10);
    if (kind == 0) {
      return random.nextBoolean() ? "" : "w" + random.nextInt(3);
    }
    if (before.isEmpty() || kind == 1) {
      return random
          .ints(1 + random.nextInt(80), 0, 5000)
          .mapToObj(word -> "w" + word)
          .collect(Collectors.joining(" "));
    }
    int back = 1 + random.nextInt(Math.min(before.size(), random.nextBoolean() ? 3 : 100));
    String[] words = before.get(before.size() - back).split(" ");
    for (int edits = random.nextInt(3); edits > 0; edits--) {
      words[random.nextInt(words.length)] = "e" + random.nextInt(5000);
    }
    return String.join(" ", words);
  }

  @Test
  void ofChains() throws IOException {
    int all = 0;
    for (int seed = 0; seed < ROUNDS; seed++) {
      Random random = Seeds.random(seed);
      Path input = Files.writeString(folder.resolve("s" + seed + ".jsonl"), chains(random));
      List<Object> options = new ArrayList<>(List.of(input, "-k", random.nextInt(30)));
      if (random.nextBoolean()) {
        options.addAll(List.of("--verify", random.nextInt(11) / 10.0));
      }
      all += leftOut("seed" + seed, options.toArray()).size();
    }
    assertTrue(all > ROUNDS, "left out " + all);
  }
}
