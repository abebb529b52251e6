package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
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
  public static final String NO_FINGERPRINT = "-".repeat(Fingerprint.WORD_BITS / 4);

  /** The ends of names, first the one that a written file gets. */
  @SuppressWarnings("ImmutableEnumChecker") // a list that cannot change
  private final List<String> extensions;

  private static final Pattern OBJECT = Pattern.compile("\\s*\\{[ \t]*[\"}]");
  private static final Pattern MARKUP = Pattern.compile("(?i)\\s*<(!doctype\\s+)?html\\b");

  /** Tables that a command writes as lines of JSON. */
  private static final Pattern TABLE = Pattern.compile(".*\\.(arrow|avro|orc)");

  Format(String... extensions) {
    this.extensions = List.of(extensions);
  }

  /** The usual ones of a folder's files. */
  static Stream<String> allExtensions() {
    return Arrays.stream(values()).flatMap(format -> format.extensions.stream());
  }

  /** As a name tells, which may end in that of a {@link Packing}; one text if it tells nothing. */
  public static Format of(String name) {
    String plain = Packing.of(name).without(name).toLowerCase(Locale.ROOT);
    if (TABLE.matcher(plain).matches()) {
      return JSON_LINES;
    }
    return Arrays.stream(values())
        .filter(format -> format.extensions.stream().anyMatch(end -> plain.endsWith("." + end)))
        .findFirst()
        .orElse(TEXT);
  }

  /** As the first characters tell, if the name told nothing. */
  static Format ofStart(String start, boolean isStream, Input input) {
    return OBJECT.matcher(start).lookingAt()
        ? JSON_LINES
        : MARKUP.matcher(start).lookingAt()
            ? HTML
            : !isStream
                ? TEXT
                : isTsv(start)
                    ? TSV
                    : isCsv(start.lines().findFirst().orElse(""), input) ? CSV : TEXT;
  }

  /** Whether each whole line, of at least one, has an id and a tab. */
  private static boolean isTsv(String start) {
    String[] lines = start.split("[\r\n]+", -1);
    int whole = lines.length - 1; // the last is empty or cut off
    return whole > 0
        && Arrays.stream(lines, 0, whole).allMatch(line -> line.indexOf('\t') > 0)
        && (whole > 1 || lines[1].indexOf('\t') > 0);
  }

  private static boolean isCsv(String firstLine, Input input) {
    try {
      return Columns.of(firstLine, input).names().size() > 1;
    } catch (IOException | SkippedException e) {
      return false;
    }
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
          case TEXT -> new TextDocument(source.id(), text, TextDocument.NO_DATE);
          case HTML -> TextDocument.ofHtml(source.id(), text);
          case JSON_LINES, PARQUET -> TextDocument.ofJson(text, input.fields());
          case CSV -> source.content().columns().read(text, input);
          case TSV ->
              source.content().columns() == null
                  ? TextDocument.ofTsv(text)
                  : source.content().columns().read(text, input);
          case FINGERPRINTS -> TextDocument.ofFingerprint(text);
        };
    boolean isStripped = this != HTML && input.markup() == Input.Markup.STRIP;
    return isStripped ? document.withoutMarkup() : document;
  }

  /** As the option has it. */
  @Override
  public String toString() {
    return extensions.isEmpty() ? name().toLowerCase(Locale.ROOT) : extensions.getFirst();
  }
}
