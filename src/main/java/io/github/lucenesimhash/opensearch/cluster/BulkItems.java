package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.opensearch.BadRequest;
import io.github.lucenesimhash.opensearch.SimHashFieldType;
import io.github.lucenesimhash.opensearch.SourceValues;
import io.github.lucenesimhash.opensearch.cluster.NearDuplicateRequest.Answer;
import io.github.lucenesimhash.opensearch.cluster.NearDuplicateTask.Work;
import io.github.lucenesimhash.opensearch.cluster.Scope.Origin;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.Likeness;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.opensearch.ExceptionsHelper;
import org.opensearch.OpenSearchException;
import org.opensearch.OpenSearchParseException;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.DocWriteRequest.OpType;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.compress.NotXContentException;
import org.opensearch.core.xcontent.ToXContent;

/** The actions of a request in their order, and what they are to each other. */
final class BulkItems {

  /** What the open items may do to a document that is near another one. */
  enum Fate {
    STAYS,
    DECIDED_BEFORE,
    GOES
  }

  private final DedupBulkRequest request;
  private final Work work;
  private final TextCheck check;
  private final IndexMapping mapping;
  private final boolean showsOwn;
  final List<Item> all = new ArrayList<>();
  private final Map<String, List<Item>> ofId = new HashMap<>();

  /**
   * Reads what they bring.
   *
   * @param showsOwn whether the request's index shows what it adds, as it was sent
   */
  BulkItems(
      DedupBulkRequest request,
      Work work,
      TextCheck check,
      IndexMapping mapping,
      boolean showsOwn) {
    this.request = request;
    this.work = work;
    this.check = check;
    this.mapping = mapping;
    this.showsOwn = showsOwn;
    SimHashFieldType near = mapping.field(request.field);
    boolean isStream = work.node().isDataStream(request);
    Set<String> paths = mapping.sourcePaths(request.field);
    for (DocWriteRequest<?> action : request.documents.requests()) {
      work.task().ensureMayGoOn();
      Item item = new Item(check, work.index(), all.size(), action, near, paths);
      if (!request.scope.isAll()) {
        item.setOrigin(request.scope, mapping);
      }
      if (isStream && action.opType() != OpType.CREATE) {
        item.refuse(
            BadRequest.of("[{}] is a data stream, which takes [create] only", request.index));
      }
      all.add(item);
      ofId.computeIfAbsent(item.id(), id -> new ArrayList<>()).add(item);
    }
  }

  List<Item> open() {
    return all.stream().filter(Item::isOpen).toList();
  }

  /** Of a document that {@code near} is near to, by the items after number {@code after}. */
  Fate fate(String id, int after, Item near) {
    Fate fate = Fate.STAYS;
    for (Item change : ofId.getOrDefault(id, List.of())) {
      boolean isBefore = change.number < near.number;
      if (change.number > after
          && (change.isOpen() || !isBefore)
          && !change.isRefused
          && change.action.opType() != OpType.CREATE
          && !(showsOwn && areNear(change, near))) {
        fate = isBefore ? Fate.DECIDED_BEFORE : Fate.GOES;
      }
    }
    return fate;
  }

  boolean areNear(Item one, Item other) {
    return likeness(one, other).firstMayGo();
  }

  Likeness likeness(Item one, Item other) {
    return !one.id().equals(other.id())
            && (request.scope.isAll() || areCompared(one.origin, other.origin))
            && one.fingerprint != null
            && other.fingerprint != null
        ? likeness(one, other.fingerprint, other::features)
        : Likeness.UNLIKE;
  }

  Likeness likeness(Item item, Fingerprint other, Supplier<FeatureSet> text) {
    work.task().ensureMayGoOn();
    int distance = item.fingerprint.distance(other);
    return distance <= check.comparison().maxDistance()
        ? check.likeness(distance, item::features, text)
        : Likeness.UNLIKE;
  }

  /** Not where a document has failed since it does not say when or for whom it is. */
  private boolean areCompared(Origin one, Origin other) {
    return one != null && other != null && request.scope.isCompared(one, other, mapping);
  }

  /** An action of a request: what it brings, and its answer as soon as that is known. */
  static final class Item {

    /** Counted from 0, in the order of the request. */
    final int number;

    final DocWriteRequest<?> action;

    /** As the index will have it; null if it will have none. */
    final Fingerprint fingerprint;

    /** Of a document, where the request has a scope; null if it does not say. */
    Origin origin;

    /** Whether it was never to be sent, and so changes nothing. */
    boolean isRefused;

    /** Null as long as it is open. */
    ToXContent answer;

    boolean isFailed;
    boolean isAdded;
    boolean isNearDuplicate;

    /** How many that are near the guard kept apart when it was decided. */
    int heldBack;

    private final TextCheck check;
    private final String index;
    private FeatureSet features;
    private boolean hasFeatures;
    private BytesReference unmarked;

    /** A document has the values of the field at these paths. */
    Item(
        TextCheck check,
        String index,
        int number,
        DocWriteRequest<?> action,
        SimHashFieldType field,
        Set<String> paths) {
      this.check = check;
      this.index = index;
      this.number = number;
      this.action = action;
      fingerprint = fingerprint(action, field, paths).orElse(null);
    }

    /** Empty too for a document that the index will refuse. */
    private static Optional<Fingerprint> fingerprint(
        DocWriteRequest<?> action, SimHashFieldType field, Set<String> paths) {
      if (!(action instanceof IndexRequest document) || document.id().isEmpty()) {
        return Optional.empty();
      }
      try {
        Object value =
            new SourceValues(field, paths).read(document.source(), document.getContentType());
        return value == null ? Optional.empty() : field.fingerprintOf(value);
      } catch (IOException | NotXContentException | IllegalArgumentException e) {
        return Optional.empty();
      }
    }

    String id() {
      return action.id();
    }

    /** Fails an item whose document does not say when or for whom it is. */
    void setOrigin(Scope scope, IndexMapping mapping) {
      if (action instanceof IndexRequest document) {
        try {
          origin = scope.origin(document.sourceAsMap(), mapping);
        } catch (OpenSearchParseException | NotXContentException | IllegalArgumentException e) {
          refuse(e);
        }
      }
    }

    /** It is not sent. */
    void refuse(Exception reason) {
      fail(reason);
      isRefused = true;
    }

    /** Of an item that is compared; null if it has no text. */
    FeatureSet features() {
      if (!hasFeatures) {
        features = check.isOn() ? check.features(((IndexRequest) action).sourceAsMap()) : null;
        hasFeatures = true;
      }
      return features;
    }

    /** False if the source of the document has a value there, which stays. */
    boolean mark(String path, String group) {
      IndexRequest document = (IndexRequest) action;
      unmarked = document.source();
      isNearDuplicate = MarkedSource.mark(document, path, group);
      return isNearDuplicate;
    }

    /** Of a marked item that was sent and not written; it is decided again. */
    void unmark() {
      if (isNearDuplicate) {
        IndexRequest document = (IndexRequest) action;
        document.source(unmarked, document.getContentType());
        isNearDuplicate = false;
      }
    }

    boolean isOpen() {
      return answer == null;
    }

    void take(BulkItemResponse response) {
      answer = response;
      isFailed = response.isFailed();
      isAdded = !isFailed && action instanceof IndexRequest;
      isNearDuplicate &= isAdded;
    }

    /** Answers that it was not sent, because of a document that is near and has this text. */
    void skip(String nearIndex, String near, Fingerprint other, Supplier<FeatureSet> text) {
      isNearDuplicate = true;
      Answer found = new Answer();
      if (!nearIndex.equals(index)) { // another one of the data stream
        found.put("_index", nearIndex);
      }
      int distance = fingerprint.distance(other);
      found.put("_id", near).put("distance", distance);
      Likeness likeness = check.likeness(distance, this::features, text);
      check.how(likeness.resemblance(), likeness.contained()).forEach(found::put);
      found.put("verified", check.isVerifiable(features(), text.get()));
      answer().put("result", "near_duplicate").put("near", found).put("status", 200);
    }

    void fail(Exception reason) {
      isFailed = true;
      isNearDuplicate = false;
      Answer error = new Answer().put("type", OpenSearchException.getExceptionName(reason));
      error.put("reason", String.valueOf(reason.getMessage()));
      answer().put("status", ExceptionsHelper.status(reason).getStatus()).put("error", error);
    }

    /** Makes the answer; what it says is to be added. */
    private Answer answer() {
      Answer values = new Answer().put("_index", index).put("_id", id());
      answer = new Answer().put(action.opType().getLowercase(), values);
      return values;
    }
  }
}
