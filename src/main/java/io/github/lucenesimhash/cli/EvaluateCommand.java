package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.cli.Json.Skipped;
import io.github.lucenesimhash.cli.Range.JudgedDistance;
import io.github.lucenesimhash.cli.Range.Ratio;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Corpus;
import io.github.lucenesimhash.corpus.RawText;
import io.github.lucenesimhash.corpus.Source;
import io.github.lucenesimhash.corpus.Terminal.Bar;
import io.github.lucenesimhash.corpus.TextDocument;
import io.github.lucenesimhash.evaluate.KnownPairs;
import io.github.lucenesimhash.evaluate.KnownPairs.Bounds;
import io.github.lucenesimhash.evaluate.LabelledPairs;
import io.github.lucenesimhash.evaluate.LabelledPairs.Merged;
import io.github.lucenesimhash.evaluate.PrecisionRecallPlot;
import io.github.lucenesimhash.evaluate.SchemeScores;
import io.github.lucenesimhash.evaluate.SchemeScores.Recommendation;
import io.github.lucenesimhash.evaluate.SyntheticEdits;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.OrderedTasks;
import io.github.lucenesimhash.verify.Comparison;
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
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Says how well schemes find near-duplicates in texts of the user's own, and which to take. */
@Command(name = "evaluate")
final class EvaluateCommand implements Callable<Integer> {

  private static final int SAMPLE = 5000;
  private static final int EDITED_SAMPLE = 500;

  @ParentCommand private Main main;
  @Spec private CommandSpec command;

  @Mixin private InputOptions input;
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

  @Option(names = "--plant")
  private boolean plant;

  @Option(names = "--labelled")
  private boolean labelled;

  @Option(names = "-k", paramLabel = "BITS", converter = JudgedDistance.class)
  private Integer maxDistance;

  @Mixin private Json.AnswerOption answer;

  @Option(names = "--plot", paramLabel = "FILE")
  private Path plot;

  @Mixin private GuardOption.Mixed its;

  private final Stages stages = new Stages();

  @Override
  public Integer call() throws IOException {
    Bounds bounds = bounds();
    Map<String, FingerprintScheme> schemes = schemeList.schemes();
    if (plant && (truth != null || plot != null)) {
      throw new BadInput(
          "--plant makes its own pairs, expected no --truth and no --plot beside it");
    }
    if (labelled && (plant || truth != null || plot != null || sample.isGiven())) {
      throw new BadInput(
          "--labelled reads pairs, expected no --plant, --truth, --plot and --sample beside it");
    }
    if (!plant && !labelled && maxDistance != null) {
      throw new BadInput(
          "all distances are judged, expected -k only beside --plant and --labelled");
    }
    for (String option : List.of("--guard", "--contained")) {
      if (!labelled && command.commandLine().getParseResult().hasMatchedOption(option)) {
        throw new BadInput(
            "fingerprints are judged, expected " + option + " only beside --labelled");
      }
    }
    double verified = minResemblance != null ? minResemblance : bounds.positive();
    if (labelled) {
      answer.print(labels(schemes, verified), main.console);
      return 0;
    }
    Corpus corpus = input.corpus(main.console);
    List<String> results = new ArrayList<>();
    if (plant) {
      EditReport report = edit(schemes, corpus, verified);
      answer.print(report, main.console);
      results.add(report.texts() * SyntheticEdits.COPIES + " edited copies");
    } else {
      EvaluationReport report = judge(schemes, corpus, bounds, verified);
      answer.print(report, main.console);
      results.add(EndLine.count(report.pairs(), "pair"));
      results.add(report.alike() + " alike");
    }
    if (!answer.isJson) {
      Map<String, Long> skipped = corpus.skipped().byKind();
      main.console.print("%s", EndLine.of(sample.read(), 0, skipped, stages.seconds(), results));
    }
    return corpus.end();
  }

  private LabelReport labels(Map<String, FingerprintScheme> schemes, double verified) {
    LabelledPairs pairs = new LabelledPairs();
    input.inputs.forEach(file -> RawText.forEachLine(Source.path(file), pairs::add));
    if (pairs.size() == 0) {
      throw new BadInput("no pair in %s", String.join(", ", input.inputs));
    }
    Comparison near =
        Comparison.within(distance(verified))
            .verified(verified)
            .contained(its.contained == null ? 0 : its.contained);
    List<Merged> merged = new ArrayList<>();
    schemes.forEach(
        (name, scheme) -> {
          Comparison guarded = near.ofBits(scheme.bits()).guarded(its.guard.of(scheme));
          merged.add(pairs.merged(name, scheme, guarded));
        });
    return new LabelReport(
        pairs.size(),
        distance(verified),
        verified,
        near.contained() == 0 ? null : near.contained(),
        its.guard.toString(),
        merged);
  }

  private int distance(double verified) {
    Comparison standard = verified > 0 ? Comparison.STANDARD : Comparison.UNVERIFIED;
    return maxDistance != null ? maxDistance : standard.maxDistance();
  }

  private Bounds bounds() {
    try {
      return new Bounds(positive, negative);
    } catch (IllegalArgumentException e) {
      throw new BadInput("--positive and --negative: " + e.getMessage());
    }
  }

  private EditReport edit(Map<String, FingerprintScheme> schemes, Corpus corpus, double verified)
      throws IOException {
    List<TextDocument> documents = sample.draw(corpus, EDITED_SAMPLE, main.console);
    SyntheticEdits edits;
    try (Bar progress =
        main.console.progress("Planting", (long) SyntheticEdits.COPIES * documents.size(), false)) {
      List<String> texts = documents.stream().map(TextDocument::text).toList();
      edits = SyntheticEdits.of(schemes, texts, verified, sample.seed(), progress::step);
    }
    return new EditReport(
        edits.texts(),
        verified,
        edits.pairs(),
        edits.schemes(),
        new Skipped(corpus.skipped().byKind()),
        distance(verified));
  }

  private EvaluationReport judge(
      Map<String, FingerprintScheme> schemes, Corpus corpus, Bounds bounds, double verified)
      throws IOException {
    TruthPairs labels = truth == null ? null : TruthPairs.read(truth, bounds);
    try (Output picture = plot == null ? null : new Output("--plot", plot, main.console)) {
      List<TextDocument> documents = sample.draw(corpus, SAMPLE, main.console);
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
      if (picture != null) {
        picture.writer().write(PrecisionRecallPlot.svg(scores));
        picture.complete();
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
    List<String> words = new ArrayList<>(List.of("dedup"));
    words.addAll(input.arguments());
    words.addAll(List.of(SchemeFiles.OPTION, choice.scheme()));
    words.addAll(List.of("-k", "" + choice.at().distance()));
    words.addAll(choice.verified() ? List.of("--verify", "" + verified) : List.of("--no-verify"));
    return ShellCommand.line(words);
  }
}
