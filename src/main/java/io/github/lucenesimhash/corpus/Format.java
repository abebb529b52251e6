package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Lists the formats of files: one text, or records that have a text each. */
public enum Format {
  TEXT("txt", "md"),
  HTML("html", "htm"),
  JSON_LINES("jsonl", "ndjson"),
  CSV("csv"),
  TSV("tsv"),
  PARQUET("parquet"),
  /** Fingerprints that exist already, in place of texts: id, tab and fingerprint. */
  FINGERPRINTS;

  /** The fingerprint of a text that has none. */
  public static final String NO_FINGERPRINT = "-".repeat(Fingerprint.LANE_BITS / 4);

  /** The ends of names, first the one that a written file gets. */
  @SuppressWarnings("ImmutableEnumChecker") // a list that cannot change
  private final List<String> extensions;

  Format(String... extensions) {
    this.extensions = List.of(extensions);
  }

  /** The usual ones of a folder's files. */
  public static Stream<String> allExtensions() {
    return Arrays.stream(values()).flatMap(format -> format.extensions.stream());
  }

  /** As a name tells, which may end in that of a {@link Packing}; one text if it tells nothing. */
  public static Format of(String name) {
    String plain = Packing.of(name).without(name).toLowerCase(Locale.ROOT);
    if (plain.endsWith(".json")) {
      return JSON_LINES; // if it is named: those of a folder are of programs
    }
    return Arrays.stream(values())
        .filter(format -> format.extensions.stream().anyMatch(end -> plain.endsWith("." + end)))
        .findFirst()
        .orElse(TEXT);
  }

  boolean isTable() {
    return this == CSV || this == TSV;
  }

  /** Whether a file of it holds any number of documents. */
  public boolean isRecords() {
    return this != TEXT && this != HTML;
  }

  /**
   * Reads a text or a record of a source.
   *
   * @throws SkippedException if there is no document
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

  /** As the option has it. */
  @Override
  public String toString() {
    return extensions.isEmpty() ? name().toLowerCase(Locale.ROOT) : extensions.getFirst();
  }
}
