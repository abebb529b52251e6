package io.github.lucenesimhash.cli;

import static io.github.lucenesimhash.cli.CommandLineRun.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.corpus.CorpusGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code dedup} and {@code index --dedup first} keep the same documents of the same input. */
class SameKeptTest {

  /** The exit codes of a run that is complete, or complete except for ids that existed before. */
  private static final Set<Integer> DONE = Set.of(0, 3);

  @TempDir private Path folder;

  private static Set<String> column(Path file, int column) throws IOException {
    return Files.readAllLines(file).stream()
        .map(line -> line.split("\t", -1)[column])
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the documents that both commands leave out. */
  private Set<String> leftOut(String name, Object... input) throws IOException {
    Path groups = folder.resolve(name + "-groups.tsv");
    Path outcomes = folder.resolve(name + "-outcomes.tsv");
    Object[] index = {"index", folder.resolve(name), "--dedup", "first"};
    CommandLineRun deduped = run("dedup", "--out", groups, input);
    assertTrue(DONE.contains(deduped.exitCode()), deduped.err());
    CommandLineRun indexed = run(index, "--outcomes", outcomes, input);
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

  /**
   * Both commands leave out the same documents of many batches, which are looked up together. A
   * second run of {@code index} leaves them out again, when all kept documents are in the index.
   */
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
}
