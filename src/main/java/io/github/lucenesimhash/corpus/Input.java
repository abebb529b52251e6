package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.util.BytesRef;

/**
 * Which texts to read.
 *
 * @param inputs folders, files or {@link #STANDARD_INPUT}
 * @param extensions of a folder's files to read, "*" for all; null for the usual ones
 * @param format of all inputs, or null: as names tell
 * @param encoding of all inputs, or null: as first bytes tell
 * @param markup of texts that are no files of HTML
 * @param fields of JSON lines and CSV
 * @param strict whether to end at the first line or file that cannot be read
 */
public record Input(
    List<String> inputs,
    List<String> extensions,
    Format format,
    Charset encoding,
    Markup markup,
    Fields fields,
    boolean strict) {

  public static final String STANDARD_INPUT = "-";

  /** Treatment of tags and entities in a text. */
  public enum Markup {
    /** They are text. */
    KEEP,
    /** They are taken out: what a reader of the page sees is left. */
    STRIP;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Names of the fields of a line of JSON, in which {@code a.b} is field b of the object a, or of
   * CSV.
   *
   * @param text those that together are the text; a document has one of them at least
   * @param date null if not asked for
   * @param needsDate whether a document without a date is none
   * @param tenant without which a document is none; null if not asked for
   */
  public record Fields(
      String id, List<String> text, String date, boolean needsDate, String tenant) {

    /** The names if none are given. */
    static final String USUAL_ID = "id";

    static final List<String> USUAL_TEXT = List.of("text");

    /** Numbers from here to its thousandfold, the years 1973 to 5138, are milliseconds. */
    private static final double MILLIS = 1e11;

    /**
     * A date as {@link TextDocument#date} reads it if one is needed, else its rank.
     *
     * @throws SkippedException if a date is needed, and this is a number that may be a day, or
     *     seconds, or anything but milliseconds
     */
    long date(String value) {
      if (!needsDate) {
        return TextDocument.rank(value);
      }
      long read = TextDocument.date(value);
      double size = Math.abs((double) read);
      boolean isPlain = size >= MILLIS && size < 1000 * MILLIS;
      if (!isPlain && read != TextDocument.NO_DATE && TextDocument.isNumber(value)) {
        throw SkippedException.malformed(
            "field '"
                + date
                + "' is '"
                + value
                + "', expected ISO 8601 (2026-11-21) or milliseconds since 1970");
      }
      return read;
    }

    /**
     * The document, if it has what is needed.
     *
     * @throws IllegalArgumentException if it has not
     */
    public TextDocument checked(TextDocument document) {
      if (needsDate && document.date() == TextDocument.NO_DATE) {
        throw new SkippedException("without date", "field '" + date + "' is missing or no date");
      }
      if (tenant != null) {
        checkTenant(document.tenant());
      }
      return document;
    }

    private void checkTenant(String value) {
      if (value == null || value.isEmpty()) {
        String reason = "field '" + tenant + "' is missing, or neither a string nor a number";
        throw new SkippedException("without tenant", reason);
      }
      int bytes = new BytesRef(value).length;
      if (bytes > IndexWriter.MAX_TERM_LENGTH) {
        String expected = " bytes, expected at most " + IndexWriter.MAX_TERM_LENGTH;
        throw SkippedException.malformed("field '" + tenant + "' has " + bytes + expected);
      }
    }

    /** Whether one of JSON lies in the object of this path, which ends in a full stop. */
    boolean areIn(String path) {
      return Stream.concat(text.stream(), Stream.of(id, date, tenant))
          .anyMatch(name -> name != null && name.startsWith(path));
    }
  }

  List<String> chosenExtensions() {
    return extensions != null
        ? extensions.stream().map(extension -> extension.replaceFirst("^\\.", "")).toList()
        : Format.allExtensions().toList();
  }

  /** Whether a folder's file is read: packed ones go by what is in them too. */
  boolean takes(String name) {
    String whole = name.toLowerCase(Locale.ROOT);
    String plain = Packing.of(whole).without(whole);
    return chosenExtensions().stream()
        .map(extension -> extension.toLowerCase(Locale.ROOT))
        .anyMatch(
            extension ->
                extension.equals("*")
                    || whole.endsWith("." + extension)
                    || plain.endsWith("." + extension));
  }
}
