package io.github.lucenesimhash.corpus;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.github.lucenesimhash.corpus.SkipReport.SkippedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Holds the columns that the first line of a table names, and reads the values of its other lines.
 *
 * @param separator the character between two values
 * @param isQuoted whether values may be in quotes, as in CSV and not in TSV
 */
record Columns(List<String> names, char separator, boolean isQuoted) {

  /** The separators of CSV: first the one of RFC 4180, then others that spreadsheets write. */
  static final List<Character> SEPARATORS = List.of(',', ';', '\t');

  private static final CsvFactory CSV =
      CsvFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
          .build();

  /** Returns the columns of a table, or null if its lines are id TAB text. */
  static Columns of(String firstLine, Format format, Input input) throws IOException {
    return format == Format.CSV ? ofCsv(firstLine, input) : ofTsv(firstLine, input);
  }

  /**
   * Splits the first line at the first separator that yields a text column.
   *
   * @throws SkippedException if no separator yields a text column
   */
  private static Columns ofCsv(String firstLine, Input input) throws IOException {
    List<String> most = List.of();
    for (char separator : SEPARATORS) {
      try {
        List<String> names = values(firstLine, separator).stream().map(String::strip).toList();
        if (!Collections.disjoint(names, input.fields().text())) {
          return new Columns(names, separator, true);
        }
        most = names.size() > most.size() ? names : most;
      } catch (SkippedException e) {
        // another separator may follow the closing quotes
      }
    }
    checkLineEnd(firstLine);
    throw SkippedException.withoutColumn(input.fields().text(), "its first line names " + most);
  }

  private static void checkLineEnd(String firstLine) {
    if (firstLine.stripTrailing().indexOf('\r') >= 0) {
      throw SkippedException.malformed("lines end with CR, expected LF or CR LF (tr '\\r' '\\n')");
    }
  }

  /**
   * Returns the columns of a TSV file. Its first line is a header if it names a text column, and
   * either it names the id column too or the user requested an unusual id or text column.
   *
   * @return the columns, or null if the lines are id TAB text
   * @throws SkippedException if lines end with CR, or if the user requested unusual text columns
   *     and the first line names none of them
   */
  private static Columns ofTsv(String firstLine, Input input) {
    checkLineEnd(firstLine);
    Input.Fields fields = input.fields();
    boolean areOthers = !fields.text().equals(Input.Fields.USUAL_TEXT);
    List<String> names = Arrays.asList(firstLine.strip().split("\\s*\t\\s*", -1));
    boolean isAsked = !fields.id().equals(Input.Fields.USUAL_ID) || areOthers;
    if (!Collections.disjoint(names, fields.text()) && (isAsked || names.contains(fields.id()))) {
      return new Columns(names, '\t', false);
    }
    if (areOthers) {
      throw SkippedException.withoutColumn(fields.text(), "its first line has " + names);
    }
    return null;
  }

  /**
   * Reads a record.
   *
   * @throws SkippedException if the record is malformed or does not have one value for each column
   */
  TextDocument read(String record, Input input) throws IOException {
    List<String> values =
        isQuoted ? values(record, separator) : Arrays.asList(record.split("" + separator, -1));
    if (values.size() != names.size()) {
      throw SkippedException.malformed(
          "has " + values.size() + " values, expected " + names.size() + " as in the first line");
    }
    int id = names.indexOf(input.fields().id());
    int date = names.indexOf(input.fields().date());
    int tenant = names.indexOf(input.fields().tenant());
    return new TextDocument(
        id < 0 ? null : values.get(id),
        TextDocument.joined(
            input.fields().text().stream()
                .filter(names::contains)
                .map(name -> values.get(names.indexOf(name)))
                .toList()),
        input.fields().date(date < 0 ? null : values.get(date)),
        tenant < 0 ? null : values.get(tenant));
  }

  /** Returns the values of a record; an empty record has none. */
  static List<String> values(String record, char separator) throws IOException {
    List<String> values = new ArrayList<>();
    try (CsvParser csv = CSV.createParser(record)) {
      csv.setSchema(CsvSchema.emptySchema().withColumnSeparator(separator));
      while (csv.nextToken() != null && csv.currentToken() != JsonToken.END_ARRAY) {
        if (csv.currentToken() == JsonToken.VALUE_STRING) {
          values.add(csv.getText());
        }
      }
      if (csv.nextToken() != null) {
        throw SkippedException.malformed("more than one record of CSV");
      }
      return values;
    } catch (JsonProcessingException e) {
      boolean isOpen = e.getOriginalMessage().contains("closing quote");
      throw SkippedException.malformed(
          isOpen
              ? "a quote does not end"
              : "bad CSV at character " + e.getLocation().getColumnNr());
    }
  }
}
