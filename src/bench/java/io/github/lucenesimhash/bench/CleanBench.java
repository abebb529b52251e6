package io.github.lucenesimhash.bench;

import io.github.lucenesimhash.cli.Main;
import io.github.lucenesimhash.corpus.CorpusGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.lucene.util.IOUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures {@code dedup} of a synthetic corpus of JSON lines, which writes pairs and the clean
 * corpus. One document in ten is a copy with up to a tenth of its words replaced. The runs take
 * turns with a plain copy of the file by the same reader. Reports the median run of each.
 *
 * <pre>
 * mvn -q test-compile exec:exec@bench -Dbench.args="clean --documents 1M"
 * </pre>
 */
@Command(name = "clean", description = "Measures dedup of JSON lines, compared with a plain copy.")
final class CleanBench implements Callable<Integer> {

  private static final int SEED = 7;

  @Option(names = "--documents", defaultValue = "1M")
  private String documents;

  @Option(
      names = "--characters",
      defaultValue = "940",
      description = "Approximate length of a text.")
  private int characters;

  @Option(names = "--runs", defaultValue = "3")
  private int runs;

  @Option(names = "--heap", defaultValue = "-Xmx1g", description = "Heap of a run.")
  private String heap;

  @Option(
      names = "--work",
      defaultValue = "target/clean",
      description = "Folder for temporary files.")
  private Path work;

  @Override
  public Integer call() throws IOException {
    Files.createDirectories(work);
    Path corpus = work.resolve(documents + ".jsonl");
    Path pairs = work.resolve("pairs.tsv");
    Path clean = work.resolve("clean.jsonl");
    Path copy = work.resolve("copy.jsonl");
    try {
      new CorpusGenerator(characters, SEED).write(Figures.count(documents), corpus);
      List<MeasuredJvm> dedups = new ArrayList<>();
      List<MeasuredJvm> copies = new ArrayList<>();
      String[] words = {"dedup", "--verbose", "--out", "--write-clean"};
      for (int run = 0; run < runs; run++) {
        copies.add(run(Bench.class, "corpus-copy", corpus, copy));
        dedups.add(run(Main.class, words[0], corpus, words[1], words[2], pairs, words[3], clean));
        IOUtils.deleteFilesIfExist(pairs, clean, copy);
      }
      print(median(dedups), median(copies), Files.size(corpus));
    } finally {
      IOUtils.deleteFilesIfExist(corpus, pairs, clean, copy);
    }
    return 0;
  }

  private MeasuredJvm run(Class<?> main, Object... args) throws IOException {
    return MeasuredJvm.run(List.of(heap), main.getName(), args).fine();
  }

  private static MeasuredJvm median(List<MeasuredJvm> runs) {
    return runs.stream()
        .sorted(Comparator.comparingDouble(MeasuredJvm::seconds))
        .toList()
        .get(runs.size() / 2);
  }

  private void print(MeasuredJvm dedup, MeasuredJvm copy, long bytes) {
    System.out.println("| stage | seconds | CPU seconds | MB resident | |");
    System.out.println("|---|---|---|---|---|");
    for (String line : dedup.err()) {
      String[] words = line.replace("lucene-simhash: ", "").strip().split("\\s+", -1);
      if (words.length > 4 && words[2].equals("s")) {
        System.out.printf(
            Locale.ROOT, "| %s | %s | | | %s %s |%n", words[0], words[1], words[3], words[4]);
      }
    }
    String what = dedup.out().getLast().replaceAll(", \\d+\\.\\d s$", "");
    row("dedup, JVM and all", dedup, what);
    row("a copy by the same reader", copy, String.format(Locale.ROOT, "%,d MB", bytes / 1_000_000));
    System.out.printf(Locale.ROOT, "%nEach with %s, median of %d.%n", heap, runs);
  }

  private static void row(String name, MeasuredJvm run, String what) {
    System.out.printf(
        Locale.ROOT,
        "| %s | %.1f | %.1f | %,d | %s |%n",
        name,
        run.seconds(),
        run.cpuSeconds(),
        run.megabytes(),
        what);
  }
}
