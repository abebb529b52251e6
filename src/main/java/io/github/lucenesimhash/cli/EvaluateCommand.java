package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Corpus;
import io.github.lucenesimhash.corpus.SkipReport;
import io.github.lucenesimhash.corpus.Terminal.Bar;
import io.github.lucenesimhash.corpus.TextDocument;
import io.github.lucenesimhash.evaluate.KnownPairs;
import io.github.lucenesimhash.evaluate.PrecisionRecallPlot;
import io.github.lucenesimhash.evaluate.SchemeScores;
import io.github.lucenesimhash.evaluate.SchemeScores.Recommendation;
import io.github.lucenesimhash.evaluate.SyntheticEdits;
import io.github.lucenesimhash.join.OrderedTasks;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Says how well schemes find near-duplicates in texts of the user's own, and which to take. */
@Command(
    name = "evaluate",
    description =
        "Prints precision and recall by distance, for several schemes side by side, on texts of"
            + " your own, and recommends a scheme and a distance. Which pairs are alike is computed"
            + " exactly (3 words in a row that both texts have, or 4 characters if Chinese), or"
            + " read from --truth; with --plant, known edits are made and looked for instead.")
final class EvaluateCommand implements Callable<Integer> {

  private static final int SAMPLE = 5000;
  private static final int EDITED_SAMPLE = 500;

  @ParentCommand private Main main;

  @Mixin private InputOptions input;
  @Mixin private SampleOptions sample;
  @Mixin private SchemeList schemeList;
  @Mixin private TruthPairs.TruthOptions truth;

  @Option(
      names = "--verify",
      paramLabel = "J",
      converter = Range.Ratio.class,
      description =
          "Verification keeps the pairs whose texts resemble by J or more (default: --positive).")
  private Double minResemblance;

  @Option(
      names = "--plant",
      description =
          "Edit 1 to 20 %% of the words of each text (substitution, insertion, deletion, move,"
              + " truncation, boilerplate) and print the share of the copies that are within -k.")
  private boolean plant;

  @Option(
      names = "-k",
      paramLabel = "BITS",
      converter = Range.JudgedDistance.class,
      description =
          "With --plant: most bits that a text and its copy differ in, 0 to "
              + SchemeScores.MAX_DISTANCE
              + " (default: "
              + FingerprintScheme.DEFAULT_DISTANCE
              + ").")
  private Integer maxDistance;

  @Mixin private Json.AnswerOption answer;

  @Option(
      names = "--plot",
      paramLabel = "FILE",
      description = "Write precision and recall against distance into an SVG file.")
  private Path plot;

  @Override
  public Integer call() throws IOException {
    KnownPairs.Bounds bounds = truth.bounds();
    Map<String, FingerprintScheme> schemes = schemeList.schemes();
    if (plant && (truth.file != null || plot != null)) {
      throw new BadInput(
          "--plant makes its own pairs, expected no --truth and no --plot beside it");
    }
    if (!plant && maxDistance != null) {
      throw new BadInput("all distances are judged, expected -k only beside --plant");
    }
    double verified = minResemblance != null ? minResemblance : bounds.positive();
    Corpus corpus = input.corpus(main.console);
    answer.print(
        plant ? edit(schemes, corpus, verified) : judge(schemes, corpus, verified), main.console);
    return corpus.end();
  }

  private EditReport edit(Map<String, FingerprintScheme> schemes, Corpus corpus, double verified)
      throws IOException {
    List<TextDocument> documents = sample.read(corpus, EDITED_SAMPLE, main.console);
    List<SyntheticEdits> results;
    try (Bar progress =
        main.console.progress("Planting", (long) SyntheticEdits.COPIES * documents.size())) {
      List<String> texts = documents.stream().map(TextDocument::text).toList();
      results = SyntheticEdits.of(schemes, texts, verified, sample.seed, progress::step);
    }
    Map<String, Long> skipped = corpus.skipped().byKind();
    return new EditReport(
        results.getFirst().rows().getFirst().texts(),
        verified,
        results.getFirst().pairs(),
        results.stream()
            .map(one -> EditReport.SchemeEdits.of(one, schemes.get(one.scheme())))
            .toList(),
        SkipReport.sum(skipped),
        skipped,
        maxDistance != null ? maxDistance : FingerprintScheme.DEFAULT_DISTANCE);
  }

  private EvaluationReport judge(
      Map<String, FingerprintScheme> schemes, Corpus corpus, double verified) throws IOException {
    TruthPairs labels = truth.read();
    try (Output picture = plot == null ? null : new Output("--plot", plot, main.console)) {
      List<TextDocument> documents = sample.read(corpus, SAMPLE, main.console);
      List<FeatureSet> features =
          each(documents, "Reading features", TextVerifier.standard()::features);
      KnownPairs known = known(documents, features, labels);
      List<SchemeScores> scores = new ArrayList<>();
      for (Map.Entry<String, FingerprintScheme> scheme : schemes.entrySet()) {
        String name = scheme.getKey();
        List<OptionalLong> fingerprints = each(documents, name, scheme.getValue()::fingerprint);
        scores.add(SchemeScores.of(name, fingerprints, features, known, verified));
      }
      if (picture != null) {
        picture.writer().write(PrecisionRecallPlot.svg(scores));
        picture.complete();
      }
      Map<String, Long> skipped = corpus.skipped().byKind();
      return new EvaluationReport(
          documents.size(),
          (long) documents.size() * (documents.size() - 1) / 2,
          truth.file == null ? "computed" : truth.file.toString(),
          truth.bounds().positive(),
          truth.bounds().negative(),
          known.positive(),
          known.changed(features),
          known.ignored(),
          verified,
          scores.stream()
              .map(one -> new EvaluationReport.SchemeReport(one, schemes.get(one.scheme())))
              .toList(),
          Recommendation.of(scores, false).map(EvaluationReport.Choice::new).orElse(null),
          Recommendation.of(scores, true).map(EvaluationReport.Choice::new).orElse(null),
          Recommendation.of(scores).map(choice -> command(choice, verified)).orElse(null),
          SkipReport.sum(skipped),
          skipped);
    }
  }

  private KnownPairs known(
      List<TextDocument> documents, List<FeatureSet> features, TruthPairs labels)
      throws IOException {
    if (labels != null) {
      return labels.known(documents.stream().map(TextDocument::id).toList());
    }
    try (Bar progress = main.console.progress("Comparing texts", documents.size())) {
      return KnownPairs.computed(features, truth.bounds(), progress::step);
    }
  }

  /** Something of each text, made on all cores. */
  private <T> List<T> each(
      List<TextDocument> documents, String task, Function<CharSequence, T> make)
      throws IOException {
    try (Bar progress = main.console.progress(task, documents.size())) {
      return OrderedTasks.map(
          documents, document -> make.apply(document.text()), () -> progress.step(1));
    }
  }

  /** A line for the shell that does what is recommended. */
  private String command(Recommendation choice, double verified) {
    List<String> words = new ArrayList<>(List.of("dedup"));
    words.addAll(input.arguments());
    words.addAll(SchemeList.words(choice.scheme()));
    words.addAll(List.of("-k", "" + choice.at().distance()));
    words.addAll(choice.verified() ? List.of("--verify", "" + verified) : List.of("--no-verify"));
    return ShellCommand.line(words);
  }
}
