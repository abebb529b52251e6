package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.opensearch.SimHashFieldType;
import io.github.lucenesimhash.verify.FeatureSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.opensearch.ExceptionsHelper;
import org.opensearch.OpenSearchException;
import org.opensearch.OpenSearchParseException;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.common.UUIDs;
import org.opensearch.common.xcontent.support.XContentMapValues;
import org.opensearch.core.xcontent.ToXContent;

/** An action of a request: what it brings, and its answer as soon as that is known. */
final class BulkItem {

  /** Counted from 0, in the order of the request. */
  final int number;

  final DocWriteRequest<?> action;

  /** Empty if nothing can be near it. */
  final OptionalLong fingerprint;

  boolean isMarked;

  /** Null as long as it is open. */
  ToXContent answer;

  private final String index;
  private FeatureSet features;
  private boolean hasFeatures;

  /** Gives a document an id if it has none; it has the values of the field at these paths. */
  BulkItem(
      String index,
      int number,
      DocWriteRequest<?> action,
      SimHashFieldType field,
      Set<String> paths) {
    this.index = index;
    this.number = number;
    this.action = action;
    if (action instanceof IndexRequest document) {
      if (document.id() == null) {
        document.id(UUIDs.base64UUID());
      }
      fingerprint = fingerprint(document, field, paths);
    } else {
      fingerprint = OptionalLong.empty();
    }
  }

  /** Empty too for a document that the index will refuse. */
  private static OptionalLong fingerprint(
      IndexRequest document, SimHashFieldType field, Set<String> paths) {
    if (document.id().isEmpty()) {
      return OptionalLong.empty();
    }
    try {
      Map<String, Object> source = document.sourceAsMap();
      return paths.stream()
          .flatMap(path -> XContentMapValues.extractRawValues(path, source).stream())
          .flatMapToLong(value -> field.fingerprintOfValue(value).stream())
          .findFirst();
    } catch (OpenSearchParseException | IllegalArgumentException e) {
      return OptionalLong.empty();
    }
  }

  String id() {
    return action.id();
  }

  /** Of an item that has a fingerprint; null if it has no text. */
  FeatureSet features(TextCheck check) {
    if (!hasFeatures) {
      features = check.isOn() ? check.features(((IndexRequest) action).sourceAsMap()) : null;
      hasFeatures = true;
    }
    return features;
  }

  /** False if the source of the document has a value there, which stays. */
  boolean mark(String path, String group) {
    IndexRequest document = (IndexRequest) action;
    Map<String, Object> source = document.sourceAsMap();
    isMarked = putIfAbsent(source, path, group);
    if (isMarked) {
      document.source(source, document.getContentType());
    }
    return isMarked;
  }

  /** A part of the path may be an object, or dots in a name. */
  @SuppressWarnings("unchecked")
  private static boolean putIfAbsent(Map<String, Object> object, String path, String value) {
    if (object.containsKey(path)) {
      return false;
    }
    for (int dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
      String head = path.substring(0, dot);
      if (object.containsKey(head)) {
        return object.get(head) instanceof Map<?, ?> inner
            && putIfAbsent((Map<String, Object>) inner, path.substring(dot + 1), value);
      }
    }
    object.put(path, value);
    return true;
  }

  boolean isOpen() {
    return answer == null;
  }

  /** Answers that it was not sent, because of a document that is near. */
  void skip(String near, int distance, boolean isVerified) {
    answer(
        (item, params) ->
            item.field("result", "near_duplicate")
                .startObject("near")
                .field("_id", near)
                .field("distance", distance)
                .field("verified", isVerified)
                .endObject()
                .field("status", 200));
  }

  void fail(Exception reason) {
    answer(
        (item, params) ->
            item.field("status", ExceptionsHelper.status(reason).getStatus())
                .startObject("error")
                .field("type", OpenSearchException.getExceptionName(reason))
                .field("reason", String.valueOf(reason.getMessage()))
                .endObject());
  }

  private void answer(ToXContent values) {
    answer =
        (builder, params) -> {
          builder.startObject().startObject(action.opType().getLowercase());
          builder.field("_index", index).field("_id", id());
          return values.toXContent(builder, params).endObject().endObject();
        };
  }
}
