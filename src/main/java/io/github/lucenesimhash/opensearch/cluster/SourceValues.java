package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.opensearch.SimHashFieldType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.opensearch.common.xcontent.XContentHelper;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.xcontent.DeprecationHandler;
import org.opensearch.core.xcontent.MediaType;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.core.xcontent.XContentParser.Token;

/** What a document's source gives a field at these paths, read as the index will read it. */
record SourceValues(SimHashFieldType field, Set<String> paths) {

  /** In the order of the source; see {@link SimHashFieldType#read}. */
  List<Object> read(BytesReference source, MediaType type) throws IOException {
    List<Object> values = new ArrayList<>();
    try (XContentParser parser =
        XContentHelper.createParser(
            NamedXContentRegistry.EMPTY, DeprecationHandler.IGNORE_DEPRECATIONS, source, type)) {
      if (parser.nextToken() != null) {
        read(parser, "", values);
      }
    }
    return values;
  }

  private void read(XContentParser parser, String path, List<Object> values) throws IOException {
    switch (parser.currentToken()) {
      case START_OBJECT -> {
        while (parser.nextToken() != Token.END_OBJECT) {
          String name = parser.currentName();
          parser.nextToken();
          read(parser, path.isEmpty() ? name : path + "." + name, values);
        }
      }
      case START_ARRAY -> {
        while (parser.nextToken() != Token.END_ARRAY) {
          read(parser, path, values);
        }
      }
      default -> {
        if (paths.contains(path)) {
          values.add(field.read(parser, path.equals(field.name())));
        }
      }
    }
  }
}
