package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.BadInput;
import io.github.lucenesimhash.evaluate.KnownPairs.Bounds;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Which pairs are alike. */
final class TruthOptions {

  @Option(
      names = "--truth",
      paramLabel = "PAIRS",
      description = {
        "Lines of id TAB id TAB similarity, 0 to 1, or 'dup' or 'not'. Pairs that are not listed",
        "count as unlike."
      })
  private Path file;

  @Option(
      names = "--positive",
      paramLabel = "J",
      converter = Range.Ratio.class,
      defaultValue = "0.8",
      description = "Pairs of this similarity and more are alike (default: ${DEFAULT-VALUE}).")
  private double positive;

  @Option(
      names = "--negative",
      paramLabel = "J",
      converter = Range.Ratio.class,
      defaultValue = "0.5",
      description =
          "Pairs below are unlike, and those between are left out (default: ${DEFAULT-VALUE}).")
  private double negative;

  /** Whether somebody labelled the pairs. */
  boolean isFile() {
    return file != null;
  }

  /** Where the truth comes from. */
  String name() {
    return isFile() ? file.toString() : "computed";
  }

  /**
   * @throws BadInput if they are not in order
   */
  Bounds bounds() {
    try {
      return new Bounds(positive, negative);
    } catch (IllegalArgumentException e) {
      throw new BadInput("--positive and --negative: " + e.getMessage());
    }
  }

  /**
   * The labelled pairs, or null if they are to be computed.
   *
   * @throws BadInput if the file cannot be read or a line is malformed
   */
  TruthPairs read() {
    return isFile() ? TruthPairs.read(file, bounds()) : null;
  }
}
