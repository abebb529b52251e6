package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.SkipReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Makes the last line of a command that reads a corpus: what was read, results, seconds. */
final class EndLine {

  private EndLine() {}

  /**
   * Returns the line without a line end.
   *
   * @param read the number of documents that were read
   * @param withoutFingerprint the number of these documents whose text has no features
   * @param skipped the number of skipped records of each kind
   * @param results the further parts of the line, which describe the results
   */
  static String of(
      long read,
      long withoutFingerprint,
      Map<String, Long> skipped,
      double seconds,
      List<String> results) {
    List<String> parts = new ArrayList<>();
    parts.add(count(read, "document"));
    if (withoutFingerprint > 0) {
      parts.add(String.format(Locale.ROOT, "%,d without fingerprint", withoutFingerprint));
    }
    String why = skipped.isEmpty() ? "" : " (" + SkipReport.summary(skipped) + ")";
    parts.add(String.format(Locale.ROOT, "%,d skipped%s", SkipReport.sum(skipped), why));
    parts.addAll(results);
    parts.add(String.format(Locale.ROOT, "%.1f s", seconds));
    return String.join(", ", parts);
  }

  /** Returns the numbers of pairs held back and not compared, each after a comma and if above 0. */
  static String apart(long heldBack, long uncompared) {
    String guarded = ", " + count(heldBack, "near pair") + " held back (see --guard)";
    String others = ", " + count(uncompared, "pair") + " with other numbers not compared";
    return (heldBack == 0 ? "" : guarded) + (uncompared == 0 ? "" : others);
  }

  static double secondsSince(long nanoTime) {
    return (System.nanoTime() - nanoTime) / 1e9;
  }

  /** Returns a number and a noun: "1 document", "2 documents". */
  static String count(long number, String noun) {
    return String.format(Locale.ROOT, "%,d %s%s", number, noun, number == 1 ? "" : "s");
  }
}
