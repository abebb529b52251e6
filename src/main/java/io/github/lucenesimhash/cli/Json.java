package io.github.lucenesimhash.cli;

import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.deser.std.FromStringDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.github.lucenesimhash.corpus.SkipReport;
import io.github.lucenesimhash.verify.Comparison;
import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** Reads and writes JSON. A record becomes an object with a field for each component, in order. */
final class Json {

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              new JsonFactoryBuilder()
                  .rootValueSeparator("")
                  .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
                  .build())
          .addModule(byText(Comparison.class, Comparison::parse))
          .addModule(byText(Duration.class, Duration::parse))
          .enable(SerializationFeature.WRITE_ENUMS_USING_TO_STRING)
          .enable(
              DeserializationFeature.READ_ENUMS_USING_TO_STRING,
              DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
              DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(
              SerializationFeature.WRAP_EXCEPTIONS, SerializationFeature.FLUSH_AFTER_WRITE_VALUE)
          .build();

  private Json() {}

  /** Returns a module that writes values with {@code toString} and reads them with a function. */
  private static <T> Module byText(Class<T> type, Function<String, T> parse) {
    return new SimpleModule(type.getName())
        .addSerializer(type, ToStringSerializer.instance)
        .addDeserializer(
            type,
            new FromStringDeserializer<T>(type) {
              private static final long serialVersionUID = 1;

              @Override
              protected T _deserialize(String value, DeserializationContext context) {
                return parse.apply(value);
              }
            });
  }

  static final class AnswerOption {

    @Option(names = "--json")
    boolean isJson;

    /** Prints the answer as an indented object if requested, or else as its {@code toString}. */
    void print(Record answer, Console console) throws IOException {
      if (isJson) {
        Json.print(answer, console);
      } else {
        Writer writer = console.writer();
        writer.write(answer.toString());
        writer.flush();
      }
    }
  }

  /** Prints an indented JSON object. */
  static void print(Record answer, Console console) throws IOException {
    console.print("%s", MAPPER.writer(new DefaultPrettyPrinter()).writeValueAsString(answer));
  }

  record Skipped(long skipped, Map<String, Long> skippedByKind) {
    Skipped(Map<String, Long> byKind) {
      this(SkipReport.sum(byKind), byKind);
    }
  }

  static JsonGenerator object(Writer writer) throws IOException {
    JsonGenerator json =
        MAPPER.createGenerator(writer).setPrettyPrinter(new DefaultPrettyPrinter());
    json.writeStartObject();
    return json;
  }

  static void endArray(JsonGenerator json, Record fields) throws IOException {
    json.writeEndArray();
    for (Map.Entry<String, JsonNode> field : MAPPER.valueToTree(fields).properties()) {
      json.writeFieldName(field.getKey());
      json.writeTree(field.getValue());
    }
    json.writeEndObject();
    json.writeRaw('\n');
    json.flush();
  }

  static String line(Object object) throws IOException {
    return text(object) + "\n";
  }

  /** Writes an object as a line of JSON without building the whole line in memory. */
  static void writeLine(Writer writer, Object object) throws IOException {
    try (JsonGenerator json =
        MAPPER.createGenerator(writer).disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM)) {
      MAPPER.writeValue(json, object);
    }
    writer.write('\n');
  }

  static String text(Object object) throws IOException {
    return MAPPER.writeValueAsString(object);
  }

  static <T> T read(String json, Class<T> type) throws JsonProcessingException {
    return MAPPER.readValue(json, type);
  }
}
