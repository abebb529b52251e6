package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.opensearch.SimHashFieldType;
import io.github.lucenesimhash.opensearch.cluster.Leadership.Irrelevant;
import io.github.lucenesimhash.opensearch.cluster.NodeServices.Memory;
import io.github.lucenesimhash.opensearch.cluster.ShardQuestions.Answers;
import io.github.lucenesimhash.opensearch.cluster.ShardQuestions.Hit;
import io.github.lucenesimhash.opensearch.cluster.ShardQuestions.Page;
import io.github.lucenesimhash.opensearch.cluster.ShardQuestions.Place;
import io.github.lucenesimhash.opensearch.cluster.ShardQuestions.Question;
import io.github.lucenesimhash.opensearch.cluster.ShardQuestions.Terms;
import io.github.lucenesimhash.search.SimHashField;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.IntFunction;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopFieldCollector;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.opensearch.action.search.SearchShardTask;
import org.opensearch.action.support.ChannelActionListener;
import org.opensearch.common.lease.Releasable;
import org.opensearch.common.lucene.search.Queries;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.index.mapper.IdFieldMapper;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.query.ParsedQuery;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.index.seqno.SeqNoStats;
import org.opensearch.index.seqno.SequenceNumbers;
import org.opensearch.index.shard.IndexShard;
import org.opensearch.index.shard.ShardNotFoundException;
import org.opensearch.search.SearchHit;
import org.opensearch.search.internal.SearchContext;
import org.opensearch.search.internal.ShardSearchRequest;
import org.opensearch.tasks.Task;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportChannel;

/**
 * Looks in a shard for the neighbours of many documents together. It is the primary that is asked,
 * refreshed if need be, and known to be the primary until it has a reader: what was acknowledged
 * before is seen. It shows what a search shows, by the alias's filter and through what plugins wrap
 * around readers.
 */
final class ShardLookup {

  static final String ACTION = "indices:data/read/simhash/neighbours[s]";

  /** Of sources in an answer; what is left then is for the next page. */
  private static final long MAX_BYTES = 8 << 20;

  private static final int FETCHED_AT_ONCE = 128;

  private final NodeServices node;

  /** The sequence numbers up to which all writes were shown by refreshes from here. */
  private final Map<IndexShard, Long> shown = Collections.synchronizedMap(new WeakHashMap<>());

  ShardLookup(NodeServices node) {
    this.node = node;
    node.transport()
        .registerRequestHandler(
            ACTION, ThreadPool.Names.SEARCH, false, true, ShardQuestions::new, this::receive);
  }

  private void receive(ShardQuestions request, TransportChannel channel, Task task) {
    IndexShard shard =
        node.indices().indexServiceSafe(request.shard.getIndex()).getShard(request.shard.id());
    if (!shard.routingEntry().primary()) {
      throw new ShardNotFoundException(request.shard, "the primary is on another node");
    }
    ActionListener<Answers> answer = new ChannelActionListener<>(channel, ACTION, request);
    ActionListener<Releasable> onPermit =
        ActionListener.wrap(
            permit -> answer.onResponse(look(request, shard, permit, (SearchShardTask) task)),
            answer::onFailure);
    if (request.waitsForWrites) {
      shard.acquireAllPrimaryOperationsPermits(onPermit, request.terms.timeLeft());
    } else {
      shard.acquirePrimaryOperationPermit(onPermit, ThreadPool.Names.SEARCH, ACTION);
    }
  }

  private Answers look(
      ShardQuestions request, IndexShard shard, Releasable permit, SearchShardTask task)
      throws IOException {
    SearchContext context;
    try (permit) {
      if (request.irrelevant != null) {
        show(shard, request.irrelevant);
      }
      context =
          node.searches()
              .createSearchContext(
                  new ShardSearchRequest(
                      request.shard, System.currentTimeMillis(), request.terms.shown()),
                  request.terms.timeLeft(),
                  false);
    }
    try (context;
        Memory memory = node.new Memory("neighbours in " + request.shard)) {
      context.setTask(task);
      context.parsedQuery(ParsedQuery.parsedMatchAllQuery());
      context.preProcess(true);
      context.searcher().addQueryCancellation(() -> ensureMayGoOn(task, request.terms));
      return new Answers(
          shown.getOrDefault(shard, SequenceNumbers.NO_OPS_PERFORMED),
          search(request, context, memory));
    }
  }

  /** Refreshes the shard unless all that is not known to be shown is irrelevant. */
  private void show(IndexShard shard, Irrelevant irrelevant) {
    SeqNoStats writes = shard.seqNoStats();
    Long known = shown.get(shard);
    if (known == null
        || !irrelevant.covers(known + 1, writes.getMaxSeqNo(), shard.getOperationPrimaryTerm())) {
      shard.refresh(ACTION);
      shown.put(shard, writes.getLocalCheckpoint());
    }
  }

  private static void ensureMayGoOn(SearchShardTask task, Terms terms) {
    if (task.isCancelled()
        || System.nanoTime() - task.getStartTimeNanos() > terms.timeLeft().nanos()) {
      throw new TaskCancelledException("cancelled, or its time is over");
    }
  }

  private static List<Page> search(ShardQuestions request, SearchContext context, Memory memory)
      throws IOException {
    Terms terms = request.terms;
    MappedFieldType type = context.mapperService().fieldType(terms.field());
    if (type == null || !(type.unwrap() instanceof SimHashFieldType near)) {
      return request.questions.stream().map(question -> Page.NONE).toList(); // not mapped here yet
    }
    IntFunction<Query> queries =
        near.queries()
            .within(
                request.questions.stream().map(Question::fingerprint).toList(),
                terms.maxDistance());
    List<Nearest> nearest = new ArrayList<>();
    for (int i = 0; i < request.questions.size(); i++) {
      Question question = request.questions.get(i);
      TopFieldCollector hits = Nearest.collector(terms.pageSize(), question.after());
      QueryShardContext shard = context.getQueryShardContext();
      Query compared = terms.scope().of(queries.apply(i), question.origin(), shard);
      if (question.id() != null) {
        Query own = shard.fieldMapper(IdFieldMapper.NAME).termQuery(question.id(), shard);
        compared = Queries.filtered(compared, Queries.not(own));
      }
      context.searcher().search(context.buildFilteredQuery(compared), hits);
      nearest.add(Nearest.of(hits, terms.pageSize()));
      memory.add(Hit.BYTES * nearest.getLast().hits().size());
    }
    context.fetchSourceContext(terms.source());
    Map<Integer, SearchHit> documents =
        fetch(
            nearest.stream()
                .flatMap(found -> found.hits().stream())
                .mapToInt(hit -> hit.doc)
                .distinct()
                .toArray(),
            context,
            memory);
    List<Page> pages = new ArrayList<>();
    for (Nearest found : nearest) {
      pages.add(page(found, documents, near.name(), context));
      memory.add(pages.getLast().bytes()); // of the answer, which has all once more
    }
    return pages;
  }

  /** The first of the documents, as many as an answer takes. */
  private static Map<Integer, SearchHit> fetch(
      int[] documents, SearchContext context, Memory memory) {
    Map<Integer, SearchHit> fetched = new HashMap<>();
    long bytes = 0;
    for (int from = 0; from < documents.length && bytes < MAX_BYTES; from += FETCHED_AT_ONCE) {
      int count = Math.min(FETCHED_AT_ONCE, documents.length - from);
      context.docIdsToLoad(documents, from, count);
      context.fetchPhase().execute(context);
      long before = bytes;
      for (SearchHit hit : context.fetchResult().hits()) {
        fetched.put(hit.docId(), hit);
        bytes += hit.hasSource() ? hit.getSourceRef().length() : 0;
      }
      memory.add(bytes - before);
    }
    return fetched;
  }

  private static Page page(
      Nearest nearest, Map<Integer, SearchHit> documents, String field, SearchContext context)
      throws IOException {
    IndexReader reader = context.searcher().getIndexReader();
    List<Hit> page = new ArrayList<>();
    for (FieldDoc hit : nearest.hits()) {
      SearchHit document = documents.get(hit.doc);
      if (document == null) {
        return new Page(page, true);
      }
      Fingerprint its = SimHashField.fingerprint(reader, field, hit.doc).orElseThrow();
      page.add(new Hit(document.getId(), new Place(hit), its, document.getSourceRef()));
    }
    return new Page(page, nearest.hasMore());
  }

  /** The next nearest of a shard's documents, in their order. */
  record Nearest(List<FieldDoc> hits, boolean hasMore) {

    /** Collects the nearest n after a place, and one more, which tells whether there are more. */
    static TopFieldCollector collector(int n, Place after) {
      return new TopFieldCollectorManager(Place.ORDER, n + 1, after.last(), Integer.MAX_VALUE)
          .newCollector();
    }

    static Nearest of(TopFieldCollector collector, int n) {
      ScoreDoc[] found = collector.topDocs().scoreDocs;
      List<FieldDoc> hits = Arrays.stream(found).limit(n).map(FieldDoc.class::cast).toList();
      return new Nearest(hits, found.length > n);
    }
  }
}
