package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.corpus.RawText;
import io.github.lucenesimhash.evaluate.LabelledPairs;
import io.github.lucenesimhash.verify.Comparison;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Counts by kind which pairs of texts that people labelled are near, and which are verified.
 *
 * <pre>
 * mvn -q test-compile exec:exec@bench -Dbench.args=labelled
 * </pre>
 */
@Command(name = "labelled", description = "What is merged of pairs that people labelled.")
public final class LabelledBench implements Callable<Integer> {

  @Parameters(paramLabel = "PAIRS", defaultValue = "src/test/resources/labelled-pairs.tsv")
  private Path file;

  @Option(names = "--scheme", defaultValue = "standard")
  private String scheme;

  @Option(names = "-k", defaultValue = "12", description = "Of each 64 bits.")
  private int maxDistance;

  @Option(names = "--verify", defaultValue = "0.8")
  private double minResemblance;

  @Mixin private GuardOption.Mixed its;

  @Override
  public Integer call() {
    LabelledPairs pairs = new LabelledPairs();
    RawText.forEachLine(file, pairs::add);
    FingerprintScheme made = SchemeFiles.scheme(scheme);
    Comparison near =
        Comparison.within(maxDistance)
            .verified(minResemblance)
            .contained(its.contained == null ? 0 : its.contained)
            .ofBits(made.bits())
            .guarded(its.guard.of(made));
    System.out.print(
        new LabelReport(
            pairs.size(),
            maxDistance,
            minResemblance,
            its.contained,
            its.guard.toString(),
            List.of(pairs.merged(scheme, made, near))));
    return 0;
  }
}
