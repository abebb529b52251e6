package io.github.lucenesimhash.opensearch.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.opensearch.action.index.IndexRequest;

/** Puts a mark into the source of a document, which is written again. */
final class MarkedSource {

  private MarkedSource() {}

  /** Returns false if the source has a value at the path, which stays. */
  static boolean mark(IndexRequest document, String path, String mark) {
    Map<String, Object> source = document.sourceAsMap();
    List<String> parents = new ArrayList<>();
    String name = name(source, path, parents);
    if (name == null) {
      return false;
    }
    put(source, parents, name, mark);
    document.source(source, document.getContentType());
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
}
