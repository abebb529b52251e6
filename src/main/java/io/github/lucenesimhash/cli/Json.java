package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import io.github.lucenesimhash.corpus.SkipReport;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.io.Writer;
import java.util.Map;
import java.util.OptionalLong;

/** Makes the generators of all JSON output. */
final class Json {

  private static final JsonFactory FACTORY =
      new JsonFactoryBuilder()
          .rootValueSeparator("")
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .characterEscapes(new Escapes())
          .build();

  private Json() {}

  /** What {@link Console#oneLine} escapes is escaped here too. */
  private static final class Escapes extends CharacterEscapes {

    private static final long serialVersionUID = 1;

    @Override
    public int[] getEscapeCodesForAscii() {
      int[] codes = standardAsciiEscapesForJSON();
      codes['\u007f'] = ESCAPE_STANDARD;
      return codes;
    }

    /** Null for a character that stays as it is. */
    @Override
    public SerializableString getEscapeSequence(int c) {
      if (c > Console.LAST_ESCAPED) {
        return null;
      }
      String text = Character.toString(c);
      String escaped = Console.oneLine(text);
      return escaped.equals(text) ? null : new SerializedString(escaped);
    }
  }

  /** Indented JSON with a line end after it; closing the generator leaves the writer open. */
  static JsonGenerator generator(Writer writer) throws IOException {
    return FACTORY.createGenerator(writer).setPrettyPrinter(new DefaultPrettyPrinter());
  }

  /** JSON on one line; closing the generator leaves the writer open. */
  static JsonGenerator line(Writer writer) throws IOException {
    return FACTORY.createGenerator(writer);
  }

  /** The field of a fingerprint, null if there is none. */
  static void fingerprint(JsonGenerator json, OptionalLong fingerprint) throws IOException {
    json.writeStringField(
        "fingerprint", fingerprint.isEmpty() ? null : Fingerprint.toHex(fingerprint.getAsLong()));
  }

  /** How much was not read, in all and by kind. */
  static void skipped(JsonGenerator json, Map<String, Long> byKind) throws IOException {
    json.writeNumberField("skipped", SkipReport.sum(byKind));
    json.writeObjectFieldStart("skippedByKind");
    for (Map.Entry<String, Long> kind : byKind.entrySet()) {
      json.writeNumberField(kind.getKey(), kind.getValue());
    }
    json.writeEndObject();
  }

  /** A number, or null for NaN, which JSON has no word for. */
  static void ratio(JsonGenerator json, String name, double value) throws IOException {
    if (Double.isNaN(value)) {
      json.writeNullField(name);
    } else {
      json.writeNumberField(name, value);
    }
  }
}
