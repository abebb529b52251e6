package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.quality.QualityCorpus;
import io.github.lucenesimhash.quality.SourceJars;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.analysis.TokenStream;

/**
 * Fingerprints a second on real texts, one thread, against the scheme's analyzer alone: the two
 * take turns, one pass over all texts each, and medians of the passes are compared.
 *
 * <p>{@code mvn -q test-compile dependency:copy@quality-corpora exec:exec@fingerprint-speed}
 */
public final class FingerprintSpeed {

  private static final int WARM_UP_PASSES = 5;
  private static final int PASSES = 11;

  /** What was computed, so that the JIT cannot leave it out. */
  static volatile long answer;

  private interface Pass {
    long over(List<String> texts) throws IOException;
  }

  private FingerprintSpeed() {}

  /**
   * Runs it.
   *
   * @param args folder of the source jars
   */
  public static void main(String[] args) throws IOException {
    SourceJars jars = new SourceJars(Path.of(args[0]));
    System.out.println(
        "| texts | scheme | documents/s | characters/s | analyzer alone, characters/s | share of"
            + " the analyzer's speed |\n|---|---|---|---|---|---|");
    QualityCorpus english = jars.lucene();
    measure(english, "standard()", AnalyzerChoice.of("standard"), FingerprintScheme.standard());
    measure(english, "english()", AnalyzerChoice.of("en"), FingerprintScheme.english());
    QualityCorpus chinese = jars.hutool();
    measure(chinese, "standard()", AnalyzerChoice.of("standard"), FingerprintScheme.standard());
    measure(chinese, "chinese()", AnalyzerChoice.of("zh"), FingerprintScheme.chinese());
    measure(chinese, "characters(2)", AnalyzerChoice.of("char"), FingerprintScheme.characters(2));
  }

  private static void measure(
      QualityCorpus corpus, String name, AnalyzerChoice analyzer, FingerprintScheme scheme)
      throws IOException {
    Pass alone = texts -> texts.stream().mapToLong(text -> tokens(analyzer, text)).sum();
    Pass whole =
        texts -> texts.stream().mapToLong(text -> scheme.fingerprint(text).orElse(0)).sum();
    double[] alonePasses = new double[PASSES];
    double[] wholePasses = new double[PASSES];
    for (int pass = -WARM_UP_PASSES; pass < PASSES; pass++) {
      double aloneSeconds = seconds(alone, corpus.texts());
      double wholeSeconds = seconds(whole, corpus.texts());
      if (pass >= 0) {
        alonePasses[pass] = aloneSeconds;
        wholePasses[pass] = wholeSeconds;
      }
    }
    double aloneSeconds = median(alonePasses);
    double wholeSeconds = median(wholePasses);
    System.out.printf(
        Locale.ROOT,
        "| %s | %s | %,.0f | %.1f M | %.1f M | %.2f |%n",
        corpus.name(),
        name,
        corpus.size() / wholeSeconds,
        corpus.characters() / wholeSeconds * 1e-6,
        corpus.characters() / aloneSeconds * 1e-6,
        aloneSeconds / wholeSeconds);
  }

  private static double seconds(Pass pass, List<String> texts) throws IOException {
    long start = System.nanoTime();
    answer = pass.over(texts);
    return (System.nanoTime() - start) * 1e-9;
  }

  private static long tokens(AnalyzerChoice analyzer, String text) {
    try (TokenStream stream = analyzer.forText(text).tokenStream("text", text)) {
      stream.reset();
      long tokens = 0;
      while (stream.incrementToken()) {
        tokens++;
      }
      stream.end();
      return tokens;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static double median(double[] seconds) {
    Arrays.sort(seconds);
    return seconds[seconds.length / 2];
  }
}
