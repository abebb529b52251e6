package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.Documents;
import io.github.lucenesimhash.corpus.TextDocument;
import java.util.Locale;
import java.util.function.IntToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Which document of a group is kept; of several the first. */
final class KeepOption {

  private enum Keep {
    FIRST,
    /** The one of most distinct features, ties by input order. */
    LONGEST,
    /** The one of the latest date. */
    NEWEST,
    OLDEST,
    /** The one of the largest value in a field. */
    MAX,
    MIN
  }

  /**
   * Holds the value of the option {@code --keep}.
   *
   * @param field of {@link Keep#MAX} and {@link Keep#MIN}; null for others
   */
  record Which(Keep keep, String field) {}

  static final class Parser implements ITypeConverter<Which> {

    private static final Pattern WHICH =
        Pattern.compile("(?i)(first|longest|newest|oldest)|(max|min):(.+)");

    @Override
    public Which convert(String value) {
      Matcher parts = WHICH.matcher(value);
      if (!parts.matches()) {
        throw new TypeConversionException(
            "'"
                + value
                + "', expected one of first, longest, newest, oldest, max:FIELD, min:FIELD");
      }
      String name = parts.group(1) == null ? parts.group(2) : parts.group(1);
      return new Which(Keep.valueOf(name.toUpperCase(Locale.ROOT)), parts.group(3));
    }
  }

  @Option(names = "--keep", paramLabel = "WHICH", converter = Parser.class)
  private Which which; // null before the default is known, if none is given

  /** Keeps the first unless it is asked for another, the longest where texts may be contained. */
  void otherwise(boolean isContained) {
    which = which == null ? new Which(isContained ? Keep.LONGEST : Keep.FIRST, null) : which;
  }

  /** Whether documents are ranked by how many features they have. */
  boolean goesByFeatures() {
    return which.keep == Keep.LONGEST;
  }

  /** Whether documents are ranked by a date, or by a value of a field. */
  boolean goesByDate() {
    return !goesByFeatures() && which.keep != Keep.FIRST;
  }

  /** Whether a file that has no field of a date has its own. */
  boolean takesDatesOfFiles() {
    return which.field == null;
  }

  /** Says what becomes of documents without a date: one that has it is kept rather than they. */
  String undated(int count) {
    return which.field == null
        ? count
            + " documents without a date count as "
            + (isLargest() ? "the oldest" : "the newest")
        : count + " documents without a number or a date in '" + which.field + "' are kept last";
  }

  private boolean isLargest() {
    return which.keep == Keep.NEWEST || which.keep == Keep.MAX;
  }

  /** The lowest of a group is kept. */
  IntToLongFunction rank(Documents documents) {
    return switch (which.keep) {
      case FIRST -> document -> 0;
      case LONGEST -> document -> -documents.features(document);
      case NEWEST, MAX -> document -> ~documents.date(document);
      case OLDEST, MIN ->
          document -> {
            long date = documents.date(document);
            return date == TextDocument.NO_DATE ? Long.MAX_VALUE : date;
          };
    };
  }
}
