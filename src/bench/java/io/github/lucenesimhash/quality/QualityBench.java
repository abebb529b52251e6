package io.github.lucenesimhash.quality;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Measures precision, recall and F1 of several schemes by distance on public corpora, and compares
 * them with 128 min-hashes. Writes a Markdown table.
 */
@Command(name = "quality", description = "Measures precision and recall of the schemes.")
public final class QualityBench implements Callable<Integer> {

  private static final int[] DISTANCES = {3, 5, 7, 8, 9, 10, 11, 12, 14};

  /** Fetches one corpus. */
  private interface Fetch {
    QualityCorpus corpus() throws IOException;
  }

  private static final int RUNS = 7;

  private static final String VERIFIED =
      """
      Standard scheme, k = 12, every candidate verified (J >= .8 of 3 words or Han characters): no pair left out. The truth \
      counts the same features, so verified precision is 1 by construction, and what is measured is recall. 8 bytes a \
      document for the fingerprint, 512 for 128 min-hashes. Seconds on all cores, median of 7 runs: fingerprints + pairs + verification; \
      features and signatures + every pair compared.

      | corpus | documents | near-duplicate pairs | candidates | precision | recall of non-identical | F1, strict | \
      seconds | 128 min-hashes: best strict F1 | seconds |
      |---|---|---|---|---|---|---|---|---|---|
      """;

  private static final String WIDE =
      """
      Standard scheme within 12 of each 64 bits. Candidates are the pairs within that distance, and recall is of the \
      pairs of J >= .8 among them, before any is verified.

      | corpus | bits | distance | bytes a document | candidates | recall of J >= .8 | F1 verified |
      |---|---|---|---|---|---|---|
      """;

  private final StringBuilder verified = new StringBuilder(VERIFIED);
  private final StringBuilder wide = new StringBuilder(WIDE);
  private final StringBuilder table = new StringBuilder();

  @Mixin private SourceJars jars;
  @Mixin private PackageCorpora packages;

  @Option(names = "--out", defaultValue = "target/quality.md")
  private Path out;

  @Override
  public Integer call() throws IOException {
    QualityCorpus chinese = jars.hutool();
    QualityCorpus english = jars.lucene();
    List<Fetch> corpora =
        List.of(
            () -> chinese,
            () -> english,
            () -> packages.installationGuide("zh installation guide", "zh_CN"),
            () -> packages.installationGuide("en installation guide", "en"),
            packages::licences,
            packages::manualPages);
    List<QualityCorpus> fetched = new ArrayList<>();
    for (Fetch fetch : corpora) {
      QualityCorpus corpus;
      try {
        corpus = fetch.corpus();
      } catch (IOException e) {
        table.append("left out: ").append(e.getMessage()).append("\n\n");
        continue;
      }
      judge(corpus);
      fetched.add(corpus);
    }
    table.append(BlockBalance.of(fetched)).append('\n');
    table.append(ShortTexts.of(chinese, english));
    Files.writeString(out, verified + "\n" + wide + "\n" + table);
    return 0;
  }

  private void judge(QualityCorpus corpus) throws IOException {
    PairTruth truth =
        PairTruth.of(
            corpus.texts().parallelStream().map(TextVerifier.standard()::features).toList());
    List<VerifiedJoin> joins = new ArrayList<>();
    List<MinHash128> minHashes = new ArrayList<>();
    for (int run = 0; run < RUNS; run++) {
      joins.add(VerifiedJoin.of(corpus, truth, Fingerprint.LANE_BITS));
      minHashes.add(MinHash128.of(corpus, truth));
    }
    joins.sort(Comparator.comparingDouble(VerifiedJoin::seconds));
    minHashes.sort(Comparator.comparingDouble(MinHash128::seconds));
    VerifiedJoin join = joins.get(RUNS / 2);
    MinHash128 minHash = minHashes.get(RUNS / 2);
    DistanceCounts all = minHash.differing();
    verified.append(
        String.format(
            Locale.ROOT,
            "| %s | %,d | %,d | %,d | %.4f | %.4f | %.4f | %.2f + %.2f + %.2f | %.4f | %.2f |%n",
            corpus.name(),
            corpus.size(),
            all.positives(),
            join.candidates(),
            (double) (join.found() - join.wrong()) / join.found(),
            (double) join.near() / all.near(),
            join.f1(all.positives()),
            join.fingerprintSeconds(),
            join.joinSeconds(),
            join.verifySeconds(),
            minHash.best(all::strictF1),
            minHash.seconds()));
    for (int bits = Fingerprint.LANE_BITS; bits <= Fingerprint.MAX_BITS; bits *= 2) {
      VerifiedJoin its = VerifiedJoin.of(corpus, truth, bits);
      wide.append(
          String.format(
              Locale.ROOT,
              "| %s | %d | %d | %d | %,d | %.4f | %.4f |%n",
              corpus.name(),
              bits,
              Comparison.STANDARD.ofBits(bits).maxDistance(),
              bits / Byte.SIZE,
              its.candidates(),
              (double) (its.found() - its.wrong()) / all.positives(),
              its.f1(all.positives())));
    }
    table.append(
        String.format(
            Locale.ROOT,
            "%s: %,d documents, %,d characters, %,d near-duplicate pairs of %,d%n%n",
            corpus.name(),
            corpus.size(),
            corpus.characters(),
            all.positives(),
            corpus.pairs()));
    table.append(
        "| scheme | k | precision | recall | of non-identical | F1 | false pairs | strict F1 | F1"
            + " verified |\n|---|---|---|---|---|---|---|---|---|\n");
    JudgedSchemes.of(corpus).forEach((name, scheme) -> rows(name, scheme, corpus, truth));
    table.append(
        String.format(
            Locale.ROOT,
            "| 128 min-hashes, best threshold | | | | | %.4f | | %.4f | |%n%n",
            minHash.best(all::f1),
            minHash.best(all::strictF1)));
  }

  private void rows(String name, FingerprintScheme scheme, QualityCorpus corpus, PairTruth truth) {
    List<Optional<Fingerprint>> fingerprints =
        corpus.texts().parallelStream().map(scheme::fingerprint).toList();
    DistanceCounts counts =
        DistanceCounts.of(
            truth,
            Fingerprint.LANE_BITS,
            (a, b) -> distance(fingerprints.get(a), fingerprints.get(b)));
    for (int k : DISTANCES) {
      table.append(
          String.format(
              Locale.ROOT,
              "| %s | %d | %.4f | %.4f | %.4f | %.4f | %d | %.4f | %.4f |%n",
              name,
              k,
              counts.precision(k),
              counts.recall(k),
              counts.recallOfNear(k),
              counts.f1(k),
              counts.falsePairs(k),
              counts.strictF1(k),
              counts.verifiedF1(k)));
    }
  }

  private static int distance(Optional<Fingerprint> a, Optional<Fingerprint> b) {
    return a.isEmpty() || b.isEmpty()
        ? Integer.MAX_VALUE
        : Fingerprint.distance(a.get().lane(0), b.get().lane(0));
  }
}
