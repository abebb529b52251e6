package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.opensearch.BadRequest;
import io.github.lucenesimhash.opensearch.SimHashFieldType;
import io.github.lucenesimhash.opensearch.cluster.NearDuplicateTask.Work;
import io.github.lucenesimhash.opensearch.cluster.Scope.Origin;
import io.github.lucenesimhash.opensearch.cluster.TextCheck.Pair;
import io.github.lucenesimhash.search.Signature;
import io.github.lucenesimhash.verify.FeatureSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.DocWriteRequest.OpType;

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
  private final List<BulkItem> all = new ArrayList<>();
  private final Map<String, List<BulkItem>> ofId = new HashMap<>();

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
      BulkItem item = new BulkItem(work.index(), all.size(), action, near, paths);
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

  List<BulkItem> all() {
    return all;
  }

  List<BulkItem> open() {
    return all.stream().filter(BulkItem::isOpen).toList();
  }

  /** Of a document that {@code near} is near to, by the items after number {@code after}. */
  Fate fate(String id, int after, BulkItem near) {
    Fate fate = Fate.STAYS;
    for (BulkItem change : ofId.getOrDefault(id, List.of())) {
      boolean isBefore = change.number < near.number;
      if (change.number > after
          && (change.isOpen() || !isBefore)
          && !change.isRefused()
          && change.action.opType() != OpType.CREATE
          && !(showsOwn && areNear(change, near))) {
        fate = isBefore ? Fate.DECIDED_BEFORE : Fate.GOES;
      }
    }
    return fate;
  }

  boolean areNear(BulkItem one, BulkItem other) {
    return pair(one, other) == Pair.NEAR_DUPLICATES;
  }

  Pair pair(BulkItem one, BulkItem other) {
    return !one.id().equals(other.id())
            && (request.scope.isAll() || areCompared(one.origin(), other.origin()))
            && one.compared(check.comparison()).isNear(other.compared(check.comparison()))
        ? pair(one, other.signature, () -> other.features(check))
        : Pair.OTHERS;
  }

  Pair pair(BulkItem item, Signature near, Supplier<FeatureSet> text) {
    work.task().ensureMayGoOn();
    return check.pair(item.signature, near, () -> item.features(check), text);
  }

  /** Not where a document has failed since it does not say when or for whom it is. */
  private boolean areCompared(Origin one, Origin other) {
    return one != null && other != null && request.scope.isCompared(one, other, mapping);
  }
}
