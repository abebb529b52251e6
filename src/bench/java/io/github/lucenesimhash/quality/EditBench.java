package io.github.lucenesimhash.quality;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.evaluate.SyntheticEdits;
import io.github.lucenesimhash.evaluate.SyntheticEdits.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Measures how many edited copies of the texts of each corpus the default scheme finds, and how
 * many pairs of different texts it takes for near-duplicates. Writes a Markdown table. The passages
 * of a book have little in common, while the other corpora are full of texts made from one pattern.
 *
 * <p>{@code mvn -q test-compile exec:exec@bench -Dbench.args=edits}, into {@code target/edits.md}
 */
@Command(
    name = "edits",
    description = "Measures the recall of edited copies by the default scheme.")
public final class EditBench implements Callable<Integer> {

  private static final int MIN_CHARACTERS = 500;
  private static final int PERCENT = 2;
  private static final int K = FingerprintScheme.DEFAULT_DISTANCE;
  private static final double MIN_RESEMBLANCE = .8;

  /** Fetches one corpus. */
  private interface Fetch {
    QualityCorpus corpus() throws IOException;
  }

  @Mixin private SourceJars jars;
  @Mixin private PackageCorpora packages;

  @Option(names = "--out", defaultValue = "target/edits.md")
  private Path out;

  @Override
  public Integer call() throws IOException {
    List<Fetch> corpora =
        List.of(
            () -> HandbookPassages.of(packages, "zh handbook passages", "zh-CN", MIN_CHARACTERS),
            () -> HandbookPassages.of(packages, "en handbook passages", "en-US", MIN_CHARACTERS),
            jars::hutool,
            jars::lucene,
            packages::licences,
            packages::manualPages);
    Formatter table = new Formatter(Locale.ROOT);
    table.format(
        "| corpus | texts | recall at %d %%: substitution | insertion | deletion | move |"
            + " truncation | boilerplate | negative pairs within %d | of | in a million |%n",
        PERCENT, K);
    table.format("|---|---|---|---|---|---|---|---|---|---|---|%n");
    for (Fetch fetch : corpora) {
      try {
        judge(fetch.corpus(), table);
      } catch (IOException e) {
        table.format("%nleft out: %s%n%n", e.getMessage());
      }
    }
    Files.writeString(out, table.toString());
    return 0;
  }

  private static void judge(QualityCorpus corpus, Formatter table) throws IOException {
    List<String> texts =
        corpus.texts().stream().filter(text -> text.length() >= MIN_CHARACTERS).toList();
    SyntheticEdits edits =
        SyntheticEdits.of(
            Map.of("standard", FingerprintScheme.standard()),
            texts,
            MIN_RESEMBLANCE,
            1,
            copies -> {});
    table.format("| %s | %,d |", corpus.name(), texts.size());
    for (Row row : edits.schemes().getFirst().edits()) {
      if (row.percent() == PERCENT) {
        table.format(" %.4f |", (double) row.found().get(K) / edits.texts());
      }
    }
    long falsePairs = edits.schemes().getFirst().falsePairs().get(K);
    table.format(
        " %d | %,d | %.2f |%n", falsePairs, edits.pairs(), 1e6 * falsePairs / edits.pairs());
  }
}
