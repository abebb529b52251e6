package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.cli.Json.Skipped;
import io.github.lucenesimhash.cli.Range.Ratio;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Corpus;
import io.github.lucenesimhash.corpus.Terminal.Bar;
import io.github.lucenesimhash.corpus.TextDocument;
import io.github.lucenesimhash.evaluate.KnownPairs;
import io.github.lucenesimhash.evaluate.KnownPairs.Bounds;
import io.github.lucenesimhash.evaluate.SchemeScores;
import io.github.lucenesimhash.evaluate.SchemeScores.Recommendation;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.OrderedTasks;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Says how well schemes find near-duplicates in texts of the user's own, and which to take. */
@Command(name = "evaluate")
final class EvaluateCommand implements Callable<Integer> {

  @ParentCommand private Main main;

  @Mixin private SchemeList schemeList;
  @Mixin private SampleOptions sample;

  @Option(names = "--truth", paramLabel = "PAIRS")
  private Path truth;

  @Option(names = "--positive", paramLabel = "J", converter = Ratio.class, defaultValue = "0.8")
  private double positive;

  @Option(names = "--negative", paramLabel = "J", converter = Ratio.class, defaultValue = "0.5")
  private double negative;

  @Option(names = "--verify", paramLabel = "J", converter = Ratio.class)
  private Double minResemblance;

  @Mixin private Json.AnswerOption answer;
  @Mixin private InputOptions.All input;

  private final Stages stages = new Stages();

  @Override
  public Integer call() throws IOException {
    Bounds bounds = bounds();
    Map<String, FingerprintScheme> schemes = schemeList.schemes();
    double verified = minResemblance != null ? minResemblance : bounds.positive();
    Corpus corpus = input.corpus(main.console);
    EvaluationReport report = judge(schemes, corpus, bounds, verified);
    answer.print(report, main.console);
    if (!answer.isJson) {
      Map<String, Long> skipped = corpus.skipped().byKind();
      List<String> results =
          List.of(EndLine.count(report.pairs(), "pair"), report.alike() + " alike");
      main.console.print("%s", EndLine.of(sample.read(), 0, skipped, stages.seconds(), results));
    }
    return corpus.end();
  }

  private Bounds bounds() {
    try {
      return new Bounds(positive, negative);
    } catch (IllegalArgumentException e) {
      throw new BadInput("--positive and --negative: " + e.getMessage());
    }
  }

  private EvaluationReport judge(
      Map<String, FingerprintScheme> schemes, Corpus corpus, Bounds bounds, double verified)
      throws IOException {
    TruthPairs labels = truth == null ? null : TruthPairs.read(truth, bounds);
    List<TextDocument> documents = sample.draw(corpus, main.console);
    List<FeatureSet> features = features(documents, FingerprintScheme.standard());
    KnownPairs known = known(documents, features, labels, bounds);
    List<SchemeScores> scores = new ArrayList<>();
    for (Map.Entry<String, FingerprintScheme> scheme : schemes.entrySet()) {
      String name = scheme.getKey();
      List<Optional<Fingerprint>> fingerprints =
          each(documents, name, scheme.getValue()::fingerprint);
      String id = scheme.getValue().id();
      List<FeatureSet> own =
          scheme.getValue().equals(FingerprintScheme.standard())
              ? features
              : features(documents, scheme.getValue());
      scores.add(SchemeScores.of(name, id, fingerprints, features, own, known, verified));
    }
    return new EvaluationReport(
        documents.size(),
        (long) documents.size() * (documents.size() - 1) / 2,
        truth == null ? "computed" : truth.toString(),
        positive,
        negative,
        known.positive(),
        known.changed(features),
        known.ignored(),
        verified,
        scores,
        Recommendation.of(scores, false).map(EvaluationReport.Choice::new).orElse(null),
        Recommendation.of(scores, true).map(EvaluationReport.Choice::new).orElse(null),
        Recommendation.of(scores).map(choice -> command(choice, verified)).orElse(null),
        new Skipped(corpus.skipped().byKind()));
  }

  private List<FeatureSet> features(List<TextDocument> documents, FingerprintScheme scheme)
      throws IOException {
    return each(documents, "Reading features", TextVerifier.of(scheme)::features);
  }

  private KnownPairs known(
      List<TextDocument> documents, List<FeatureSet> features, TruthPairs labels, Bounds bounds)
      throws IOException {
    if (labels != null) {
      return labels.known(documents.stream().map(TextDocument::id).toList());
    }
    try (Bar progress = main.console.progress("Comparing texts", documents.size(), false)) {
      return KnownPairs.computed(features, bounds, progress::step);
    }
  }

  private <T> List<T> each(
      List<TextDocument> documents, String task, Function<CharSequence, T> make)
      throws IOException {
    try (Bar progress = main.console.progress(task, documents.size(), false)) {
      return OrderedTasks.map(
          documents, document -> make.apply(document.text()), () -> progress.step(1));
    }
  }

  private String command(Recommendation choice, double verified) {
    List<String> words = new ArrayList<>(List.of(Main.NAME, "dedup"));
    words.addAll(input.arguments());
    words.addAll(List.of(SchemeFiles.OPTION, choice.scheme()));
    words.addAll(List.of("-k", "" + choice.at().distance()));
    words.addAll(choice.verified() ? List.of("--verify", "" + verified) : List.of("--no-verify"));
    return ShellCommand.quoted(words);
  }
}
