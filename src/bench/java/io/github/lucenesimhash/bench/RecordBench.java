package io.github.lucenesimhash.bench;

import io.github.lucenesimhash.cli.Main;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import org.apache.lucene.util.IOUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code dedup} of generated corpora of the shape of FineWeb's sample, from the file to groups and
 * clean corpus: how long it takes, in how much memory, and how many of the planted copies it finds.
 * The texts are generated: words follow each other by chance, as they do not in real ones.
 *
 * <pre>
 * mvn -q test-compile exec:exec@bench -Dbench.args="record --documents 1M"
 * </pre>
 */
@Command(name = "record", description = "dedup of a generated corpus like FineWeb's sample.")
final class RecordBench implements Callable<Integer> {

  @Option(names = "--documents", defaultValue = "200k")
  private String documents;

  @Option(names = "--copies", split = ",", defaultValue = "0.007,0.1", description = "Shares.")
  private List<Double> shares;

  @Option(names = "--seed", defaultValue = "36")
  private long seed;

  @Option(names = "--bits", defaultValue = "64", description = "Of each fingerprint.")
  private int bits;

  @Option(names = "--distance", defaultValue = "10")
  private int distance;

  @Option(names = "--heap", defaultValue = "-Xmx1g", description = "Of the runs.")
  private String heap;

  @Option(names = "--options", description = "One of dedup besides, as =--no-verify.")
  private List<String> options = List.of();

  @Option(names = "--keep", description = "The corpus, for a next run of one share.")
  private boolean keep;

  @Option(names = "--characters", defaultValue = "3000", description = "Of a text on average.")
  private int characters;

  @Option(names = "--corpus", defaultValue = "corpus.jsonl", description = "With .zst packed.")
  private String corpusName;

  @Option(names = "--clean", defaultValue = "clean.jsonl", description = "The same; or none.")
  private String cleanName;

  @Option(names = "--work", defaultValue = "target/record", description = "Folder for its files.")
  private Path work;

  @Override
  public Integer call() throws IOException {
    Files.createDirectories(work);
    System.out.println(
        "| copies | documents | MB | minutes | CPU minutes | MB resident | planted | found | groups |");
    System.out.println("|---|---|---|---|---|---|---|---|---|");
    for (double share : shares) {
      run(share, Figures.count(documents));
    }
    System.out.printf(
        Locale.ROOT,
        "%nPlanted: copies whose resemblance is %.1f or more. Generated texts. %d bits within %d, %s, JDK %s.%n",
        RecordCorpus.ALIKE,
        bits,
        distance,
        heap,
        Runtime.version());
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
      words.addAll(List.of("--scheme", "bits=" + bits, "-k", distance));
      words.addAll(cleanName.equals("none") ? List.of() : List.of("--write-clean", clean));
      words.addAll(options);
      MeasuredJvm run =
          MeasuredJvm.run(List.of(heap), Main.class.getName(), words.toArray()).fine();
      run.err().forEach(System.err::println);
      BitSet planted = planted(corpus, 0, count);
      System.out.printf(
          Locale.ROOT,
          "| %.1f %% | %,d | %,d | %.2f | %.2f | %,d | %,d | %,d | %s |%n",
          100 * share,
          count,
          Files.size(file) / 1_000_000,
          run.seconds() / 60,
          run.cpuSeconds() / 60,
          run.megabytes(),
          planted.cardinality(),
          found(groups, corpus, planted),
          digest(groups));
    } finally {
      IOUtils.rm(groups, clean);
      IOUtils.deleteFilesIfExist(keep ? null : file);
    }
  }

  /** Equal for equal files. */
  private static String digest(Path file) throws IOException {
    CheckedInputStream read = new CheckedInputStream(Files.newInputStream(file), new CRC32C());
    try (read) {
      read.transferTo(OutputStream.nullOutputStream());
    }
    return Long.toHexString(read.getChecksum().getValue());
  }

  /** Those of some documents that are copies and are to be found. */
  static BitSet planted(RecordCorpus corpus, int from, int to) {
    int[] planted =
        IntStream.range(from, to)
            .parallel()
            .filter(i -> corpus.original(i) != i)
            .filter(corpus::isAlike)
            .toArray();
    BitSet set = new BitSet();
    IntStream.of(planted).forEach(set::set);
    return set;
  }

  /** Copies that are in the group of their original, or of another copy of it that was there. */
  static long found(Path groups, RecordCorpus corpus, BitSet planted) throws IOException {
    try (Stream<String> lines = Files.lines(groups)) {
      return lines
          .skip(1)
          .map(line -> line.split("\t", -1))
          .filter(
              pair -> {
                int copy = RecordCorpus.document(pair[1]);
                int kept = RecordCorpus.document(pair[0]);
                return planted.get(copy) && corpus.original(copy) == corpus.original(kept);
              })
          .count();
    }
  }
}
