package io.github.lucenesimhash.cli;

import picocli.CommandLine.Option;

/** Which texts to read, and where their dates are. */
final class DatedInputOptions extends InputOptions {

  @Option(
      names = "--date-field",
      paramLabel = "NAME",
      description = {
        "Field of the date in .jsonl for --keep newest: ISO 8601 (2026-11-21, 2026-11-21T14:50:00Z)",
        "or a number. Documents without one are older than any other; those that are not in .jsonl",
        "have the date of their file."
      })
  private String dateField;

  @Override
  String dateField() {
    return dateField;
  }
}
