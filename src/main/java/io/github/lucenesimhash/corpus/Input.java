package io.github.lucenesimhash.corpus;

import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import java.nio.charset.Charset;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.util.BytesRef;

/**
 * Which texts to read.
 *
 * @param inputs folders, files or {@link #STANDARD_INPUT}
 * @param extensions of a folder's files to read, "*" for all; null for the usual ones
 * @param hidden whether to read the hidden files of folders
 * @param links whether to follow the symbolic links in folders
 * @param format of all inputs, or null: as names and first bytes tell
 * @param encoding of all inputs, or null: as first bytes tell
 * @param extract a command that prints the text of a file that holds none, or null
 * @param idField of JSON lines, in which {@code a.b} is field b of the object a, and of CSV
 * @param textField of the same
 * @param dateField of the same, or null
 * @param needsDate whether a document without a date is none
 * @param tenantField of JSON lines and CSV, without which a document is none; null if not asked for
 * @param strict whether to end at the first line or file that cannot be read
 */
public record Input(
    List<String> inputs,
    List<String> extensions,
    boolean hidden,
    boolean links,
    Format format,
    Charset encoding,
    String extract,
    String idField,
    String textField,
    String dateField,
    boolean needsDate,
    String tenantField,
    boolean strict) {

  /** Of documents whose tenants do not matter. */
  public Input(
      List<String> inputs,
      List<String> extensions,
      boolean hidden,
      boolean links,
      Format format,
      Charset encoding,
      String extract,
      String idField,
      String textField,
      String dateField,
      boolean strict) {
    this(
        inputs,
        extensions,
        hidden,
        links,
        format,
        encoding,
        extract,
        idField,
        textField,
        dateField,
        false,
        null,
        strict);
  }

  /**
   * The document, if it has what is needed.
   *
   * @throws SkippedException if it has not
   */
  TextDocument checked(TextDocument document) {
    if (needsDate && document.date() == TextDocument.NO_DATE) {
      throw SkippedException.malformed("field '" + dateField + "' is missing or no date");
    }
    if (tenantField != null) {
      checkTenant(document.tenant());
    }
    return document;
  }

  private void checkTenant(String tenant) {
    if (tenant == null || tenant.isEmpty()) {
      throw SkippedException.malformed(
          "field '" + tenantField + "' is missing, or neither a string nor a number");
    }
    int bytes = new BytesRef(tenant).length;
    if (bytes > IndexWriter.MAX_TERM_LENGTH) {
      String expected = " bytes, expected at most " + IndexWriter.MAX_TERM_LENGTH;
      throw SkippedException.malformed("field '" + tenantField + "' has " + bytes + expected);
    }
  }

  public static final String STANDARD_INPUT = "-";

  /** Those of a folder's files that are read. */
  public static final String DEFAULT_EXTENSIONS =
      Format.allExtensions().collect(Collectors.joining(","));

  List<String> chosenExtensions() {
    return extensions != null
        ? extensions
        : Stream.concat(
                Format.allExtensions(),
                extract == null ? Stream.of() : Packing.EXTRACTED.extensions.stream())
            .toList();
  }

  /** Whether a folder's file is read: packed ones go by what is in them too. */
  boolean takes(String name) {
    String plain = Packing.of(name).without(name);
    return chosenExtensions().stream()
        .anyMatch(
            extension ->
                extension.equals("*")
                    || name.endsWith("." + extension)
                    || plain.endsWith("." + extension));
  }

  /** Whether a field of JSON lies in the object of this path, which ends in a full stop. */
  boolean hasFieldIn(String path) {
    return idField.startsWith(path)
        || textField.startsWith(path)
        || (dateField != null && dateField.startsWith(path))
        || (tenantField != null && tenantField.startsWith(path));
  }

  /** What decides how a text is read, by option. */
  List<String> settings() {
    return List.of(
        "--id-field " + idField,
        "--text-field " + textField,
        "--format " + format,
        "--encoding " + encoding,
        "--extract " + extract);
  }
}
