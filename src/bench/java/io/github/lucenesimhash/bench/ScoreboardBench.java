package io.github.lucenesimhash.bench;

import io.github.lucenesimhash.evaluate.Judgement;
import io.github.lucenesimhash.evaluate.LabelledPairs;
import io.github.lucenesimhash.evaluate.LabelledPairs.Pair;
import io.github.lucenesimhash.evaluate.Rule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Measures precision and recall of the library's rules, exact Jaccard, MinHash and classic SimHash
 * on pairs of texts that people labelled.
 *
 * <pre>
 * mvn -q test-compile exec:exec@bench -Dbench.args=scoreboard
 * </pre>
 */
@Command(name = "scoreboard", description = "Measures rules on pairs that people labelled.")
final class ScoreboardBench implements Callable<Integer> {

  @Parameters(
      paramLabel = "PAIRS",
      defaultValue = "src/test/resources/labelled-pairs.tsv",
      description = "Files of pairs in the format of MSRP, LCQMC or Ditto, or the folder of Webis.")
  private List<Path> files;

  @Option(
      names = "--grade",
      defaultValue = "1",
      description = "Minimum grade of pairs that are the same.")
  private int grade;

  @Option(
      names = "--rule",
      description = "Measures only this rule, which may be like 'titles verify=0.9'.")
  private List<String> rules = Rule.names();

  @Option(names = "--kinds", description = "Prints a table for each kind of pairs.")
  private boolean kinds;

  @Override
  public Integer call() throws IOException {
    for (Path file : files) {
      List<Pair> pairs = LabelledPairs.read(file);
      print(file.getFileName().toString(), pairs);
      if (kinds) {
        pairs.stream().collect(Collectors.groupingBy(Pair::kind)).forEach(this::print);
      }
    }
    return 0;
  }

  private void print(String name, List<Pair> pairs) {
    long same = pairs.stream().filter(pair -> pair.grade() >= grade).count();
    System.out.printf(
        Locale.ROOT,
        "%n%s: %,d pairs, %,d of them the same%n%n"
            + "| rule | same, merged | other, merged | precision | recall | area | lost |%n"
            + "|---|---|---|---|---|---|---|%n",
        name,
        pairs.size(),
        same);
    for (String rule : rules) {
      Judgement of = Judgement.of(Rule.of(rule), pairs, grade);
      System.out.printf(
          Locale.ROOT,
          "| %s | %,d | %,d | %.3f | %.3f | %.3f | %,d |%n",
          rule,
          of.same(),
          of.other(),
          of.precision(),
          of.recall(),
          of.area(),
          of.lost());
    }
  }
}
