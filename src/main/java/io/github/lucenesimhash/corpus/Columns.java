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
import java.util.Collections;
import java.util.List;

/**
 * What the first line of a file of CSV says of the others.
 *
 * @param separator between two values
 */
record Columns(List<String> names, char separator) {

  /** That of RFC 4180 first, then what spreadsheets write. */
  static final List<Character> SEPARATORS = List.of(',', ';', '\t');

  private static final CsvFactory CSV =
      CsvFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
          .build();

  /**
   * By the first separator that makes a column of text.
   *
   * @throws SkippedException if none does
   */
  static Columns of(String firstLine, Input input) throws IOException {
    List<String> most = List.of();
    for (char separator : SEPARATORS) {
      try {
        List<String> names = values(firstLine, separator);
        if (!Collections.disjoint(names, input.fields().text())) {
          return new Columns(names, separator);
        }
        most = names.size() > most.size() ? names : most;
      } catch (SkippedException e) {
        // after a quote another separator is expected
      }
    }
    if (firstLine.stripTrailing().indexOf('\r') >= 0) {
      throw SkippedException.malformed("lines end with CR, expected LF or CR LF (tr '\\r' '\\n')");
    }
    throw SkippedException.withoutColumn(input.fields().text(), "its first line names " + most);
  }

  /**
   * Reads a record.
   *
   * @throws SkippedException if it has not as many values as columns
   */
  TextDocument read(String record, Input input) throws IOException {
    List<String> values = values(record, separator);
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
                .toArray(String[]::new)),
        input.fields().date(date < 0 ? null : values.get(date)),
        tenant < 0 ? null : values.get(tenant));
  }

  /** The values of a record; none of a blank one. */
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
      throw SkippedException.malformed("bad CSV at character " + e.getLocation().getColumnNr());
    }
  }
}
