package io.github.lucenesimhash.bench;

import io.github.lucenesimhash.analysis.FingerprintSpeed;
import io.github.lucenesimhash.cli.ContaminatedCorpus;
import io.github.lucenesimhash.cli.FormatBench;
import io.github.lucenesimhash.corpus.CorpusGenerator;
import io.github.lucenesimhash.corpus.CorpusTruth;
import io.github.lucenesimhash.opensearch.BulkBench;
import io.github.lucenesimhash.opensearch.ClusterBench;
import io.github.lucenesimhash.opensearch.CollapseBench;
import io.github.lucenesimhash.opensearch.SweepBench;
import io.github.lucenesimhash.quality.EditBench;
import io.github.lucenesimhash.quality.IdfTables;
import io.github.lucenesimhash.quality.QualityBench;
import io.github.lucenesimhash.quality.VariantBench;
import io.github.lucenesimhash.search.Calibration;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Unmatched;

/**
 * Runs the programs that measure the library or make data for it. Each is a subcommand.
 *
 * <pre>
 * mvn -q test-compile exec:exec@bench -Dbench.args="help"
 * mvn -q test-compile exec:exec@bench -Dbench.args="search --documents 1M" -Dbench.heap=3g
 * </pre>
 */
@Command(
    name = "bench",
    showDefaultValues = true,
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    subcommands = {
      HelpCommand.class,
      SearchBench.class,
      PeersBench.class,
      Calibration.class,
      WriterBench.class,
      WindowBench.class,
      StreamBench.class,
      ServeBench.class,
      LoadBench.class,
      CorpusCopy.class,
      CleanBench.class,
      MinHashBench.class,
      RecordBench.class,
      AgainstBench.class,
      GeneratedBench.class,
      HostileBench.class,
      HostileTextBench.class,
      HostileAddBench.class,
      MergeBench.class,
      JoinBench.class,
      FingerprintSpeed.class,
      QualityBench.class,
      EditBench.class,
      PassageBench.class,
      VariantBench.class,
      ClusterBench.class,
      BulkBench.class,
      CollapseBench.class,
      SweepBench.class,
      FormatBench.class,
      ScoreboardBench.class,
      ContaminatedCorpus.class,
      Bench.Jmh.class,
      IdfTables.class
    })
public final class Bench {

  private Bench() {}

  public static void main(String[] args) {
    System.exit(new CommandLine(new Bench()).execute(args));
  }

  @Command(name = "corpus", description = "Writes a synthetic corpus of JSON lines.")
  void corpus(
      @Parameters(paramLabel = "DOCUMENTS") int documents,
      @Parameters(paramLabel = "CHARACTERS", description = "Approximate length of a text.")
          int characters,
      @Parameters(paramLabel = "SEED") long seed,
      @Parameters(paramLabel = "FILE") Path file,
      @Option(
              names = "--chinese",
              defaultValue = "10",
              description = "One of this many documents is Chinese.")
          int chinese)
      throws IOException {
    new CorpusGenerator(characters, seed, chinese).write(documents, file);
  }

  @Command(
      name = "corpus-truth",
      description = "Writes the file of near-duplicate pairs of test-corpus.")
  void corpusTruth() throws IOException {
    CorpusTruth.write();
  }

  @Command(
      name = "jmh",
      description = "Runs JMH with a regular expression for names and other options of JMH.")
  static final class Jmh implements Runnable {

    @Unmatched private List<String> args = new ArrayList<>();

    @Override
    public void run() {
      try {
        org.openjdk.jmh.Main.main(args.toArray(new String[0]));
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
