package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The format of a file: either one text, or records with one text each. */
public enum Format {
  TEXT("txt", "md"),
  HTML("html", "htm"),
  JSON_LINES("jsonl", "ndjson"),
  CSV("csv"),
  TSV("tsv"),
  PARQUET("parquet"),
  /** Fingerprints that exist already, without texts: lines of id, tab and fingerprint. */
  FINGERPRINTS;

  /** The string in place of the fingerprint of a text that has no features. */
  public static final String NO_FINGERPRINT = "-".repeat(Fingerprint.LANE_BITS / 4);

  /** The extensions of file names. The first one is used for written files. */
  @SuppressWarnings("ImmutableEnumChecker") // a list that cannot change
  private final List<String> extensions;

  Format(String... extensions) {
    this.extensions = List.of(extensions);
  }

  /** Returns the extensions of the files that are read from a folder by default. */
  public static Stream<String> allExtensions() {
    return Arrays.stream(values()).flatMap(format -> format.extensions.stream());
  }

  /**
   * Returns the format that a file name indicates, or {@link #TEXT} if it indicates none. The name
   * may end in the extension of a {@link Packing}.
   */
  public static Format of(String name) {
    String plain = Packing.of(name).without(name).toLowerCase(Locale.ROOT);
    if (plain.endsWith(".json")) {
      return JSON_LINES; // only if named: most .json files in folders belong to programs
    }
    return Arrays.stream(values())
        .filter(format -> format.extensions.stream().anyMatch(end -> plain.endsWith("." + end)))
        .findFirst()
        .orElse(TEXT);
  }

  boolean isTable() {
    return this == CSV || this == TSV;
  }

  /** Returns whether a file of this format can contain any number of documents. */
  public boolean isRecords() {
    return this != TEXT && this != HTML;
  }

  /**
   * Reads a text or a record of a source.
   *
   * @throws SkippedException if the text or record contains no document
   */
  TextDocument read(String text, Source source, Input input) throws IOException {
    TextDocument document =
        switch (this) {
          case TEXT, HTML -> new TextDocument(source.id(), text, TextDocument.NO_DATE);
          case JSON_LINES, PARQUET -> JsonRecord.of(text, input.fields()).document();
          case CSV, TSV ->
              source.columns() == null
                  ? TextDocument.ofTsv(text)
                  : source.columns().read(text, input);
          case FINGERPRINTS -> TextDocument.ofFingerprint(text);
        };
    boolean isStripped = this == HTML || input.markup() == Input.Markup.STRIP;
    return isStripped ? document.withoutMarkup() : document;
  }

  /** Returns the value of the format option for this format. */
  @Override
  public String toString() {
    return extensions.isEmpty() ? name().toLowerCase(Locale.ROOT) : extensions.getFirst();
  }
}
