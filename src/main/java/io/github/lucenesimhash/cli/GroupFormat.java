package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.BadInput;
import java.nio.file.Path;
import java.util.Locale;

/** How groups are written. */
enum GroupFormat {
  /** For people: the kept document, and below it the others. */
  TEXT(".txt"),
  /** A header, and a line for each duplicate. */
  TSV(".tsv"),
  /** An object for each group. */
  JSON_LINES(".jsonl"),
  /** One object of all groups and the figures of the run. */
  JSON(".json");

  private final String extension;

  GroupFormat(String extension) {
    this.extension = extension;
  }

  /**
   * As a file's name says.
   *
   * @param file null for standard output
   * @param json whether JSON is asked for
   */
  static GroupFormat of(Path file, boolean json) {
    if (file == null) {
      return json ? JSON : TEXT;
    }
    String name = file.toString().toLowerCase(Locale.ROOT);
    for (GroupFormat format : values()) {
      if (name.endsWith(format.extension)) {
        if (json && format != JSON) {
          throw new BadInput("--json is given, expected --out '%s' to end in .json", file);
        }
        return format;
      }
    }
    throw new BadInput(
        "--out '%s', expected a name that ends in .txt, .tsv, .jsonl or .json", file);
  }
}
