package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.opensearch.SimHashFieldType;
import io.github.lucenesimhash.opensearch.cluster.Leadership.Irrelevant;
import io.github.lucenesimhash.opensearch.cluster.NodeServices.Memory;
import io.github.lucenesimhash.opensearch.cluster.ShardQuestions.Answers;
import io.github.lucenesimhash.opensearch.cluster.ShardQuestions.Hit;
import io.github.lucenesimhash.opensearch.cluster.ShardQuestions.Page;
import io.github.lucenesimhash.opensearch.cluster.ShardQuestions.Place;
import io.github.lucenesimhash.opensearch.cluster.ShardQuestions.Question;
import io.github.lucenesimhash.opensearch.cluster.ShardQuestions.Terms;
import io.github.lucenesimhash.search.Comparison;
import io.github.lucenesimhash.search.HeldBack;
import io.github.lucenesimhash.search.IndexedSignatures;
import io.github.lucenesimhash.search.Signature;
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
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.FilterCollector;
import org.apache.lucene.search.FilterLeafCollector;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopFieldCollector;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.util.IOFunction;
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
    Comparison comparison = near.queries().restricted(terms.comparison());
    IntFunction<Query> queries =
        near.queries()
            .near(request.questions.stream().map(Question::signature).toList(), terms.comparison());
    List<Nearest> nearest = new ArrayList<>();
    for (int i = 0; i < request.questions.size(); i++) {
      Question question = request.questions.get(i);
      NearestCollector hits =
          new NearestCollector(
              terms.pageSize(),
              question.after(),
              new HeldBack(comparison, near.name(), question.signature())::in);
      QueryShardContext shard = context.getQueryShardContext();
      Query compared = terms.scope().of(queries.apply(i), question.origin(), shard);
      if (question.id() != null) {
        Query own = shard.fieldMapper(IdFieldMapper.NAME).termQuery(question.id(), shard);
        compared = Queries.filtered(compared, Queries.not(own));
      }
      context.searcher().search(context.buildFilteredQuery(compared), hits);
      nearest.add(hits.nearest());
      memory.add(Hit.bytes(Signature.NONE) * nearest.getLast().hits().size());
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
      Page page = page(found, documents, comparison, near.name(), context);
      memory.add(page.bytes()); // of the words: with them and all else once more
      pages.add(page);
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
      Nearest nearest,
      Map<Integer, SearchHit> documents,
      Comparison comparison,
      String field,
      SearchContext context)
      throws IOException {
    IndexReader reader = context.searcher().getIndexReader();
    List<Hit> page = new ArrayList<>();
    for (FieldDoc hit : nearest.hits()) {
      SearchHit document = documents.get(hit.doc);
      if (document == null) {
        return new Page(page, true, nearest.heldBack());
      }
      Signature its = IndexedSignatures.of(comparison, reader, field, hit.doc);
      page.add(new Hit(document.getId(), new Place(hit), its, document.getSourceRef()));
    }
    return new Page(page, nearest.hasMore(), nearest.heldBack());
  }

  /** Of a shard's documents the next nearest, in their order, without those kept apart. */
  record Nearest(List<FieldDoc> hits, boolean hasMore, int heldBack) {}

  /** Collects the nearest after a place, and counts what a guard keeps apart, wherever it is. */
  static final class NearestCollector extends FilterCollector {

    private final int n;
    private final IOFunction<LeafReader, HeldBack.InSegment> guarded;
    private int heldBack;

    NearestCollector(int n, Place after, IOFunction<LeafReader, HeldBack.InSegment> guarded) {
      super( // one more tells whether there are more
          new TopFieldCollectorManager(Place.ORDER, n + 1, after.last(), Integer.MAX_VALUE)
              .newCollector());
      this.n = n;
      this.guarded = guarded;
    }

    @Override
    public LeafCollector getLeafCollector(LeafReaderContext leaf) throws IOException {
      HeldBack.InSegment isHeldBack = guarded.apply(leaf.reader());
      return new FilterLeafCollector(super.getLeafCollector(leaf)) {
        @Override
        public void collect(int document) throws IOException {
          if (isHeldBack.test(document)) {
            heldBack++;
          } else {
            in.collect(document);
          }
        }
      };
    }

    /** To be called once. */
    Nearest nearest() {
      ScoreDoc[] found = ((TopFieldCollector) in).topDocs().scoreDocs;
      List<FieldDoc> hits = Arrays.stream(found).limit(n).map(FieldDoc.class::cast).toList();
      return new Nearest(hits, found.length > n, heldBack);
    }
  }
}
