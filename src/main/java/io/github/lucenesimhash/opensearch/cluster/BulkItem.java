package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.opensearch.SimHashFieldType;
import io.github.lucenesimhash.verify.FeatureSet;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.opensearch.ExceptionsHelper;
import org.opensearch.OpenSearchException;
import org.opensearch.OpenSearchParseException;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.DocWriteRequest.OpType;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.common.UUIDs;
import org.opensearch.common.xcontent.XContentFactory;
import org.opensearch.common.xcontent.XContentHelper;
import org.opensearch.common.xcontent.support.XContentMapValues;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.xcontent.MediaTypeRegistry;
import org.opensearch.core.xcontent.ToXContent;

/** An action of a request: what it brings, and its answer as soon as that is known. */
final class BulkItem {

  private final String index;
  private final int place;
  private final DocWriteRequest<?> action;
  private final OptionalLong fingerprint;
  private FeatureSet features;
  private boolean hasFeatures;
  private boolean isMarked;
  private Map<String, Object> answer;

  /** A document that is a reason to skip one. */
  record Near(String id, int distance, boolean isVerified) {}

  private BulkItem(String index, int place, DocWriteRequest<?> action, OptionalLong fingerprint) {
    this.index = index;
    this.place = place;
    this.action = action;
    this.fingerprint = fingerprint;
  }

  /**
   * An action that comes as number {@code place}; a document gets an id if it has none.
   *
   * @param paths where documents have the values of the field
   */
  static BulkItem of(
      String index,
      int place,
      DocWriteRequest<?> action,
      SimHashFieldType field,
      Set<String> paths) {
    OptionalLong fingerprint = OptionalLong.empty();
    if (action instanceof IndexRequest document) {
      if (document.id() == null) {
        document.id(UUIDs.base64UUID());
      }
      fingerprint = fingerprint(document, field, paths);
    }
    return new BulkItem(index, place, action, fingerprint);
  }

  /** Empty too for a document that the index will refuse. */
  private static OptionalLong fingerprint(
      IndexRequest document, SimHashFieldType field, Set<String> paths) {
    if (document.id().isEmpty()) {
      return OptionalLong.empty();
    }
    try {
      Map<String, Object> source = document.sourceAsMap();
      for (String path : paths) {
        for (Object value : XContentMapValues.extractRawValues(path, source)) {
          OptionalLong fingerprint = field.fingerprintOfValue(value);
          if (fingerprint.isPresent()) {
            return fingerprint;
          }
        }
      }
    } catch (OpenSearchParseException | IllegalArgumentException e) {
      return OptionalLong.empty();
    }
    return OptionalLong.empty();
  }

  int place() {
    return place;
  }

  DocWriteRequest<?> action() {
    return action;
  }

  String id() {
    return action.id();
  }

  /** True for an action that fails if there is a document of its id. */
  boolean isCreate() {
    return action.opType() == OpType.CREATE;
  }

  /** Empty if nothing can be near it. */
  OptionalLong fingerprint() {
    return fingerprint;
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

  boolean isMarked() {
    return isMarked;
  }

  /** Null as long as it is open. */
  Map<String, Object> answer() {
    return answer;
  }

  boolean isOpen() {
    return answer == null;
  }

  void done(BulkItemResponse response) throws IOException {
    BytesReference shown =
        BytesReference.bytes(
            response.toXContent(XContentFactory.jsonBuilder(), ToXContent.EMPTY_PARAMS));
    answer = XContentHelper.convertToMap(shown, true, MediaTypeRegistry.JSON).v2();
  }

  void skip(Near near) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("_id", near.id());
    shown.put("distance", near.distance());
    shown.put("verified", near.isVerified());
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("result", "near_duplicate");
    values.put("near", shown);
    values.put("status", 200);
    answer(values);
  }

  /** It was not sent. */
  void fail(Exception reason) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("status", ExceptionsHelper.status(reason).getStatus());
    values.put(
        "error",
        Map.of(
            "type",
            OpenSearchException.getExceptionName(reason),
            "reason",
            String.valueOf(reason.getMessage())));
    answer(values);
  }

  private void answer(Map<String, Object> values) {
    Map<String, Object> item = new LinkedHashMap<>();
    item.put("_index", index);
    item.put("_id", id());
    item.putAll(values);
    answer = Map.of(action.opType().getLowercase(), item);
  }
}
