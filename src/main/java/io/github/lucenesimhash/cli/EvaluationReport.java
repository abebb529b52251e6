package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.evaluate.KnownPairs;
import io.github.lucenesimhash.evaluate.Recommendation;
import io.github.lucenesimhash.evaluate.SchemeScores;
import io.github.lucenesimhash.evaluate.SchemeScores.DistanceScores;
import io.github.lucenesimhash.evaluate.Score;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What an evaluation found, as text or JSON.
 *
 * @param changed pairs that are alike and not identical
 * @param truth where the truth came from
 * @param verified the resemblance that verification asks for
 * @param inputArguments the input's words on the command line
 */
record EvaluationReport(
    int documents,
    KnownPairs known,
    long changed,
    String truth,
    KnownPairs.Bounds bounds,
    double verified,
    Map<String, FingerprintScheme> schemes,
    List<SchemeScores> scores,
    List<String> inputArguments) {

  private long pairs() {
    return (long) documents * (documents - 1) / 2;
  }

  private Optional<Recommendation> best(boolean verify) {
    return Recommendation.of(scores, verify);
  }

  /** A line for the shell that does what is recommended. */
  private Optional<String> command() {
    return Recommendation.of(scores).map(this::command);
  }

  private String command(Recommendation choice) {
    List<String> words = new ArrayList<>(List.of("dedup"));
    words.addAll(inputArguments);
    words.addAll(SchemeList.words(choice.scheme()));
    words.addAll(List.of("-k", Integer.toString(choice.at().distance())));
    words.addAll(
        choice.verified()
            ? List.of("--verify", Double.toString(verified))
            : List.of("--no-verify"));
    return ShellCommand.line(words);
  }

  String text() {
    Formatter out = new Formatter(Locale.ROOT);
    out.format(
        "%d documents, %d pairs: %d alike (similarity %s and more, truth %s), %d of them not"
            + " identical; %d from %s on left out; the rest unlike\n",
        documents,
        pairs(),
        known.alike(),
        bounds.positive(),
        Console.oneLine(truth),
        changed,
        known.open(),
        bounds.negative());
    for (SchemeScores scheme : scores) {
      out.format("\n");
      out.format(
          "scheme %s: %d documents with a fingerprint; verified: resemblance %s and more\n",
          Console.oneLine(scheme.scheme()), scheme.fingerprints(), verified);
      out.format(
          "distance  precision  recall  not ident.     F1  false  |  verified: precision  recall"
              + "  not ident.     F1  of candidates\n");
      for (DistanceScores row : scheme.distances()) {
        Score score = row.plain();
        Score checked = row.verified();
        out.format(
            "%8d  %9s  %6s  %10s  %5s  %5d  |  %19s  %6s  %10s  %5s  %13d\n",
            row.distance(),
            ratio(score.precision()),
            ratio(score.recall()),
            ratio(score.changedRecall()),
            ratio(score.f1()),
            score.falsePairs(),
            ratio(checked.precision()),
            ratio(checked.recall()),
            ratio(checked.changedRecall()),
            ratio(checked.f1()),
            row.candidates());
      }
    }
    out.format("\n");
    Optional<String> command = command();
    if (command.isEmpty()) {
      out.format(
          "no pair is alike and within a distance: nothing to choose a scheme by; see --plant\n");
      return out.toString();
    }
    out.format("best unverified: %s\n", best(false).map(EvaluationReport::line).orElse("none"));
    out.format("best verified:   %s\n", best(true).map(EvaluationReport::line).orElse("none"));
    out.format("recommended, to paste into a shell:\n");
    out.format("%s\n", command.get());
    return out.toString();
  }

  private static String line(Recommendation choice) {
    return String.format(
        Locale.ROOT,
        "--scheme %s -k %d, F1 %s, recall of those not identical %s",
        choice.scheme(),
        choice.at().distance(),
        ratio(choice.score().f1()),
        ratio(choice.score().changedRecall()));
  }

  private static String ratio(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.3f", value);
  }

  void writeJson(Writer writer, Map<String, Long> skipped) throws IOException {
    try (JsonGenerator out = Json.generator(writer)) {
      out.writeStartObject();
      out.writeNumberField("documents", documents);
      out.writeNumberField("pairs", pairs());
      out.writeStringField("truth", truth);
      out.writeNumberField("positive", bounds.positive());
      out.writeNumberField("negative", bounds.negative());
      out.writeNumberField("alike", known.alike());
      out.writeNumberField("notIdentical", changed);
      out.writeNumberField("leftOut", known.open());
      out.writeNumberField("minResemblance", verified);
      out.writeArrayFieldStart("schemes");
      for (SchemeScores scheme : scores) {
        out.writeStartObject();
        out.writeStringField("scheme", scheme.scheme());
        out.writeStringField("id", schemes.get(scheme.scheme()).id());
        out.writeNumberField("fingerprints", scheme.fingerprints());
        out.writeArrayFieldStart("distances");
        for (DistanceScores row : scheme.distances()) {
          out.writeStartObject();
          out.writeNumberField("distance", row.distance());
          out.writeNumberField("candidates", row.candidates());
          write(out, row.plain());
          out.writeObjectFieldStart("verified");
          write(out, row.verified());
          out.writeEndObject();
          out.writeEndObject();
        }
        out.writeEndArray();
        out.writeEndObject();
      }
      out.writeEndArray();
      write(out, "best", best(false));
      write(out, "bestVerified", best(true));
      out.writeStringField("command", command().orElse(null));
      Json.skipped(out, skipped);
      out.writeEndObject();
      out.writeRaw('\n');
    }
  }

  private static void write(JsonGenerator out, Score score) throws IOException {
    Json.ratio(out, "precision", score.precision());
    Json.ratio(out, "recall", score.recall());
    Json.ratio(out, "recallNotIdentical", score.changedRecall());
    Json.ratio(out, "f1", score.f1());
    out.writeNumberField("falsePairs", score.falsePairs());
  }

  private static void write(JsonGenerator out, String name, Optional<Recommendation> choice)
      throws IOException {
    if (choice.isEmpty()) {
      out.writeNullField(name);
      return;
    }
    out.writeObjectFieldStart(name);
    out.writeStringField("scheme", choice.get().scheme());
    out.writeNumberField("distance", choice.get().at().distance());
    write(out, choice.get().score());
    out.writeEndObject();
  }
}
