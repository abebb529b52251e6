package io.github.lucenesimhash.opensearch.field;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.opensearch.common.xcontent.XContentHelper;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.xcontent.DeprecationHandler;
import org.opensearch.core.xcontent.MediaType;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.core.xcontent.XContentParser.Token;

/**
 * Reads the values of a field at the given paths of a document's source. Several texts are joined
 * into one text in the order of the names of their paths, as in {@link SourceTexts}. Therefore the
 * order of the fields in a source does not matter.
 */
public record SourceValues(SimHashFieldType field, Set<String> paths) {

  /**
   * {@return a ready {@link Fingerprint}, a text, or null if the source has no value except blank
   * values; see {@link SimHashFieldType#read}}
   */
  public Object read(BytesReference source, MediaType type) throws IOException {
    List<Object> all =
        of(source, type, paths, (parser, path) -> field.read(parser, path.equals(field.name())));
    if (all.size() == 1) {
      return all.getFirst();
    }
    if (all.stream().anyMatch(Fingerprint.class::isInstance)) {
      throw BadRequest.of(
          "field [{}] has a ready fingerprint and [{}] other values, expected it alone, or texts",
          field.name(),
          all.size() - 1);
    }
    return all.isEmpty()
        ? null
        : all.stream().map(Object::toString).collect(Collectors.joining(SourceTexts.BETWEEN));
  }

  /** Reads the current value of a parser, or returns null for no value. */
  public interface Reader {
    Object read(XContentParser parser, String path) throws IOException;
  }

  /**
   * {@return the values of a source at the given paths, in the order of the names of the paths,
   * without blank values}
   */
  public static List<Object> of(
      BytesReference source, MediaType type, Set<String> paths, Reader reader) throws IOException {
    Map<String, List<Object>> values = new TreeMap<>();
    try (XContentParser parser =
        XContentHelper.createParser(
            NamedXContentRegistry.EMPTY, DeprecationHandler.IGNORE_DEPRECATIONS, source, type)) {
      if (parser.nextToken() != null) {
        read(parser, "", paths, reader, values);
      }
    }
    return values.values().stream().flatMap(List::stream).toList();
  }

  private static void read(
      XContentParser parser,
      String path,
      Set<String> paths,
      Reader reader,
      Map<String, List<Object>> values)
      throws IOException {
    switch (parser.currentToken()) {
      case START_OBJECT -> {
        while (parser.nextToken() != Token.END_OBJECT) {
          String name = parser.currentName();
          parser.nextToken();
          read(parser, path.isEmpty() ? name : path + "." + name, paths, reader, values);
        }
      }
      case START_ARRAY -> {
        while (parser.nextToken() != Token.END_ARRAY) {
          read(parser, path, paths, reader, values);
        }
      }
      default -> {
        if (paths.contains(path)) {
          Object value = reader.read(parser, path);
          if (value != null && !value.toString().isBlank()) {
            values.computeIfAbsent(path, p -> new ArrayList<>()).add(value);
          }
        }
      }
    }
  }
}
