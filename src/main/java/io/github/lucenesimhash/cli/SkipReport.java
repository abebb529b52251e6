package io.github.lucenesimhash.cli;

/** Tells of what could not be used, line by line up to a limit; or ends the run at the first. */
final class SkipReport {

  private static final int SHOWN = 20;

  private final Console console;
  private final boolean strict;
  private long count;

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
      throw new BadInput(place + ": " + reason);
    }
    if (++count <= SHOWN) {
      console.note("skipped " + place + ": " + reason);
    }
  }

  /** Says how many were not shown. */
  void finish() {
    if (count > SHOWN) {
      console.note("skipped " + (count - SHOWN) + " more");
    }
  }

  long count() {
    return count;
  }
}
