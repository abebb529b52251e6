package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.lucenesimhash.cli.Json.Skipped;
import io.github.lucenesimhash.evaluate.SchemeScores;
import io.github.lucenesimhash.evaluate.SchemeScores.DistanceScores;
import io.github.lucenesimhash.evaluate.SchemeScores.Recommendation;
import io.github.lucenesimhash.evaluate.Score;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;

/**
 * Result of an evaluation, in the order of its JSON.
 *
 * @param truth where the truth came from
 * @param positive from which similarity on a pair is alike
 * @param negative below which similarity it is not
 * @param notIdentical pairs that are alike and not identical
 * @param leftOut pairs between the bounds
 * @param minResemblance what verification asks for
 * @param best without verification; null if no pair is alike and near, as the next two
 * @param command a line for the shell that does what is recommended
 */
record EvaluationReport(
    int documents,
    long pairs,
    String truth,
    double positive,
    double negative,
    long alike,
    long notIdentical,
    long leftOut,
    double minResemblance,
    List<SchemeScores> schemes,
    Choice best,
    Choice bestVerified,
    String command,
    @JsonUnwrapped Skipped skipped) {

  record Choice(String scheme, int distance, @JsonUnwrapped Score score) {

    Choice(Recommendation choice) {
      this(choice.scheme(), choice.at().distance(), choice.score());
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "--scheme %s -k %d, F1 %s, recall of those not identical %s",
          scheme,
          distance,
          ratio(score.f1()),
          ratio(score.changedRecall()));
    }
  }

  @Override
  public String toString() {
    Formatter out = new Formatter(Locale.ROOT);
    out.format(
        "%d documents, %d pairs: %d alike (similarity %s and more, truth %s), %d of them not"
            + " identical; %d from %s on left out; the rest unlike\n",
        documents, pairs, alike, positive, Console.oneLine(truth), notIdentical, leftOut, negative);
    schemes.forEach(scheme -> table(out, scheme));
    out.format("\n");
    if (command == null) {
      out.format("no pair is alike and within a distance: nothing to choose a scheme by\n");
      return out.toString();
    }
    out.format("best unverified: %s\n", best == null ? "none" : best);
    out.format("best verified:   %s\n", bestVerified == null ? "none" : bestVerified);
    out.format("recommended, to paste into a shell:\n%s\n", command);
    return out.toString();
  }

  private void table(Formatter out, SchemeScores scheme) {
    out.format(
        "\nscheme %s: %d documents with a fingerprint; verified: resemblance %s and more\n",
        Console.oneLine(scheme.scheme()), scheme.fingerprints(), minResemblance);
    out.format(
        "distance  precision  recall  not ident.     F1  false  |  verified: precision  recall"
            + "  not ident.     F1  of candidates\n");
    for (DistanceScores row : scheme.distances()) {
      out.format(
          "%8d  %s  %5d  |            %s  %13d\n",
          row.distance(),
          rates(row.plain()),
          row.plain().falsePairs(),
          rates(row.verified()),
          row.candidates());
    }
  }

  private static String rates(Score score) {
    return String.format(
        Locale.ROOT,
        "%9s  %6s  %10s  %5s",
        ratio(score.precision()),
        ratio(score.recall()),
        ratio(score.changedRecall()),
        ratio(score.f1()));
  }

  private static String ratio(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.3f", value);
  }
}
