package io.github.lucenesimhash.bench;

import io.github.lucenesimhash.bench.RecordCorpus.Kind;
import io.github.lucenesimhash.cli.Main;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import org.apache.lucene.util.IOUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Runs {@code dedup} on generated corpora that are like the sample of FineWeb, from the file to
 * groups and the clean corpus. Reports time and memory of each stage, how many planted copies of
 * each kind are found, and how many documents are dropped that should stay. Unlike in real texts,
 * the order of words is random.
 *
 * <pre>
 * mvn -q test-compile exec:exec@bench -Dbench.args="record --documents 1M"
 * </pre>
 */
@Command(name = "record", description = "Runs dedup on generated texts like FineWeb's sample.")
final class RecordBench implements Callable<Integer> {

  @Option(names = "--documents", defaultValue = "200k")
  private String documents;

  @Option(
      names = "--copies",
      split = ",",
      defaultValue = "0.1",
      description = "Shares of copies, one run for each.")
  private List<Double> shares;

  @Option(names = "--seed", defaultValue = "36")
  private long seed;

  @Option(names = "--bits", defaultValue = "128", description = "Bits of a fingerprint.")
  private int bits;

  @Option(names = "--heap", defaultValue = "-Xmx1g", description = "Heap of the runs.")
  private String heap;

  @Option(names = "--options", description = "An option for dedup, such as =--near=standard.")
  private List<String> options = List.of();

  @Option(names = "--keep", description = "Keeps the corpus for the next run with this share.")
  private boolean keep;

  @Option(names = "--characters", defaultValue = "3000", description = "Mean length of a text.")
  private int characters;

  @Option(
      names = "--corpus",
      defaultValue = "corpus.jsonl",
      description = "Name of the corpus; packed with .zst.")
  private String corpusName;

  @Option(
      names = "--clean",
      defaultValue = "clean.jsonl",
      description = "Name of the clean corpus; or none.")
  private String cleanName;

  @Option(
      names = "--work",
      defaultValue = "target/record",
      description = "Folder for temporary files.")
  private Path work;

  @Override
  public Integer call() throws IOException {
    Files.createDirectories(work);
    for (double share : shares) {
      run(share, Figures.count(documents));
    }
    return 0;
  }

  private void run(double share, int count) throws IOException {
    Path file = work.resolve(corpusName);
    Path groups = work.resolve("groups.tsv");
    Path clean = work.resolve(cleanName);
    IOUtils.rm(groups, clean);
    try {
      RecordCorpus corpus = new RecordCorpus(characters, seed, share);
      if (!keep || !Files.exists(file)) {
        corpus.write(0, count, file);
      }
      List<Object> words = new ArrayList<>(List.of("dedup", file, "--out", groups, "--verbose"));
      words.addAll(List.of("--scheme", "bits=" + bits, "--near", "contained"));
      words.addAll(cleanName.equals("none") ? List.of() : List.of("--write-clean", clean));
      words.addAll(options);
      MeasuredJvm run =
          MeasuredJvm.run(List.of(heap), Main.class.getName(), words.toArray()).fine();
      run.err().forEach(System.err::println);
      System.out.printf(
          Locale.ROOT,
          "%,d documents, %.1f %% of them copies, %,d MB: %.2f minutes, %.2f CPU minutes, %,d MB resident, groups %s%n%n",
          count,
          100 * share,
          Files.size(file) / 1_000_000,
          run.seconds() / 60,
          run.cpuSeconds() / 60,
          run.megabytes(),
          digest(groups));
      System.out.println(new Found(groups, corpus, planted(corpus, 0, count)));
    } finally {
      IOUtils.rm(groups, clean);
      IOUtils.deleteFilesIfExist(keep ? null : file);
    }
  }

  /** Returns a digest of a file. */
  private static String digest(Path file) throws IOException {
    CheckedInputStream read = new CheckedInputStream(Files.newInputStream(file), new CRC32C());
    try (read) {
      read.transferTo(OutputStream.nullOutputStream());
    }
    return Long.toHexString(read.getChecksum().getValue());
  }

  /** Returns the documents of a range that are copies that should be found. */
  static BitSet planted(RecordCorpus corpus, int from, int to) {
    int[] planted =
        IntStream.range(from, to)
            .parallel()
            .filter(i -> corpus.original(i) != i && corpus.isPlanted(i))
            .toArray();
    BitSet set = new BitSet();
    IntStream.of(planted).forEach(set::set);
    return set;
  }

  /** Counts the planted copies that were found, by kind. */
  static final class Found {
    private final Map<Kind, Integer> planted = new EnumMap<>(Kind.class);
    private final Map<Kind, Integer> found = new EnumMap<>(Kind.class);
    private long otherNumbers; // documents that were dropped although their numbers differ
    private long otherTexts;

    /** Reads pairs of a kept document and a duplicate that was dropped in favour of it. */
    Found(Path groups, RecordCorpus corpus, BitSet isPlanted) throws IOException {
      Map<Integer, Integer> keptFor = new HashMap<>();
      try (Stream<String> lines = Files.lines(groups)) {
        lines
            .skip(1)
            .map(line -> line.split("\t", -1))
            .forEach(
                pair -> {
                  int dropped = RecordCorpus.document(pair[1]);
                  int kept = RecordCorpus.document(pair[0]);
                  keptFor.put(dropped, kept);
                  if (corpus.original(dropped) != corpus.original(kept)) {
                    otherTexts++;
                  } else if (!corpus.areSame(dropped, kept)) {
                    otherNumbers++;
                  }
                });
      }
      isPlanted.stream()
          .forEach(
              copy -> {
                int original = corpus.original(copy);
                boolean isFound =
                    keptFor
                        .getOrDefault(copy, copy)
                        .equals(keptFor.getOrDefault(original, original));
                planted.merge(corpus.kind(copy), 1, Integer::sum);
                found.merge(corpus.kind(copy), isFound ? 1 : 0, Integer::sum);
              });
    }

    /** Returns the planted copies that were found. */
    int all() {
      return found.values().stream().mapToInt(Integer::intValue).sum();
    }

    @Override
    public String toString() {
      StringBuilder rows = new StringBuilder("| copies | planted | found |\n|---|---|---|\n");
      planted.forEach(
          (kind, of) ->
              rows.append(
                  String.format(Locale.ROOT, "| %s | %,d | %,d |%n", kind, of, found.get(kind))));
      return rows
          + String.format(
              Locale.ROOT,
              "%nwrongly dropped: %,d for a text with other numbers, %,d for another text%n",
              otherNumbers,
              otherTexts);
    }
  }
}
