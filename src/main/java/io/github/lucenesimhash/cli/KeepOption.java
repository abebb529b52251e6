package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.corpus.Documents;
import io.github.lucenesimhash.corpus.TextDocument;
import java.util.Locale;
import java.util.function.IntToLongFunction;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The rule that selects the kept document of a group. If several documents rank equal, the first of
 * them is kept.
 *
 * @param field the field of the number or date that {@link Keep#MAX} and {@link Keep#MIN} compare,
 *     or null for the date of the document, and for rules without a date
 */
record KeepOption(Keep keep, String field) {

  static final KeepOption FIRST = new KeepOption(Keep.FIRST, null);

  /** The rule that keeps the document with the most distinct features. */
  static final KeepOption LONGEST = new KeepOption(Keep.LONGEST, null);

  enum Keep {
    FIRST,
    LONGEST,
    MAX,
    MIN
  }

  static final class Parser implements ITypeConverter<KeepOption> {
    @Override
    public KeepOption convert(String value) {
      return switch (value.toLowerCase(Locale.ROOT)) {
        case "first" -> FIRST;
        case "longest" -> LONGEST;
        case "newest" -> new KeepOption(Keep.MAX, null);
        case "oldest" -> new KeepOption(Keep.MIN, null);
        default -> {
          if (!value.matches("(?i)(max|min):.+")) {
            throw new TypeConversionException(
                "'"
                    + value
                    + "', expected one of first, longest, newest, oldest, max:FIELD, min:FIELD");
          }
          Keep keep = Keep.valueOf(value.substring(0, 3).toUpperCase(Locale.ROOT));
          yield new KeepOption(keep, value.substring(4));
        }
      };
    }
  }

  /** Returns whether documents are ranked by their number of features. */
  boolean goesByFeatures() {
    return keep == Keep.LONGEST;
  }

  /** Returns whether documents are ranked by a date or by the value of a field. */
  boolean goesByDate() {
    return keep == Keep.MAX || keep == Keep.MIN;
  }

  /** Returns whether documents of files without fields have the date of their file. */
  boolean takesDatesOfFiles() {
    return field == null;
  }

  /**
   * Returns a message about documents without a date. A document with a date is kept in preference
   * to a document without one.
   */
  String undated(int count) {
    return field == null
        ? "documents without a date: "
            + count
            + ", counted as the "
            + (keep == Keep.MAX ? "oldest" : "newest")
        : "documents without a number or a date in '" + field + "': " + count + ", kept last";
  }

  /** Returns the ranking of documents. The document with the lowest rank in a group is kept. */
  IntToLongFunction rank(Documents documents) {
    return switch (keep) {
      case FIRST -> document -> 0;
      case LONGEST -> document -> -documents.features(document);
      case MAX -> document -> ~documents.date(document);
      case MIN ->
          document -> {
            long date = documents.date(document);
            return date == TextDocument.NO_DATE ? Long.MAX_VALUE : date;
          };
    };
  }
}
