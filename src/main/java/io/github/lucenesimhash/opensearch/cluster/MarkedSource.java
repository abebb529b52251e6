package io.github.lucenesimhash.opensearch.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.common.xcontent.XContentHelper;
import org.opensearch.common.xcontent.XContentType;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.common.bytes.CompositeBytesReference;
import org.opensearch.core.xcontent.DeprecationHandler;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.core.xcontent.XContentLocation;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.core.xcontent.XContentParser.Token;

/** Puts a mark into the source of a document; all else of a JSON source stays as it was written. */
final class MarkedSource {

  private MarkedSource() {}

  /** False if the source has a value at the path, which stays. */
  static boolean mark(IndexRequest document, String path, String mark) throws IOException {
    Map<String, Object> source = document.sourceAsMap();
    List<String> parents = new ArrayList<>();
    String name = name(source, path, parents);
    if (name == null) {
      return false;
    }
    BytesReference marked =
        document.getContentType() == XContentType.JSON
            ? inserted(document.source(), parents, name, mark)
            : null;
    if (marked != null) {
      document.source(marked, document.getContentType());
    } else {
      put(source, parents, name, mark);
      document.source(source, document.getContentType());
    }
    return true;
  }

  /**
   * What the mark is called in the innermost object; null if there is a value. A part of the path
   * may be an object, or dots in a name.
   */
  @SuppressWarnings("unchecked")
  private static String name(Map<String, Object> object, String path, List<String> parents) {
    if (object.containsKey(path)) {
      return null;
    }
    for (int dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
      String head = path.substring(0, dot);
      if (object.containsKey(head)) {
        parents.add(head);
        return object.get(head) instanceof Map<?, ?> inner
            ? name((Map<String, Object>) inner, path.substring(dot + 1), parents)
            : null;
      }
    }
    return path;
  }

  @SuppressWarnings("unchecked")
  private static void put(
      Map<String, Object> source, List<String> parents, String name, String mark) {
    Map<String, Object> object = source;
    for (String parent : parents) {
      object = (Map<String, Object>) object.get(parent);
    }
    object.put(name, mark);
  }

  /** Null where the bytes do not tell the place: they are no UTF-8, or of several lines. */
  private static BytesReference inserted(
      BytesReference source, List<String> parents, String name, String mark) throws IOException {
    XContentLocation begin;
    boolean isEmpty;
    try (XContentParser parser =
        XContentHelper.createParser(
            NamedXContentRegistry.EMPTY,
            DeprecationHandler.IGNORE_DEPRECATIONS,
            source,
            XContentType.JSON)) {
      parser.nextToken();
      for (String parent : parents) {
        for (parser.nextToken(); !parser.currentName().equals(parent); parser.nextToken()) {
          parser.nextToken();
          parser.skipChildren();
        }
        parser.nextToken();
      }
      begin = parser.getTokenLocation();
      isEmpty = parser.nextToken() == Token.END_OBJECT;
    }
    int at = begin.columnNumber; // counted from 1: it is behind the brace
    if (begin.lineNumber != 1 || at < 1 || at > source.length() || source.get(at - 1) != '{') {
      return null;
    }
    XContentBuilder json = XContentType.JSON.contentBuilder();
    BytesReference object = BytesReference.bytes(json.startObject().field(name, mark).endObject());
    return CompositeBytesReference.of(
        source.slice(0, at),
        object.slice(1, object.length() - 2),
        new BytesArray(isEmpty ? "" : ","),
        source.slice(at, source.length() - at));
  }
}
