package io.github.lucenesimhash.bench;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.report.TextDiff;
import io.github.lucenesimhash.testing.HostileTexts;
import io.github.lucenesimhash.verify.TextVerifier;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToLongFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures the CPU time of everything that reads a text, on texts made to be slow. Reports it as a
 * multiple of the time on plain English or Chinese of the same size in UTF-8, whichever is slower.
 * The fastest of several runs counts.
 *
 * <pre>
 * mvn -q test-compile exec:exec@bench -Dbench.args=hostile-text
 * </pre>
 */
@Command(
    name = "hostile-text",
    description = "Measures texts made to be slow, compared with plain ones.")
final class HostileTextBench implements Callable<Integer> {

  /** Receives the results, so that the JIT cannot remove their computation. */
  static volatile long answer;

  @Option(names = "--bytes", defaultValue = "1000000", description = "Size of a text in UTF-8.")
  private int bytes;

  @Option(names = "--runs", defaultValue = "3", description = "Number of runs; the fastest counts.")
  private int runs;

  @Option(
      names = "--only",
      split = ",",
      description = "Measures only kinds with one of these in their names.")
  private List<String> only = List.of("");

  @Option(names = "--schemes", split = ",", description = "Schemes of the fingerprints.")
  private List<String> schemes = List.of("standard", "char", "zh");

  private Map<String, ToLongFunction<String>> readers() {
    Map<String, ToLongFunction<String>> readers = new LinkedHashMap<>();
    for (String name : schemes) {
      FingerprintScheme scheme = FingerprintScheme.parse(name);
      readers.put(name, text -> scheme.fingerprint(text).orElse(Fingerprint.of(0)).lane(0));
    }
    TextVerifier verifier = TextVerifier.standard();
    readers.put("verification", text -> verifier.features(text).size());
    readers.put("diff", text -> TextDiff.of(text, changed(text)).size());
    return readers;
  }

  /** Returns a text without the first of every 1,000 chars, whether a surrogate or not. */
  private static String changed(String text) {
    StringBuilder changed = new StringBuilder();
    for (int i = 0; i < text.length(); i += 1000) {
      changed.append(text, Math.min(i + 1, text.length()), Math.min(i + 1000, text.length()));
    }
    return changed.toString();
  }

  @Override
  public Integer call() {
    Map<String, ToLongFunction<String>> readers = readers();
    System.out.println("| text of " + bytes + " bytes | " + String.join(" | ", readers.keySet()));
    System.out.println("|---".repeat(readers.size() + 1) + "|");
    Map<String, String> pieces = HostileTexts.pieces();
    String plain = HostileTexts.text(pieces.get(HostileTexts.PLAIN), bytes);
    Map<String, Double> base = new LinkedHashMap<>();
    String chinese = HostileTexts.text(pieces.get(HostileTexts.PLAIN_CHINESE), bytes);
    readers.forEach(
        (name, reader) ->
            base.put(
                name,
                Math.max(millis(reader, plain, 5 * runs), millis(reader, chinese, 5 * runs))));
    row("plain text, ms", base.values());
    Map<String, Double> worst = new LinkedHashMap<>();
    pieces.forEach(
        (kind, piece) -> {
          if (only.stream().anyMatch(kind::contains)) {
            String text = HostileTexts.text(piece, bytes);
            List<Double> ratios = new ArrayList<>();
            readers.forEach(
                (name, reader) -> {
                  double ratio = millis(reader, text, runs) / base.get(name);
                  ratios.add(ratio);
                  worst.merge(name, ratio, Math::max);
                });
            row(kind, ratios);
          }
        });
    row("the worst of " + pieces.size(), worst.values());
    return 0;
  }

  private static void row(String name, Iterable<Double> figures) {
    System.out.print("| " + name);
    figures.forEach(figure -> System.out.printf(Locale.ROOT, " | %.2f", figure));
    System.out.println(" |");
  }

  private static double millis(ToLongFunction<String> reader, String text, int runs) {
    long least = Long.MAX_VALUE;
    for (int run = 0; run < runs; run++) {
      long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      answer = reader.applyAsLong(text);
      long took = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
      least = Math.min(least, took);
    }
    return least * 1e-6;
  }
}
