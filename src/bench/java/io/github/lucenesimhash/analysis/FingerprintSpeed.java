package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.bench.Figures;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.quality.QualityCorpus;
import io.github.lucenesimhash.quality.SourceJars;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Measures how many fingerprints of real texts one thread makes in a second, compared with the
 * analyzer of the scheme alone. Both take turns, each with one pass over all texts, and their
 * medians are compared.
 *
 * <p>{@code mvn -q test-compile exec:exec@bench -Dbench.args=fingerprint}
 */
@Command(
    name = "fingerprint",
    description = "Measures fingerprints a second, compared with the analyzer alone.")
public final class FingerprintSpeed implements Callable<Integer> {

  private static final int WARM_UP_PASSES = 5;
  private static final int PASSES = 11;

  /** Receives the results, so that the JIT cannot remove their computation. */
  static volatile long answer;

  private interface Pass {
    long over(List<String> texts) throws IOException;
  }

  @Mixin private SourceJars jars;

  @Override
  public Integer call() throws IOException {
    System.out.println("| texts | scheme | documents/s | characters/s |\n|---|---|---|---|");
    QualityCorpus english = jars.lucene();
    measure(english, "standard()", FingerprintScheme.standard());
    measure(english, "en", FingerprintScheme.parse("en"));
    QualityCorpus chinese = jars.hutool();
    measure(chinese, "standard()", FingerprintScheme.standard());
    measure(chinese, "zh", FingerprintScheme.parse("zh"));
    measure(chinese, "char", FingerprintScheme.parse("char"));
    return 0;
  }

  private static void measure(QualityCorpus corpus, String name, FingerprintScheme scheme)
      throws IOException {
    Pass whole =
        texts ->
            texts.stream()
                .mapToLong(text -> scheme.fingerprint(text).orElse(Fingerprint.of(0)).lane(0))
                .sum();
    double[] wholePasses = new double[PASSES];
    for (int pass = -WARM_UP_PASSES; pass < PASSES; pass++) {
      double wholeSeconds = seconds(whole, corpus.texts());
      if (pass >= 0) {
        wholePasses[pass] = wholeSeconds;
      }
    }
    double wholeSeconds = Figures.median(wholePasses);
    System.out.printf(
        Locale.ROOT,
        "| %s | %s | %,.0f | %.1f M |%n",
        corpus.name(),
        name,
        corpus.size() / wholeSeconds,
        corpus.characters() / wholeSeconds * 1e-6);
  }

  private static double seconds(Pass pass, List<String> texts) throws IOException {
    long start = System.nanoTime();
    answer = pass.over(texts);
    return (System.nanoTime() - start) * 1e-9;
  }
}
