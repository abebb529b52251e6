package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.SkipReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The last line of a run: what was read, what became of it, and seconds, in the same words. */
final class EndLine {

  private EndLine() {}

  /**
   * The line, without its end.
   *
   * @param withoutFingerprint documents that were read, but are too short for one
   * @param skipped what was not read, by kind
   * @param results what became of the documents
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

  /** Tells of near pairs that stay, if there are some: of guarded ones, and of other numbers. */
  static String apart(long heldBack, long uncompared) {
    String guarded = ", " + count(heldBack, "near pair") + " held back (see --guard)";
    String others = ", " + count(uncompared, "pair") + " with other numbers not compared";
    return (heldBack == 0 ? "" : guarded) + (uncompared == 0 ? "" : others);
  }

  static double secondsSince(long nanoTime) {
    return (System.nanoTime() - nanoTime) / 1e9;
  }

  /** One document, two documents. */
  static String count(long number, String noun) {
    return String.format(Locale.ROOT, "%,d %s%s", number, noun, number == 1 ? "" : "s");
  }
}
