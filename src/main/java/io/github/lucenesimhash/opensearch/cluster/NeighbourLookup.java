package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.opensearch.cluster.BulkItems.Item;
import io.github.lucenesimhash.opensearch.cluster.Leadership.Irrelevant;
import io.github.lucenesimhash.opensearch.cluster.NearDuplicateTask.Work;
import io.github.lucenesimhash.opensearch.cluster.NeighbourLookup.Neighbour;
import io.github.lucenesimhash.opensearch.cluster.NodeServices.Memory;
import io.github.lucenesimhash.opensearch.cluster.NodeServices.PrimaryRequest;
import io.github.lucenesimhash.opensearch.cluster.ShardQuestions.Answers;
import io.github.lucenesimhash.opensearch.cluster.ShardQuestions.Hit;
import io.github.lucenesimhash.opensearch.cluster.ShardQuestions.Page;
import io.github.lucenesimhash.opensearch.cluster.ShardQuestions.Place;
import io.github.lucenesimhash.opensearch.cluster.ShardQuestions.Question;
import io.github.lucenesimhash.opensearch.cluster.ShardQuestions.Terms;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import org.opensearch.ExceptionsHelper;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.support.PlainActionFuture;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.block.ClusterBlockException;
import org.opensearch.cluster.block.ClusterBlockLevel;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.routing.Preference;
import org.opensearch.cluster.routing.ShardIterator;
import org.opensearch.core.index.Index;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.index.IndexSettings;
import org.opensearch.index.query.Rewriteable;
import org.opensearch.search.fetch.subphase.FetchSourceContext;
import org.opensearch.search.internal.AliasFilter;
import org.opensearch.search.lookup.SourceLookup;

/**
 * Looks in all shards for the neighbours of many documents: all that was acknowledged before is
 * seen. What the index or alias of the request does not show is not found. A shard that does not
 * answer fails the items, and is not a "none". The nearest come first, in pages that grow, up to
 * the index's result window.
 *
 * @param maxDistance within which fingerprints are near
 * @param leadership knows what shards need not show
 * @param memory takes the neighbours of a page, until they were looked at
 * @param source what is read of a neighbour
 * @param isLast takes the neighbours of an item, of each page the nearest first, until it is true
 */
record NeighbourLookup(
    Work work,
    DedupBulkRequest request,
    int maxDistance,
    IndexMetadata index,
    Leadership leadership,
    Memory memory,
    FetchSourceContext source,
    BiPredicate<Item, Neighbour> isLast) {

  private static final int FIRST_PAGE = 3;
  private static final int MAX_PAGE = 1_000;

  /** Items that a shard is asked about at once. */
  private static final int MAX_ITEMS = 2_000;

  /** A document that is near, with the part of its source that was asked for, or null. */
  record Neighbour(String index, String id, Fingerprint fingerprint, Map<String, Object> source) {

    private Neighbour(Found found) {
      this(found.index, found.hit);
    }

    private Neighbour(String index, Hit hit) {
      this(
          index,
          hit.id(),
          hit.fingerprint(),
          hit.source() == null ? null : SourceLookup.sourceAsMap(hit.source()));
    }
  }

  private record Found(String index, Hit hit) {

    float score() {
      return hit.place().score();
    }
  }

  /** An item, and how far each shard that has more of its neighbours has told them. */
  private static final class Search {

    final Item item;
    final Map<ShardId, Place> open = new HashMap<>();
    final List<Found> page = new ArrayList<>();
    int seen;

    Search(Item item, Set<ShardId> shards) {
      this.item = item;
      shards.forEach(shard -> open.put(shard, Place.START));
    }

    void take(ShardId shard, Page answer) {
      if (answer.hits().isEmpty() && answer.hasMore()) {
        return; // it did not fit, and is asked for again
      }
      answer.hits().forEach(hit -> page.add(new Found(shard.getIndexName(), hit)));
      if (answer.hasMore()) {
        open.put(shard, answer.hits().getLast().place());
      } else {
        open.remove(shard);
      }
    }
  }

  void run(List<Item> items) {
    try {
      Map<String, AliasFilter> shown = new HashMap<>();
      for (IndexMetadata one : work.node().indices(request)) {
        shown.put(one.getIndex().getName(), shown(one.getIndex()));
      }
      Set<ShardId> shards = shards(shown.keySet());
      List<Item> asked = items.stream().filter(item -> item.fingerprint != null).toList();
      for (int from = 0; from < asked.size(); from += MAX_ITEMS) {
        List<Search> searches =
            new ArrayList<>(
                asked.subList(from, Math.min(from + MAX_ITEMS, asked.size())).stream()
                    .map(item -> new Search(item, shards))
                    .toList());
        run(searches, shown);
      }
    } catch (RuntimeException e) {
      throw unseen(e);
    }
  }

  private void run(List<Search> searches, Map<String, AliasFilter> shown) {
    int window = window();
    for (int size = FIRST_PAGE; !searches.isEmpty(); size = Math.min(10 * size, MAX_PAGE)) {
      int pageSize = size;
      Map<String, Terms> terms = new HashMap<>();
      shown.forEach((name, filter) -> terms.put(name, terms(pageSize, filter)));
      long before = memory.reserved();
      ask(searches, terms);
      searches.removeIf(search -> isDone(search, window));
      memory.returnTo(before);
    }
  }

  private Terms terms(int pageSize, AliasFilter shown) {
    return new Terms(
        request.field, maxDistance, pageSize, source, shown, work.task().timeLeft(), request.scope);
  }

  private boolean isDone(Search search, int window) {
    search.page.sort(Comparator.comparingDouble(found -> -found.score()));
    for (Found found : search.page) {
      if (++search.seen > window || isLast.test(search.item, new Neighbour(found))) {
        return true;
      }
    }
    search.page.clear();
    return search.open.isEmpty() || !search.item.isOpen();
  }

  /** The next page of each search. */
  private void ask(List<Search> searches, Map<String, Terms> terms) {
    Map<ShardId, List<Search>> askers = new LinkedHashMap<>();
    for (Search search : searches) {
      for (ShardId shard : search.open.keySet()) {
        askers.computeIfAbsent(shard, s -> new ArrayList<>()).add(search);
      }
    }
    Map<ShardId, ShardQuestions> questions = new LinkedHashMap<>();
    askers.forEach(
        (shard, list) ->
            questions.put(shard, questions(shard, list, terms.get(shard.getIndexName()))));
    Map<ShardId, PrimaryRequest<Answers>> asked = new LinkedHashMap<>();
    questions.forEach(
        (shard, sent) ->
            asked.put(
                shard, new PrimaryRequest<>(work, shard, ShardLookup.ACTION, sent, Answers::new)));
    askers.forEach(
        (shard, list) -> {
          try {
            Answers answers = asked.get(shard).await();
            memory.add(answers.pages.stream().mapToLong(Page::bytes).sum());
            leadership.shown(shard, answers.checkpoint);
            for (int i = 0; i < list.size(); i++) {
              list.get(i).take(shard, answers.pages.get(i));
            }
          } catch (RuntimeException e) {
            list.stream()
                .filter(search -> search.item.isOpen())
                .forEach(search -> search.item.fail(unseen(e)));
          }
        });
    searches.removeIf(search -> !search.item.isOpen());
  }

  private ShardQuestions questions(ShardId shard, List<Search> searches, Terms terms) {
    List<Question> questions = new ArrayList<>();
    for (Search search : searches) {
      Item item = search.item;
      String id = shard.getIndexName().equals(work.index()) ? item.id() : null;
      questions.add(new Question(item.fingerprint, search.open.get(shard), id, item.origin));
    }
    Irrelevant irrelevant = null;
    if (terms.pageSize() == FIRST_PAGE) {
      List<Fingerprint> wanted = questions.stream().map(Question::fingerprint).toList();
      irrelevant = leadership.irrelevant(shard, request.field, maxDistance, wanted);
    }
    return new ShardQuestions(shard, terms, irrelevant, leadership.isNew(shard), questions);
  }

  private int window() {
    return IndexSettings.MAX_RESULT_WINDOW_SETTING.get(index.getSettings());
  }

  /** The shards that the alias's routing leads to, or all. */
  private Set<ShardId> shards(Set<String> indices) {
    ClusterState state = work.node().cluster().state();
    ClusterBlockException block =
        state
            .blocks()
            .indicesBlockedException(ClusterBlockLevel.READ, indices.toArray(String[]::new));
    if (block != null) {
      throw block;
    }
    Map<String, Set<String>> routing =
        work.node().names().resolveSearchRouting(state, null, request.index);
    Set<ShardId> shards = new HashSet<>();
    for (ShardIterator shard :
        work.node()
            .cluster()
            .operationRouting()
            .searchShards(
                state, indices.toArray(String[]::new), routing, Preference.PRIMARY.type())) {
      shards.add(shard.shardId());
    }
    return shards;
  }

  /** What the alias shows, with all that its filter looks up elsewhere. */
  private AliasFilter shown(Index concrete) {
    ClusterState state = work.node().cluster().state();
    AliasFilter filter =
        work.node()
            .searches()
            .buildAliasFilter(
                state,
                concrete.getName(),
                work.node().names().resolveExpressions(state, request.index));
    return work.await(
        client -> {
          PlainActionFuture<AliasFilter> rewritten = new PlainActionFuture<>();
          Rewriteable.rewriteAndFetch(
              filter,
              work.node().indices().getRewriteContext(System::currentTimeMillis),
              rewritten);
          return rewritten;
        });
  }

  /** What the shards' side cannot do now is to be asked again. */
  private static OpenSearchStatusException unseen(Exception reason) {
    RestStatus status = ExceptionsHelper.status(reason);
    return new OpenSearchStatusException(
        "not looked for: {}",
        status.getStatus() < 500 ? status : RestStatus.SERVICE_UNAVAILABLE,
        reason,
        ExceptionsHelper.summaryMessage(reason));
  }
}
