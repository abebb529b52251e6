package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.corpus.Corpus;
import io.github.lucenesimhash.corpus.TextDocument;
import io.github.lucenesimhash.evaluate.KnownPairs;
import io.github.lucenesimhash.evaluate.PlantedEdits;
import io.github.lucenesimhash.evaluate.PrecisionRecallPlot;
import io.github.lucenesimhash.evaluate.SchemeScores;
import io.github.lucenesimhash.join.OrderedTasks;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.io.Writer;
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

/** Says how well schemes find near-duplicates in texts of the user's own, and which to take. */
@Command(
    name = "evaluate",
    description = {
      "Prints precision and recall by distance, for several schemes side by side, on texts of your"
          + " own, and recommends a scheme and a distance. Which pairs are alike is computed"
          + " exactly (3 words in a row that both texts have, or 4 characters if Chinese), or read"
          + " from --truth; with --plant, known edits are made and looked for instead."
    })
final class EvaluateCommand implements Callable<Integer> {

  private static final int SAMPLE = 5000;
  private static final int PLANT_SAMPLE = 500;

  private final Console console;

  @Mixin private InputOptions input;
  @Mixin private SampleOptions sample;
  @Mixin private SchemeList schemeList;
  @Mixin private TruthOptions truth;

  @Option(
      names = "--verify",
      paramLabel = "J",
      converter = Ratio.class,
      description =
          "Verification keeps the pairs whose texts resemble by J or more (default: --positive).")
  private Double minResemblance;

  @Option(
      names = "--plant",
      description = {
        "Edit 1 to 20 %% of the words of each text (substitution, insertion, deletion, move,",
        "truncation, boilerplate) and print the share of the copies that are within -k."
      })
  private boolean plant;

  @Option(
      names = "-k",
      paramLabel = "BITS",
      converter = WholeNumber.JudgedDistance.class,
      description =
          "With --plant: most bits that a text and its copy differ in, 0 to "
              + SchemeScores.MAX_DISTANCE
              + " (default: "
              + FingerprintScheme.DEFAULT_DISTANCE
              + ").")
  private Integer maxDistance;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Option(
      names = "--plot",
      paramLabel = "FILE",
      description = "Write precision and recall against distance into an SVG file.")
  private Path plot;

  EvaluateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    KnownPairs.Bounds bounds = truth.bounds();
    Map<String, FingerprintScheme> schemes = schemeList.schemes();
    if (plant && (truth.isFile() || plot != null)) {
      throw new BadInput(
          "--plant makes its own pairs, expected no --truth and no --plot beside it");
    }
    if (!plant && maxDistance != null) {
      throw new BadInput("all distances are judged, expected -k only beside --plant");
    }
    double verified = minResemblance != null ? minResemblance : bounds.positive();
    Corpus corpus = input.corpus(console);
    if (plant) {
      plant(schemes, corpus, verified);
      return corpus.end();
    }
    TruthPairs labels = truth.read();
    try (Output picture = plot == null ? null : new Output("--plot", plot, console)) {
      List<TextDocument> documents = sample.read(corpus, SAMPLE, console);
      EvaluationReport report = evaluate(schemes, documents, labels, verified);
      if (picture != null) {
        picture.writer().write(PrecisionRecallPlot.svg(report.scores()));
        picture.complete();
      }
      Writer writer = console.writer();
      if (json) {
        report.writeJson(writer, corpus.skipped().byKind());
      } else {
        writer.write(report.text());
      }
      writer.flush();
    }
    return corpus.end();
  }

  private void plant(Map<String, FingerprintScheme> schemes, Corpus corpus, double verified)
      throws IOException {
    List<TextDocument> documents = sample.read(corpus, PLANT_SAMPLE, console);
    List<PlantedEdits> results;
    try (Progress progress =
        new Progress(console, "Planting", (long) PlantedEdits.COPIES * documents.size())) {
      List<String> texts = documents.stream().map(TextDocument::text).toList();
      results = PlantedEdits.of(schemes, texts, verified, sample.seed(), progress::step);
    }
    int k = maxDistance != null ? maxDistance : FingerprintScheme.DEFAULT_DISTANCE;
    PlantReport report = new PlantReport(results, schemes, k, verified);
    Writer writer = console.writer();
    if (json) {
      report.writeJson(writer, corpus.skipped().byKind());
    } else {
      writer.write(report.text());
    }
    writer.flush();
  }

  private EvaluationReport evaluate(
      Map<String, FingerprintScheme> schemes,
      List<TextDocument> documents,
      TruthPairs labels,
      double verified)
      throws IOException {
    List<FeatureSet> features =
        each(documents, "Reading features", TextVerifier.standard()::features);
    KnownPairs known = known(documents, features, labels);
    List<SchemeScores> scores = new ArrayList<>();
    for (Map.Entry<String, FingerprintScheme> named : schemes.entrySet()) {
      String name = named.getKey();
      List<OptionalLong> fingerprints = each(documents, name, named.getValue()::fingerprint);
      scores.add(SchemeScores.of(name, fingerprints, features, known, verified));
    }
    return new EvaluationReport(
        documents.size(),
        known,
        known.changed(features),
        truth.name(),
        truth.bounds(),
        verified,
        schemes,
        scores,
        input.arguments());
  }

  private KnownPairs known(
      List<TextDocument> documents, List<FeatureSet> features, TruthPairs labels)
      throws IOException {
    if (labels != null) {
      return labels.known(documents.stream().map(TextDocument::id).toList());
    }
    try (Progress progress = new Progress(console, "Comparing texts", documents.size())) {
      return KnownPairs.computed(features, truth.bounds(), progress::step);
    }
  }

  /** Something of each text, made on all cores. */
  private <T> List<T> each(
      List<TextDocument> documents, String task, Function<CharSequence, T> make)
      throws IOException {
    List<T> results = new ArrayList<>();
    try (Progress progress = new Progress(console, task, documents.size());
        OrderedTasks<T> tasks =
            new OrderedTasks<>(
                result -> {
                  results.add(result);
                  progress.step(1);
                })) {
      for (TextDocument document : documents) {
        tasks.give(() -> make.apply(document.text()), 0);
      }
      tasks.finish();
    }
    return results;
  }
}
