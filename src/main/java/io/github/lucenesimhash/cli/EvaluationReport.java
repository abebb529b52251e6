package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.evaluate.KnownPairs;
import io.github.lucenesimhash.evaluate.SchemeScores;
import io.github.lucenesimhash.evaluate.SchemeScores.DistanceScores;
import io.github.lucenesimhash.evaluate.SchemeScores.Recommendation;
import io.github.lucenesimhash.evaluate.Score;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The scores of schemes, and the scheme that they recommend.
 *
 * @param documents the number of documents that were judged
 * @param known the labels of pairs
 * @param minResemblance the minimum resemblance of two texts that verification accepts
 * @param schemes the scores of each scheme
 */
record EvaluationReport(
    long documents, KnownPairs known, double minResemblance, List<SchemeScores> schemes) {

  @Override
  public String toString() {
    Formatter out = new Formatter(Locale.ROOT);
    out.format(
        "%d documents, %d pairs: %d alike, %d left out; the rest unlike\n",
        documents, documents * (documents - 1) / 2, known.positive(), known.ignored());
    schemes.forEach(scheme -> table(out, scheme));
    Optional<Recommendation> best = Recommendation.of(schemes);
    out.format(
        "\n%s\n",
        best.isEmpty()
            ? "no pair is alike and within a distance: no scheme can be recommended"
            : "recommended for dedup: " + options(best.get()));
    return out.toString();
  }

  private String options(Recommendation best) {
    return String.format(
        Locale.ROOT,
        "--scheme '%s' -k %d --verify %s",
        Console.oneLine(best.scheme()),
        best.at().distance(),
        best.verified() ? minResemblance : 0);
  }

  private void table(Formatter out, SchemeScores scheme) {
    out.format(
        "\nscheme %s: %d documents with a fingerprint; verified: resemblance %s and more\n",
        Console.oneLine(scheme.scheme()), scheme.fingerprints(), minResemblance);
    out.format(
        "distance  precision  recall     F1  false  |  verified: precision  recall     F1  of"
            + " candidates\n");
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
        "%9s  %6s  %5s",
        ratio(score.precision()),
        ratio(score.recall()),
        ratio(score.f1()));
  }

  private static String ratio(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.3f", value);
  }
}
