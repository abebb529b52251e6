package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.evaluate.SchemeScores;
import io.github.lucenesimhash.evaluate.SchemeScores.Recommendation;
import io.github.lucenesimhash.evaluate.Score;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What an evaluation found, in the order of its JSON.
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
    List<SchemeReport> schemes,
    Choice best,
    Choice bestVerified,
    String command,
    long skipped,
    Map<String, Long> skippedByKind) {

  /** A scheme by the options that make it, and by its id. */
  record SchemeReport(String scheme, String id, long fingerprints, List<Row> distances) {

    static SchemeReport of(SchemeScores scores, FingerprintScheme scheme) {
      return new SchemeReport(
          scores.scheme(),
          scheme.id(),
          scores.fingerprints(),
          scores.distances().stream()
              .map(
                  row ->
                      new Row(
                          row.distance(),
                          row.candidates(),
                          Rates.of(row.plain()),
                          Rates.of(row.verified())))
              .toList());
    }
  }

  /** The pairs within a distance, and those of them that verification keeps. */
  record Row(int distance, long candidates, @JsonUnwrapped Rates plain, Rates verified) {}

  /** A scheme and a distance to take. */
  record Choice(String scheme, int distance, @JsonUnwrapped Rates rates) {

    static Choice of(Recommendation choice) {
      return new Choice(choice.scheme(), choice.at().distance(), Rates.of(choice.score()));
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "--scheme %s -k %d, F1 %s, recall of those not identical %s",
          scheme,
          distance,
          ratio(rates.f1),
          ratio(rates.recallNotIdentical));
    }
  }

  /** A score, as JSON names it. */
  record Rates(
      double precision, double recall, double recallNotIdentical, double f1, long falsePairs) {

    static Rates of(Score score) {
      return new Rates(
          score.precision(), score.recall(), score.changedRecall(), score.f1(), score.falsePairs());
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
      out.format(
          "no pair is alike and within a distance: nothing to choose a scheme by; see --plant\n");
      return out.toString();
    }
    out.format("best unverified: %s\n", best == null ? "none" : best);
    out.format("best verified:   %s\n", bestVerified == null ? "none" : bestVerified);
    out.format("recommended, to paste into a shell:\n%s\n", command);
    return out.toString();
  }

  private void table(Formatter out, SchemeReport scheme) {
    out.format(
        "\nscheme %s: %d documents with a fingerprint; verified: resemblance %s and more\n",
        Console.oneLine(scheme.scheme), scheme.fingerprints, minResemblance);
    out.format(
        "distance  precision  recall  not ident.     F1  false  |  verified: precision  recall"
            + "  not ident.     F1  of candidates\n");
    for (Row row : scheme.distances) {
      Rates plain = row.plain;
      Rates verified = row.verified;
      out.format(
          "%8d  %9s  %6s  %10s  %5s  %5d  |  %19s  %6s  %10s  %5s  %13d\n",
          row.distance,
          ratio(plain.precision),
          ratio(plain.recall),
          ratio(plain.recallNotIdentical),
          ratio(plain.f1),
          plain.falsePairs,
          ratio(verified.precision),
          ratio(verified.recall),
          ratio(verified.recallNotIdentical),
          ratio(verified.f1),
          row.candidates);
    }
  }

  private static String ratio(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.3f", value);
  }
}
