package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.opensearch.BadRequest;
import io.github.lucenesimhash.opensearch.SimHashFieldType;
import io.github.lucenesimhash.opensearch.cluster.BulkItems.Fate;
import io.github.lucenesimhash.opensearch.cluster.BulkItems.Item;
import io.github.lucenesimhash.opensearch.cluster.NearDuplicateRequest.Answer;
import io.github.lucenesimhash.opensearch.cluster.NearDuplicateTask.Reply;
import io.github.lucenesimhash.opensearch.cluster.NearDuplicateTask.Work;
import io.github.lucenesimhash.opensearch.cluster.NeighbourLookup.Neighbour;
import io.github.lucenesimhash.opensearch.cluster.NodeServices.Memory;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.Likeness;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.common.xcontent.support.XContentMapValues;
import org.opensearch.core.tasks.TaskCancelledException;
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
 * Refused Where a shard says that another node decides now, what is open then is left to that node.
 * Added   All others are sent. A neighbour that a later item of the request may change does not count.
 * End     Of a round's items the first waits for none: it is answered in that round.
 * Nothing lost  Y is there when the item is answered, and what could take it away by this request was
 *         answered before, or leaves something near under its id, sent, skipped or failed.
 * </pre>
 */
final class DedupBulk {

  /** In an answer: the numbers of the items that another node is to decide. */
  static final String LEFT = "left";

  private final Work work;
  private final DedupBulkRequest request;
  private final TextCheck check;
  private final Leadership leadership;
  private final IndexMetadata index;
  private final Memory memory;
  private final boolean isStoredAsSent;
  private final boolean showsOwn;
  private final BulkItems items;
  private Exception refusal;

  /**
   * Refuses a request that does not fit the mapping.
   *
   * @param leadership under which it is decided; takes what is added
   * @param memory takes what shards find
   */
  DedupBulk(
      Work work,
      IndexMetadata index,
      IndexMapping mapping,
      DedupBulkRequest request,
      Leadership leadership,
      Memory memory) {
    this.work = work;
    this.leadership = leadership;
    this.memory = memory;
    this.request = request;
    SimHashFieldType type = mapping.field(request.field);
    mapping.requireSameScheme(
        request.index, index, work.node().indices(request), request.field, work.node().indices());
    check =
        TextCheck.of(request.field, request.verifyField, request.near, mapping, type.verifier());
    request.scope.check(mapping);
    if (request.mark != null) {
      mapping.checkMark(request.mark, request.field);
    }
    this.index = index;
    isStoredAsSent = request.isStoredAsSent(index);
    showsOwn = isStoredAsSent && request.showsAll(index);
    items = new BulkItems(request, work, check, mapping, showsOwn);
  }

  Answer run() {
    try {
      while (refusal == null && !items.open().isEmpty()) {
        new Round().run();
      }
    } catch (TaskCancelledException e) {
      items.open().forEach(item -> item.fail(NearDuplicateTask.unavailable(e.getMessage())));
    } catch (RuntimeException e) {
      items.open().forEach(item -> item.fail(e));
    }
    Answer answer = new Answer();
    answer.put("errors", items.all.stream().anyMatch(item -> item.isFailed));
    List<Item> left = items.open();
    if (!left.isEmpty()) {
      answer.put(LEFT, left.stream().map(item -> item.number).toList());
      for (Item item : left) { // another node decides
        item.fail(refusal);
        item.heldBack = 0;
      }
    }
    answer.put("added", sum(item -> item.isAdded ? 1 : 0));
    answer.put("near_duplicates", sum(item -> item.isNearDuplicate ? 1 : 0));
    answer.put("held_back", sum(item -> item.heldBack));
    check.show(answer);
    return answer.put("items", items.all.stream().map(item -> item.answer).toList());
  }

  private long sum(ToLongFunction<Item> of) {
    return items.all.stream().mapToLong(of).sum();
  }

  private final class Round {

    private final Map<Item, Neighbour> neighbours = new HashMap<>();
    private final Set<Item> unsure = new HashSet<>();
    private final List<Item> sent = new ArrayList<>();
    private final Map<Item, Item> skipped = new LinkedHashMap<>();
    private final List<Item> waiting = new ArrayList<>();
    private final Set<String> openIds = new HashSet<>();

    void run() {
      FetchSourceContext source = check.source(request.mark);
      items.open().forEach(item -> item.heldBack = 0);
      new NeighbourLookup(
              work,
              request,
              check.comparison().maxDistance(),
              index,
              leadership,
              memory,
              source,
              this::isReason)
          .run(items.open());
      items.open().forEach(this::decide); // all that could be looked for
      if (!sent.isEmpty()) {
        send();
      }
    }

    private boolean isReason(Item item, Neighbour neighbour) {
      work.task().ensureMayGoOn();
      Likeness likeness = items.likeness(item, neighbour.fingerprint(), () -> text(neighbour));
      item.heldBack += likeness.isHeldBack() ? 1 : 0;
      if (!likeness.firstMayGo()) {
        return false;
      }
      Fate fate =
          neighbour.index().equals(work.index())
              ? items.fate(neighbour.id(), -1, item)
              : Fate.STAYS; // nothing is written there
      if (fate == Fate.STAYS) {
        neighbours.put(item, neighbour);
      } else if (fate == Fate.DECIDED_BEFORE) {
        unsure.add(item);
      }
      return fate == Fate.STAYS;
    }

    private FeatureSet text(Neighbour neighbour) {
      return check.features(neighbour.source());
    }

    private void decide(Item item) {
      work.task().ensureMayGoOn();
      Neighbour neighbour = neighbours.get(item);
      Item reason = null;
      boolean waits = openIds.contains(item.id()) || (neighbour == null && unsure.contains(item));
      if (neighbour == null && !waits) {
        for (Item other : sent) {
          Likeness likeness = items.likeness(item, other);
          item.heldBack += likeness.isHeldBack() ? 1 : 0;
          boolean isNear = likeness.firstMayGo();
          Fate fate = isNear ? items.fate(other.id(), other.number, item) : Fate.GOES;
          if (fate == Fate.STAYS && showsOwn && request.mark == null) {
            reason = other;
            break;
          }
          waits |= fate != Fate.GOES;
        }
        waits |= waiting.stream().anyMatch(other -> items.areNear(item, other));
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

    private void decide(Item item, Neighbour neighbour) {
      if (request.mark == null) {
        item.skip(
            neighbour.index(), neighbour.id(), neighbour.fingerprint(), () -> text(neighbour));
        return;
      }
      Object mark = XContentMapValues.extractValue(request.mark, neighbour.source());
      String group = mark == null ? neighbour.id() : mark.toString();
      if (item.mark(request.mark, group)) {
        sent.add(item);
      } else {
        String message = "mark is [{}], where the document has a value already";
        item.fail(BadRequest.of(message, request.mark));
      }
    }

    /** Waits until it is known what was done, however long that takes. */
    private void send() {
      work.task().ensureMayGoOn();
      BulkRequest bulk = request.like().timeout(work.task().timeLeft());
      sent.forEach(item -> bulk.add(item.action));
      Reply<BulkResponse> reply = work.reply();
      ThreadContext context = work.node().threads().getThreadContext();
      ThreadContext.StoredContext before = leadership.send(context);
      try (before) {
        work.client().bulk(bulk, reply);
      }
      BulkItemResponse[] responses = reply.join().getItems();
      for (int i = 0; i < responses.length; i++) {
        Item item = sent.get(i);
        if (responses[i].isFailed() && Leadership.isRefusal(responses[i].getFailure().getCause())) {
          refusal = responses[i].getFailure().getCause();
          item.unmark();
          continue;
        }
        item.take(responses[i]);
        if (item.isAdded && isStoredAsSent && item.fingerprint != null) {
          leadership.add(request.field, item.fingerprint, responses[i].getResponse());
        }
      }
      skipped.forEach(
          (item, reason) -> {
            if (reason.isAdded) {
              item.skip(work.index(), reason.id(), reason.fingerprint, reason::features);
            }
          });
    }
  }
}
