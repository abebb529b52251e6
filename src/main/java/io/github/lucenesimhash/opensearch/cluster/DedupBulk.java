package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.opensearch.BadRequest;
import io.github.lucenesimhash.opensearch.SimHashFieldType;
import io.github.lucenesimhash.opensearch.cluster.NearDuplicateRequest.Answer;
import io.github.lucenesimhash.opensearch.cluster.NeighbourLookup.Neighbour;
import io.github.lucenesimhash.verify.FeatureSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.DocWriteRequest.OpType;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.xcontent.support.XContentMapValues;
import org.opensearch.core.action.ActionListener;
import org.opensearch.search.fetch.subphase.FetchSourceContext;

/**
 * Adds documents that have no near-duplicate in the index, and skips or marks the others.
 *
 * <pre>
 * Rounds  Each looks in all shards for every item that is open, decides in their order, sends what is to be
 *         sent in one bulk, and begins again with what is open then.
 * Skipped An item is skipped because of a document Y that is near, and that no other open item may change
 *         into one that is not near: Y of the index, at once; Y that this round sends before it, once Y
 *         was accepted. If Y fails, the item stays open.
 * Waits   An item waits for the next round if an item before it decides: one that may change its only
 *         neighbours, one of its id that is open, one that is near and waits.
 * Hidden  What an alias may not show or a pipeline change is looked for when it was sent, and taken for not
 *         near before.
 * Added   All others are sent. A neighbour that a later item of the request may change does not count.
 * End     Of a round's items the first waits for none: it is answered in that round.
 * Nothing lost  Y is there when the item is answered, and what could take it away by this request was
 *         answered before, or leaves something near under its id, sent, skipped or failed.
 * </pre>
 *
 * <p>One call at a time.
 */
final class DedupBulk {

  /** What the open items may do to a document that is near another one. */
  private enum Fate {
    STAYS,
    DECIDED_BEFORE,
    GOES
  }

  private final DedupBulkTask.Work work;
  private final DedupBulkAction.Request request;
  private final String field;
  private final TextCheck check;
  private final IndexMetadata index;
  private final boolean showsOwn;
  private final List<BulkItem> items = new ArrayList<>();
  private final Map<String, List<BulkItem>> itemsOfId = new HashMap<>();
  private int added;
  private int nearDuplicates;
  private boolean errors;

  /** Refuses a request that does not fit the mapping, which is not used later. */
  DedupBulk(
      DedupBulkTask.Work work,
      IndexMetadata index,
      IndexMapping mapping,
      DedupBulkAction.Request request) {
    this.work = work;
    this.request = request;
    SimHashFieldType type = mapping.field(request.field);
    field = type.name();
    check = TextCheck.of(request, mapping, field);
    if (request.mark != null) {
      mapping.checkMark(request.mark, field);
    }
    this.index = index;
    showsOwn = request.showsWhatItSends(index);
    Set<String> paths = mapping.sourcePaths(field);
    for (DocWriteRequest<?> action : request.documents.requests()) {
      BulkItem item = new BulkItem(index.getIndex().getName(), items.size(), action, type, paths);
      items.add(item);
      itemsOfId.computeIfAbsent(item.id(), id -> new ArrayList<>()).add(item);
    }
  }

  void run(ActionListener<Answer> listener) {
    List<BulkItem> open = items.stream().filter(BulkItem::isOpen).toList();
    if (open.isEmpty()) {
      listener.onResponse(answer());
    } else {
      new Round(listener).run(open);
    }
  }

  private final class Round {

    private final ActionListener<Answer> listener;
    private final Map<BulkItem, Neighbour> neighbours = new HashMap<>();
    private final Set<BulkItem> unsure = new HashSet<>();
    private final List<BulkItem> sent = new ArrayList<>();
    private final Map<BulkItem, BulkItem> skipped = new LinkedHashMap<>();
    private final List<BulkItem> waiting = new ArrayList<>();
    private final Set<String> openIds = new HashSet<>();

    Round(ActionListener<Answer> listener) {
      this.listener = listener;
    }

    void run(List<BulkItem> open) {
      FetchSourceContext source = check.source(request.mark);
      new NeighbourLookup(work, request, field, index, source, this::isReason, DedupBulk.this::fail)
          .run(open, ActionListener.wrap(found -> decide(open), e -> stop(e, listener)));
    }

    private boolean isReason(BulkItem item, Neighbour neighbour) {
      if (!check.areNear(item.features(check), check.features(neighbour.source()))) {
        return false;
      }
      Fate fate = fate(neighbour.id(), -1, item);
      if (fate == Fate.STAYS) {
        neighbours.put(item, neighbour);
      } else if (fate == Fate.DECIDED_BEFORE) {
        unsure.add(item);
      }
      return fate == Fate.STAYS;
    }

    private void decide(List<BulkItem> open) {
      for (BulkItem item : open) {
        if (item.isOpen()) { // it was looked for
          decide(item);
        }
      }
      if (sent.isEmpty()) {
        DedupBulk.this.run(listener);
        return;
      }
      BulkRequest bulk = new BulkRequest();
      bulk.waitForActiveShards(request.documents.waitForActiveShards());
      sent.forEach(item -> bulk.add(item.action));
      work.write(
          bulk,
          ActionListener.wrap(
              response -> {
                take(response.getItems());
                DedupBulk.this.run(listener);
              },
              e -> stop(e, listener)));
    }

    private void decide(BulkItem item) {
      Neighbour neighbour = neighbours.get(item);
      BulkItem reason = null;
      boolean waits = openIds.contains(item.id()) || (neighbour == null && unsure.contains(item));
      if (neighbour == null && !waits) {
        for (BulkItem other : sent) {
          Fate fate = areNear(other, item) ? fate(other.id(), other.number, item) : Fate.GOES;
          if (fate == Fate.STAYS && showsOwn && request.mark == null) {
            reason = other;
            break;
          }
          waits |= fate != Fate.GOES;
        }
        waits |= waiting.stream().anyMatch(other -> areNear(other, item));
      }
      if (reason != null) {
        skipped.put(item, reason);
        openIds.add(item.id());
      } else if (waits) {
        waiting.add(item);
        openIds.add(item.id());
      } else if (neighbour == null) {
        sent.add(item);
      } else {
        decide(item, neighbour);
      }
    }

    private void decide(BulkItem item, Neighbour neighbour) {
      if (request.mark == null) {
        skip(item, neighbour.id(), neighbour.distance(), check.features(neighbour.source()));
        return;
      }
      Object mark = XContentMapValues.extractValue(request.mark, neighbour.source());
      String group = mark == null ? neighbour.id() : mark.toString();
      if (item.mark(request.mark, group)) {
        sent.add(item);
      } else {
        String message = "mark is [{}], where the document has a value already";
        fail(item, BadRequest.of(message, request.mark));
      }
    }

    private void take(BulkItemResponse[] responses) {
      Set<BulkItem> accepted = new HashSet<>();
      for (int i = 0; i < responses.length; i++) {
        BulkItem item = sent.get(i);
        item.answer = responses[i];
        if (responses[i].isFailed()) {
          errors = true;
        } else {
          added += item.action instanceof IndexRequest ? 1 : 0;
          nearDuplicates += item.isMarked ? 1 : 0;
          accepted.add(item);
        }
      }
      skipped.forEach(
          (item, reason) -> {
            if (accepted.contains(reason)) {
              skip(item, reason.id(), distance(item, reason), reason.features(check));
            }
          });
    }
  }

  /** Of a document that {@code near} is near to, by the items after number {@code after}. */
  private Fate fate(String id, int after, BulkItem near) {
    Fate fate = Fate.STAYS;
    for (BulkItem change : itemsOfId.getOrDefault(id, List.of())) {
      boolean isBefore = change.number < near.number;
      if (change.number > after
          && (change.isOpen() || !isBefore)
          && change.action.opType() != OpType.CREATE
          && !(showsOwn && areNear(change, near))) {
        fate = isBefore ? Fate.DECIDED_BEFORE : Fate.GOES;
      }
    }
    return fate;
  }

  private boolean areNear(BulkItem one, BulkItem other) {
    return one.fingerprint.isPresent()
        && other.fingerprint.isPresent()
        && distance(one, other) <= request.maxDistance
        && !one.id().equals(other.id())
        && check.areNear(one.features(check), other.features(check));
  }

  private static int distance(BulkItem one, BulkItem other) {
    return Fingerprint.distance(one.fingerprint.getAsLong(), other.fingerprint.getAsLong());
  }

  private void skip(BulkItem item, String id, int distance, FeatureSet text) {
    nearDuplicates++;
    item.skip(id, distance, check.isVerifiable(item.features(check), text));
  }

  private void fail(BulkItem item, Exception reason) {
    errors = true;
    item.fail(reason);
  }

  private void stop(Exception reason, ActionListener<Answer> listener) {
    items.stream().filter(BulkItem::isOpen).forEach(item -> fail(item, reason));
    listener.onResponse(answer());
  }

  private Answer answer() {
    Answer answer = new Answer();
    answer.put("errors", errors).put("added", added).put("near_duplicates", nearDuplicates);
    check.show(answer);
    return answer.put("items", items.stream().map(item -> item.answer).toList());
  }
}
