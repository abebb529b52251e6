package io.github.lucenesimhash.corpus;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.StringJoiner;

/**
 * Packing, format and encoding of a file.
 *
 * @param charset null before the first bytes were read
 * @param columns of a table, once the first bytes were read; null if there are none
 * @param guess what was told by the bytes alone, for a note; null if nothing
 */
record Content(Packing packing, Format format, Charset charset, Columns columns, String guess) {

  /** As the name or an option tells. */
  static Content of(String name, Input input) {
    Format format = input.format() != null ? input.format() : Format.of(name);
    Charset known = format == Format.PARQUET ? StandardCharsets.UTF_8 : null;
    return new Content(Packing.of(name), format, known, null, null);
  }

  Content packedAs(Packing other) {
    return new Content(other, format, charset, columns, guess);
  }

  /** With the format that the first bytes tell, if the name tells none. */
  Content guessed(byte[] start, boolean isStream, Input input) {
    if (format != Format.TEXT || input.format() != null) {
      return this;
    }
    String text = Encoding.lenient(start, Encoding.of(start, input.encoding(), true));
    Format found = Format.ofStart(text, isStream, input);
    String note = found == Format.TEXT && !isStream ? null : "." + found;
    return new Content(packing, found, charset, columns, note);
  }

  /** With the encoding of bytes that are not packed. */
  Content encoded(byte[] bytes, Input input) {
    Charset found = Encoding.of(bytes, input.encoding(), format == Format.HTML);
    StringJoiner note = new StringJoiner(" in ");
    if (guess != null) {
      note.add(guess);
    }
    if (input.encoding() == null && !found.equals(StandardCharsets.UTF_8)) {
      note.add(found.name());
    }
    return new Content(
        packing, format, found, columns, note.length() == 0 ? null : note.toString());
  }

  /** With the names of columns, if there are any; what the source holds is known else. */
  Content withColumns(Source source, byte[] start, Input input) throws IOException {
    if (format != Format.CSV && format != Format.TSV) {
      return this;
    }
    RawText first = new Lines(new ByteArrayInputStream(start), source).next();
    if (first == null) {
      return this;
    }
    String names = first.text();
    Columns found = format == Format.CSV ? Columns.of(names, input) : Columns.ofTsv(names, input);
    return new Content(packing, format, charset, found, guess);
  }
}
