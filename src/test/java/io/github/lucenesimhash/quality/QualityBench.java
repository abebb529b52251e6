package io.github.lucenesimhash.quality;

import io.github.lucenesimhash.analysis.ClassicSchemes;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.simhash.SimHash;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Writes a Markdown table: precision, recall and F1 of several schemes by distance, on every corpus
 * that can be fetched, beside 128 min-hashes.
 */
public final class QualityBench {

  private static final int[] DISTANCES = {3, 5, 7, 8, 9, 10, 11, 12, 14};

  /** Fetches one corpus. */
  private interface Fetch {
    QualityCorpus corpus() throws IOException;
  }

  private final StringBuilder table = new StringBuilder();

  private QualityBench() {}

  /**
   * Runs it.
   *
   * @param args folder of the source jars, folder of the packages, file to write
   */
  public static void main(String[] args) throws IOException {
    SourceJars jars = new SourceJars(Path.of(args[0]));
    PackageCorpora packages = new PackageCorpora(Path.of(args[1]));
    List<Fetch> corpora =
        List.of(
            jars::hutool,
            jars::lucene,
            () -> packages.installationGuide("zh installation guide", "zh_CN"),
            () -> packages.installationGuide("en installation guide", "en"),
            packages::licences);
    QualityBench bench = new QualityBench();
    for (Fetch fetch : corpora) {
      QualityCorpus corpus;
      try {
        corpus = fetch.corpus();
      } catch (IOException e) {
        bench.table.append("left out: ").append(e.getMessage()).append("\n\n");
        continue;
      }
      bench.judge(corpus);
    }
    Files.writeString(Path.of(args[2]), bench.table);
  }

  private static Map<String, FingerprintScheme> schemes() {
    Map<String, FingerprintScheme> schemes = new LinkedHashMap<>();
    schemes.put("standard", FingerprintScheme.standard());
    schemes.put("SimHash, 2 words", FingerprintScheme.perDocument());
    schemes.put("classic words", ClassicSchemes.words());
    schemes.put("classic characters", ClassicSchemes.characters());
    return schemes;
  }

  private void judge(QualityCorpus corpus) {
    List<FeatureSet> features =
        corpus.texts().parallelStream().map(TextVerifier.standard()::features).toList();
    PairTruth truth = PairTruth.of(features);
    DistanceCounts minHash = MinHash128.counts(truth, features);
    table.append(
        String.format(
            Locale.ROOT,
            "%s: %,d documents, %,d characters, %,d near-duplicate pairs of %,d%n%n",
            corpus.name(),
            corpus.size(),
            corpus.characters(),
            minHash.positives(),
            corpus.pairs()));
    table.append(
        "| scheme | k | precision | recall | of non-identical | F1 | false pairs | strict F1 | F1"
            + " verified |\n|---|---|---|---|---|---|---|---|---|\n");
    schemes().forEach((name, scheme) -> rows(name, scheme, corpus, truth));
    table.append(
        String.format(
            Locale.ROOT,
            "| 128 min-hashes, best threshold | | | | | %.4f | | %.4f | |%n%n",
            best(minHash::f1),
            best(minHash::strictF1)));
  }

  private static double best(ToDoubleFunction<Integer> f1) {
    return IntStream.rangeClosed(0, MinHash128.PERMUTATIONS)
        .mapToDouble(f1::applyAsDouble)
        .max()
        .orElseThrow();
  }

  private void rows(String name, FingerprintScheme scheme, QualityCorpus corpus, PairTruth truth) {
    List<OptionalLong> fingerprints =
        corpus.texts().parallelStream().map(scheme::fingerprint).toList();
    DistanceCounts counts =
        DistanceCounts.of(
            truth, SimHash.BITS, (a, b) -> distance(fingerprints.get(a), fingerprints.get(b)));
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

  private static int distance(OptionalLong a, OptionalLong b) {
    return a.isEmpty() || b.isEmpty()
        ? Integer.MAX_VALUE
        : SimHash.distance(a.getAsLong(), b.getAsLong());
  }
}
