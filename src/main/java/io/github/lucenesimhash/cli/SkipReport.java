package io.github.lucenesimhash.cli;

/** Tells of what could not be used, line by line up to a limit; or ends the run at the first. */
final class SkipReport {

  private static final int SHOWN = 20;

  /** A reason may quote what was read, which may be long and is the user's own. */
  private static final int REASON_LENGTH = 120;

  private final Console console;
  private final boolean strict;
  private long count;
  private long restored;

  SkipReport(Console console, boolean strict) {
    this.console = console;
    this.strict = strict;
  }

  /**
   * @param place a file, or a file and a line number
   * @throws BadInput if strict
   */
  void add(String place, String reason) {
    if (strict) {
      throw new BadInput(place + ": " + cut(reason));
    }
    if (++count - restored <= SHOWN) {
      console.note("skipped " + place + ": " + cut(reason));
    }
  }

  private static String cut(String reason) {
    if (reason.length() <= REASON_LENGTH) {
      return reason;
    }
    int end = REASON_LENGTH - (Character.isHighSurrogate(reason.charAt(REASON_LENGTH - 1)) ? 1 : 0);
    return reason.substring(0, end) + "...";
  }

  /** Says how many were not shown. */
  void finish() {
    if (count - restored > SHOWN) {
      console.note("skipped " + (count - restored - SHOWN) + " more");
    }
  }

  /** Counts what a run before this one skipped, and shows none of it again. */
  void restore(long skippedBefore) {
    restored = skippedBefore;
    count = skippedBefore;
  }

  long count() {
    return count;
  }
}
