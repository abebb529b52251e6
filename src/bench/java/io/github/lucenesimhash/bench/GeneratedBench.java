package io.github.lucenesimhash.bench;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.DistinctFingerprints;
import io.github.lucenesimhash.join.Grouping;
import io.github.lucenesimhash.join.Groups;
import io.github.lucenesimhash.join.SimilarityJoin;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Groups more texts than may fit on a disk. The texts are generated on all cores while they are
 * read, and only their fingerprints are held. Texts are not compared, because wide fingerprints are
 * enough to tell unlike texts apart.
 *
 * <pre>
 * mvn -q test-compile exec:exec@bench -Dbench.args="generated --documents 100M" -Dbench.heap=9g
 * </pre>
 */
@Command(name = "generated", description = "Groups texts that are generated as they are read.")
final class GeneratedBench implements Callable<Integer> {

  private static final int CHECKED = 100; // one of this many copies is checked
  private static final int STEP = 1 << 20;

  @Option(names = "--documents", defaultValue = "1M")
  private String documents;

  @Option(names = "--characters", defaultValue = "1000", description = "Mean length of a text.")
  private int characters;

  @Option(names = "--copies", defaultValue = "0.1", description = "Share of copies.")
  private double copies;

  @Option(names = "--scheme", defaultValue = "standard bits=128")
  private String scheme;

  @Option(names = "--distance", defaultValue = "24")
  private int distance;

  @Option(
      names = "--edges",
      defaultValue = "64M",
      description = "Maximum number of edges in memory.")
  private String edges;

  @Option(names = "--seed", defaultValue = "36")
  private long seed;

  /** The words of the fingerprints, by position in the fingerprint and by document. */
  private long[][] words;

  @Override
  public Integer call() throws IOException {
    int count = Figures.count(documents);
    RecordCorpus corpus = new RecordCorpus(characters, seed, copies);
    double start = seconds();
    read(corpus, count);
    double read = seconds();
    System.err.printf(Locale.ROOT, "read: %.1f s%n", read - start);
    Groups groups =
        Grouping.stars(
                SimilarityJoin.within(distance).progress(new Told("joined", seconds())::share))
            .maxEdges(Figures.count(edges))
            .of(DistinctFingerprints.of(new Fingerprints()));
    double grouped = seconds();
    int[] kept = new int[count];
    Arrays.fill(kept, -1);
    for (Groups.Group group : groups) {
      for (int i = 0; i < group.size() - 1; i++) {
        kept[group.member(i)] = group.kept();
      }
    }
    IntStream wrong =
        IntStream.range(0, count)
            .filter(i -> kept[i] >= 0 && corpus.original(i) != corpus.original(kept[i]));
    long[] planted = planted(corpus, kept);
    System.out.printf(
        Locale.ROOT,
        "| documents | characters | scheme, distance | read s | grouped s | CPU s | MB resident"
            + " | groups | near-duplicates | of another original | planted, checked | found |%n"
            + "|---|---|---|---|---|---|---|---|---|---|---|---|%n"
            + "| %,d | %,d | %s, %d | %.0f | %.0f | %.0f | %,d | %,d | %,d | %,d | %,d | %,d |%n",
        count,
        characters,
        scheme,
        distance,
        read - start,
        grouped - read,
        ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis() / 1e3,
        MeasuredJvm.megabytes(Path.of("/proc/self/status")),
        groups.size(),
        groups.documents() - groups.size(),
        wrong.count(),
        planted[0],
        planted[1]);
    System.out.println("\n" + groups.join().plan());
    return 0;
  }

  private static double seconds() {
    return ManagementFactory.getRuntimeMXBean().getUptime() / 1e3;
  }

  private void read(RecordCorpus corpus, int count) {
    FingerprintScheme made = FingerprintScheme.parse(scheme);
    words = new long[made.bits() / Long.SIZE][count];
    Told told = new Told("read", seconds());
    for (int from = 0; from < count; from += STEP) {
      IntStream.range(from, Math.min(count, from + STEP))
          .parallel()
          .forEach(
              i -> {
                long[] bits =
                    made.fingerprint(corpus.text(i)).map(Fingerprint::toArray).orElseThrow();
                for (int word = 0; word < bits.length; word++) {
                  words[word][i] = bits[word];
                }
              });
      told.share((double) from / count);
    }
  }

  private final class Fingerprints extends AbstractList<Optional<Fingerprint>> {
    @Override
    public Optional<Fingerprint> get(int i) {
      long[] bits = new long[words.length];
      Arrays.setAll(bits, word -> words[word][i]);
      return Optional.of(Fingerprint.of(bits));
    }

    @Override
    public int size() {
      return words[0].length;
    }
  }

  /**
   * Counts, in a sample, the copies that resemble their original, and those copies among them that
   * are in the group of their original.
   */
  private static long[] planted(RecordCorpus corpus, int[] kept) {
    long[] planted = new long[2];
    int copies = 0;
    for (int i = 0; i < kept.length; i++) {
      int original = corpus.original(i);
      if (original != i && copies++ % CHECKED == 0 && corpus.isPlanted(i)) {
        planted[0]++;
        planted[1] += kept[i] == original ? 1 : 0;
      }
    }
    return planted;
  }

  /** Prints a line about the progress each minute. */
  private static final class Told {
    private static final int SECONDS = 60;

    private final String what;
    private final double start;
    private double last;

    Told(String what, double start) {
      this.what = what;
      this.start = start;
      last = start;
    }

    void share(double share) {
      if (seconds() > last + SECONDS) {
        last = seconds();
        System.err.printf(Locale.ROOT, "%s: %.1f %% in %.0f s%n", what, 100 * share, last - start);
      }
    }
  }
}
