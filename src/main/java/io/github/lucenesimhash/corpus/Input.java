package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.util.BytesRef;

/**
 * The texts to read.
 *
 * @param inputs the folders and files, or {@link #STANDARD_INPUT}
 * @param extensions the extensions of files to read in folders, "*" for all, or null for the usual
 *     ones
 * @param format the format of all inputs, or null if their names indicate it
 * @param encoding the encoding of all inputs, or null if their first bytes indicate it
 * @param markup the treatment of markup in texts that are not HTML files
 * @param fields the fields of JSON lines and the columns of tables
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

  /** The treatment of tags and entities in a text. */
  public enum Markup {
    /** Tags and entities are part of the text. */
    KEEP,
    /** Tags and entities are removed. The text that a reader of the page sees is left. */
    STRIP;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The names of fields of a JSON line, in which {@code a.b} is field b of the object a, or of
   * columns of a table.
   *
   * @param id the field of the id
   * @param text the fields that together are the text; a document has at least one of them
   * @param date the field of the date, or null if dates are not requested
   * @param needsDate whether a document must have a date
   * @param tenant the field of the tenant, which a document must have, or null if not requested
   */
  public record Fields(
      String id, List<String> text, String date, boolean needsDate, String tenant) {

    /** The default name of the id field. */
    static final String USUAL_ID = "id";

    static final List<String> USUAL_TEXT = List.of("text");

    /** The least number of milliseconds: this to its thousandfold are the years 1973 to 5138. */
    private static final double MILLIS = 1e11;

    /**
     * Returns the date as {@link TextDocument#date} reads it if a date is needed, otherwise its
     * rank.
     *
     * @throws SkippedException if a date is needed, and the value is a finite number that is not
     *     certainly in milliseconds but may be in days, seconds or microseconds
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
     * Returns the document if it has the date and the tenant that are needed.
     *
     * @throws IllegalArgumentException if the date or the tenant is missing or invalid
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

    /** Returns whether a field lies in the JSON object at a path, which ends in a full stop. */
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

  /**
   * Returns whether a file of a folder is to be read. A packed file is also read if the file in it
   * has a chosen extension.
   */
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
