package io.github.lucenesimhash.cli;

/** The user's to mend: ends the run with one line and exit code 2. */
final class BadInput extends RuntimeException {

  private static final long serialVersionUID = 1;

  /**
   * @param message names the option or file, the value found and what was expected
   */
  BadInput(String message) {
    super(message, null, false, false);
  }
}
