package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.BadInput;
import java.nio.file.Path;
import java.util.Locale;

/** The format in which groups are written. */
enum GroupFormat {
  /** A text for people: each kept document, and below it its duplicates. */
  TEXT(".txt"),
  /** A table with a header and a row for each duplicate. */
  TSV(".tsv"),
  /** A line with a JSON object for each group. */
  JSON_LINES(".jsonl"),
  /** One JSON object with all groups and the figures of the run. */
  JSON(".json");

  private final String extension;

  GroupFormat(String extension) {
    this.extension = extension;
  }

  /**
   * Returns the format that the name of a file indicates.
   *
   * @param file the output file, or null for standard output
   * @param json whether JSON is requested
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
