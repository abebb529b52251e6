package io.github.lucenesimhash.opensearch.ingest;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.opensearch.field.BadRequest;
import io.github.lucenesimhash.opensearch.field.IndexMapping;
import io.github.lucenesimhash.opensearch.field.SimHashFieldType;
import io.github.lucenesimhash.opensearch.field.SourceValues;
import io.github.lucenesimhash.opensearch.field.TextCheck;
import io.github.lucenesimhash.opensearch.query.SimHashQueryBuilder;
import io.github.lucenesimhash.verify.FeatureSet;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.opensearch.ExceptionsHelper;
import org.opensearch.OpenSearchException;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.OpenSearchTimeoutException;
import org.opensearch.action.admin.indices.mapping.put.PutMappingRequest;
import org.opensearch.action.admin.indices.refresh.RefreshResponse;
import org.opensearch.action.search.MultiSearchRequest;
import org.opensearch.action.search.MultiSearchResponse;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.cluster.metadata.AliasMetadata;
import org.opensearch.cluster.metadata.IndexAbstraction;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.routing.Preference;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.common.xcontent.XContentFactory;
import org.opensearch.common.xcontent.XContentType;
import org.opensearch.common.xcontent.support.XContentMapValues;
import org.opensearch.core.common.Strings;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.common.util.CollectionUtils;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.index.IndexSettings;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.indices.replication.common.ReplicationType;
import org.opensearch.ingest.IngestDocument;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.pipeline.SearchPipelineService;

/**
 * The documents of a request that go through a {@link DedupProcessor} together.
 *
 * <pre>
 * 1. One search finds the nearest neighbours of several documents. If these documents have many neighbours, each
 *    document has a search of its own. The texts of neighbours are compared. If a search fails, its documents are
 *    unchecked, unless step 2 finds a near document.
 * 2. Under the node's lock each document, in order, is compared with the recent documents of the node. These
 *    include the earlier documents of the batch. The document is then added to the recent ones unless it fails.
 * Proof  that of two documents on one node, the document that holds the lock later sees the other document. Either the
 *        other document is a recent one, or it was forgotten before the later batch began. In the second case a refresh
 *        has shown it to the search of this batch.
 * </pre>
 */
final class DedupBatch {

  /** The name of the field that holds the mark of a document. */
  static final String MARK = "near_duplicate_of";

  private static final int MAX_IDS = 10;

  /** The maximum number of documents whose neighbours one search finds. */
  private static final int TOGETHER = 50;

  /** The maximum hits of a search for several documents; if reached, each gets its own search. */
  private static final int MAX_TOGETHER = 500;

  /** The maximum bytes of texts in an answer, if the hits are as long as the documents. */
  private static final long MAX_BYTES = Runtime.getRuntime().maxMemory() / 32;

  private static final TimeValue TIMEOUT = TimeValue.timeValueSeconds(30);

  private final DedupProcessor.Node node;
  private final DedupProcessor.Options options;
  private final List<Item> items;
  private final long start = System.nanoTime();

  DedupBatch(
      DedupProcessor.Node node, DedupProcessor.Options options, List<IngestDocument> documents) {
    this.node = node;
    this.options = options;
    items = documents.stream().map(Item::new).toList();
  }

  /** A near document. The id is null if the document has no id yet. */
  private record Found(String id, int distance, boolean isVerified) {}

  private static final class Item {

    final Map<String, Object> source;
    final String index;
    final String id;
    Lately.Entry entry;
    final Set<String> ids = new LinkedHashSet<>(); // the ids of near documents, at most MAX_IDS
    Found nearest; // null if no document is near

    /** The reason why the comparison failed, wholly or in part, or null if it did not fail. */
    Exception unchecked;

    Item(IngestDocument document) {
      source = document.getSourceAndMetadata();
      index = Objects.toString(source.get("_index")); // a pipeline may set a value of any type
      id = Objects.toString(source.get("_id"), null);
    }

    boolean isMarked() {
      return nearest != null || unchecked != null;
    }

    void add(Found near) {
      if (nearest == null || near.distance < nearest.distance) {
        nearest = near;
      }
      if (near.id != null && ids.size() < MAX_IDS) {
        ids.add(near.id);
      }
    }

    /**
     * Returns the failure of a document in which a pipeline has set metadata to values that the
     * core cannot read, or null. The core would throw an exception in the callback, and the request
     * would have no answer.
     */
    Exception wrongMetadata() {
      for (String name : List.of("_index", "_id", "_routing", "_version_type", "_version")) {
        Object value = source.get(name);
        boolean isNumber = name.equals("_version");
        if (isNumber ? !(value instanceof Number) : value != null && !(value instanceof String)) {
          return BadRequest.of("[{}] is [{}], which has the wrong type", name, value);
        }
      }
      return null;
    }
  }

  /** Returns the failure of each document, null if it does not fail. Never throws an exception. */
  Exception[] run() {
    Map<String, List<Item>> byIndex = new LinkedHashMap<>(); // pipelines may change the index
    items.forEach(item -> byIndex.computeIfAbsent(item.index, i -> new ArrayList<>()).add(item));
    node.permits().acquireUninterruptibly();
    byIndex.forEach(
        (index, group) -> {
          try {
            compare(index, group);
          } catch (IOException | RuntimeException | Error e) {
            Exception reason = e instanceof Exception known ? known : new OpenSearchException(e);
            group.forEach(item -> item.unchecked = reason);
          }
        });
    node.permits().release();
    return items.stream().map(this::failure).toArray(Exception[]::new);
  }

  private void compare(String written, List<Item> group) throws IOException {
    String name = node.names().resolveDateMathExpression(written);
    IndexAbstraction named = node.cluster().state().metadata().getIndicesLookup().get(name);
    IndexMetadata index = named == null ? null : named.getWriteIndex();
    if (index == null) {
      if (options.fails()) { // otherwise no first document could create the index
        return;
      }
      throw new OpenSearchException("[{}] has no index to write to yet", name);
    }
    try (IndexMapping mapping = new IndexMapping(node.indices(), index)) {
      Target target = target(name, named, index, mapping);
      group.forEach(item -> read(item, target));
      search(target, group.stream().filter(item -> item.entry.fingerprint() != null).toList());
      synchronized (node.lately()) {
        group.forEach(item -> decide(item, target));
      }
      boolean isMapped = options.fails() || mapping.has(MARK + ".ids");
      if (!isMapped && group.stream().anyMatch(Item::isMarked)) {
        mapMark(index);
      }
    }
  }

  /** Maps the mark: dynamic mapping may treat ids as dates, and strict mapping rejects marks. */
  private void mapMark(IndexMetadata index) {
    try {
      PutMappingRequest request =
          new PutMappingRequest(index.getIndex().getName())
              .source(
                  (MARK + ".ids"), "type=keyword",
                  (MARK + ".how"), "type=keyword",
                  (MARK + ".distance"), "type=short",
                  (MARK + ".reason"), "type=text");
      node.client().admin().indices().putMapping(request).actionGet(timeLeft());
    } catch (RuntimeException e) {
      // the user may not change mappings: then the write maps the mark, or fails
    }
  }

  /**
   * The index, alias or data stream in which documents are compared.
   *
   * @param name the name of the index, alias or data stream
   * @param maxHits the maximum number of hits of a search that all indexes behind the name allow
   * @param isReplicatedLater whether replicas show a refresh later than the primary
   * @param mapping the mapping of the index that is written to
   * @param type the field of fingerprints
   * @param check the check that decides by texts
   * @param lately the recent documents that the batch sees
   */
  private record Target(
      String name,
      int maxHits,
      boolean isReplicatedLater,
      IndexMapping mapping,
      SimHashFieldType type,
      TextCheck check,
      Lately.View lately) {

    int maxDistance() {
      return check.comparison().maxDistance();
    }
  }

  private Target target(
      String name, IndexAbstraction named, IndexMetadata index, IndexMapping mapping) {
    String field = options.field();
    SimHashFieldType type = mapping.field(field);
    TextCheck check =
        TextCheck.of(field, options.verifyField(), options.near(), mapping, type.verifier());
    AliasMetadata alias = index.getAliases().get(name);
    boolean isOwn = // the alias does not show exactly the documents of its index
        alias != null
            && (alias.filteringRequired()
                || alias.searchRouting() != null
                || Boolean.TRUE.equals(alias.writeIndex()));
    IndexMetadata first = // does not change if an index is added, but changes if the name is reused
        Collections.min(
            named.getIndices(), Comparator.comparingLong(IndexMetadata::getCreationDate));
    Lately.Key key =
        new Lately.Key(
            first.getIndexUUID() + (isOwn ? " " + name : ""),
            field,
            options.verifyField() + check.comparison());
    boolean isReplicatedLater =
        ReplicationType.SEGMENT.equals(
            IndexMetadata.INDEX_REPLICATION_TYPE_SETTING.get(index.getSettings()));
    int maxHits =
        named.getIndices().stream()
            .map(IndexMetadata::getSettings)
            .mapToInt(IndexSettings.MAX_RESULT_WINDOW_SETTING::get)
            .min()
            .orElseThrow();
    return new Target(
        name, maxHits, isReplicatedLater, mapping, type, check, node.lately().begin(key));
  }

  /** Reads the tenant, fingerprint and features that a document will have in the index. */
  private void read(Item item, Target target) {
    String tenant = null;
    Fingerprint fingerprint = null;
    FeatureSet features = null;
    try {
      if (!options.fails()) {
        item.source.keySet().removeIf(name -> name.equals(MARK) || name.startsWith(MARK + "."));
      }
      if (options.tenantField() != null) {
        tenant = target.mapping.tenant(options.tenantField(), item.source);
      }
      Set<String> paths = target.mapping.sourcePaths(target.type.name());
      Map<String, Object> read =
          XContentMapValues.filter(item.source, paths.toArray(String[]::new), Strings.EMPTY_ARRAY);
      BytesReference json = BytesReference.bytes(XContentFactory.jsonBuilder().map(read));
      Object value = new SourceValues(target.type, paths).read(json, XContentType.JSON);
      if (value != null) {
        fingerprint = target.type.fingerprintOf(value).orElse(null);
        features = target.check.features(item.source);
      }
    } catch (IOException | RuntimeException e) {
      item.unchecked = e;
    }
    item.entry = new Lately.Entry(item.id, tenant, fingerprint, features);
  }

  private void refresh(Target target) {
    if (!options.refreshes() && target.lately.unshown() == null) {
      return;
    }
    RefreshResponse answer =
        node.client().admin().indices().prepareRefresh(target.name).execute().actionGet(timeLeft());
    if (answer.getFailedShards() > 0) {
      throw new OpenSearchException(
          "the refresh failed on {} shards",
          answer.getShardFailures()[0],
          answer.getFailedShards());
    }
    node.lately().shown(target.lately);
  }

  /** Returns the time that the batch has left. Fails if no time is left. */
  private TimeValue timeLeft() {
    long left = TIMEOUT.millis() - (System.nanoTime() - start) / 1_000_000;
    if (left <= 0) {
      throw new OpenSearchTimeoutException("not compared within [{}]", TIMEOUT);
    }
    return TimeValue.timeValueMillis(left);
  }

  /** Searches for neighbours by tenant. A failed search leaves its documents unchecked. */
  private void search(Target target, List<Item> compared) {
    Deque<List<Item>> open = new ArrayDeque<>();
    compared.stream()
        .collect(Collectors.groupingBy(item -> Objects.toString(item.entry.tenant())))
        .values()
        .forEach(all -> open.addAll(CollectionUtils.eagerPartition(all, TOGETHER)));
    try {
      if (!open.isEmpty()) {
        refresh(target);
      }
      while (!open.isEmpty()) {
        ask(target, open);
      }
    } catch (RuntimeException e) {
      open.forEach(together -> together.forEach(item -> item.unchecked = e));
    }
  }

  /**
   * Searches for the neighbours of the first lists of documents, and removes each answered list.
   * The number of lists is limited by the memory for the answers. If a list of several documents
   * has too many neighbours, each of these documents is added again as a list of its own.
   */
  private void ask(Target target, Deque<List<Item>> open) {
    MultiSearchRequest searches = new MultiSearchRequest();
    Iterator<List<Item>> lists = open.iterator();
    for (long bytes = 0; bytes < MAX_BYTES && lists.hasNext(); ) {
      List<Item> together = lists.next();
      searches.add(request(target, together));
      bytes += maxHits(target, together) * maxBytes(together);
    }
    for (MultiSearchResponse.Item answer :
        node.client().multiSearch(searches).actionGet(timeLeft())) {
      List<Item> together = open.remove();
      try {
        SearchHit[] hits = hits(answer);
        if (together.size() > 1 && hits.length == maxHits(target, together)) {
          together.forEach(item -> open.add(List.of(item)));
        } else {
          IdentityHashMap<SearchHit, FeatureSet> texts = new IdentityHashMap<>();
          together.forEach(item -> take(hits, texts, item, target));
        }
      } catch (RuntimeException e) {
        together.forEach(item -> item.unchecked = e);
      }
    }
  }

  private static int maxHits(Target target, List<Item> together) {
    int most = together.size() > 1 ? MAX_TOGETHER : Lately.NEIGHBOURS + 1;
    long fitting = Math.max(2, MAX_BYTES / maxBytes(together)); // one may be the document itself
    return (int) Math.min(fitting, Math.min(most, target.maxHits));
  }

  /** Returns the approximate size of the longest text of some documents, in bytes. */
  private static long maxBytes(List<Item> together) {
    int features =
        together.stream()
            .map(item -> item.entry.features())
            .filter(Objects::nonNull)
            .mapToInt(FeatureSet::size)
            .max()
            .orElse(0);
    return 1 + (long) Long.BYTES * features;
  }

  private static SearchHit[] hits(MultiSearchResponse.Item answer) {
    if (answer.isFailure()) {
      throw ExceptionsHelper.convertToRuntime(answer.getFailure());
    }
    if (answer.getResponse().isTimedOut()) {
      throw new OpenSearchException("the search for near-duplicates timed out");
    }
    return answer.getResponse().getHits().getHits();
  }

  /** Compares a document with its neighbours among the hits, the nearest first. */
  private void take(
      SearchHit[] hits, IdentityHashMap<SearchHit, FeatureSet> texts, Item item, Target target) {
    timeLeft(); // fails if no time is left
    IdentityHashMap<SearchHit, Integer> distances = new IdentityHashMap<>();
    for (SearchHit hit : hits) {
      Object hex = hit.field(target.type.name()).getValue();
      int distance = item.entry.fingerprint().distance(Fingerprint.parse("0x" + hex));
      if (distance <= target.maxDistance() && !hit.getId().equals(item.id)) {
        distances.put(hit, distance);
      }
    }
    distances.keySet().stream()
        .sorted(Comparator.<SearchHit>comparingInt(distances::get).thenComparing(SearchHit::getId))
        .limit(Lately.NEIGHBOURS)
        .takeWhile(hit -> item.ids.size() < MAX_IDS)
        .forEach(
            hit -> {
              FeatureSet text =
                  texts.computeIfAbsent(hit, h -> target.check.features(h.getSourceAsMap()));
              compare(item, hit.getId(), distances.get(hit), text, target.check);
            });
  }

  /** Creates a search for the neighbours of one or several documents of one tenant. */
  private SearchRequest request(Target target, List<Item> together) {
    BoolQueryBuilder query = QueryBuilders.boolQuery().minimumShouldMatch(1);
    for (Item item : together) {
      query.should(
          SimHashQueryBuilder.within(
              target.type.name(), item.entry.fingerprint(), target.maxDistance()));
    }
    if (options.tenantField() != null) {
      String tenant = together.getFirst().entry.tenant();
      query.filter(QueryBuilders.termQuery(options.tenantField(), tenant));
    }
    SearchRequest request =
        new SearchRequest(target.name)
            .source(
                new SearchSourceBuilder()
                    .query(query)
                    .size(maxHits(target, together))
                    .trackTotalHits(false)
                    .fetchSource(target.check.source())
                    .docValueField(target.type.name()))
            .allowPartialSearchResults(false)
            .pipeline(SearchPipelineService.NOOP_PIPELINE_ID);
    request.setCancelAfterTimeInterval(TIMEOUT);
    if (target.isReplicatedLater) {
      request.preference(Preference.PRIMARY.type());
    }
    return request;
  }

  private void decide(Item item, Target target) {
    if (item.entry.fingerprint() != null) {
      for (Lately.Near near : node.lately().near(target.lately, item.entry, target.maxDistance())) {
        compare(item, near.entry().id(), near.distance(), near.entry().features(), target.check);
      }
    }
    boolean fails = item.wrongMetadata() != null || (options.fails() && item.isMarked());
    if (!fails) {
      node.lately().add(target.lately, item.entry);
    }
  }

  /** Compares texts, and records a near document. A document fails only if it may be dropped. */
  private void compare(Item item, String id, int distance, FeatureSet text, TextCheck check) {
    FeatureSet own = item.entry.features();
    boolean isNear = check.likeness(distance, () -> own, () -> text).mayDropFirst();
    if (!isNear && !options.fails() && check.comparison().contained() > 0) {
      isNear = check.likeness(distance, () -> text, () -> own).mayDropFirst();
    }
    if (isNear) {
      item.add(new Found(id, distance, check.isVerifiable(own, text)));
    }
  }

  /**
   * Returns the failure of a document, or null. If near-duplicates are marked, marks the document,
   * which then fails only because of wrong metadata.
   */
  private Exception failure(Item item) {
    Exception wrong = item.wrongMetadata();
    if (wrong != null) {
      return wrong;
    }
    if (!options.fails()) {
      mark(item);
      return null;
    }
    if (item.nearest != null) {
      Found nearest = item.nearest;
      OpenSearchException failure =
          new OpenSearchStatusException(
              "near-duplicate of {}, [{}] bits away",
              RestStatus.CONFLICT,
              nearest.id == null
                  ? "a recent document that has no id yet"
                  : "document [" + nearest.id + "]",
              nearest.distance);
      if (nearest.id != null) {
        failure.addMetadata("opensearch.near_id", nearest.id);
      }
      return failure;
    }
    if (item.unchecked == null) {
      return null;
    }
    RestStatus status = ExceptionsHelper.status(item.unchecked);
    return new OpenSearchStatusException(
        "not compared with other documents: {}",
        status.getStatus() < 500 ? status : RestStatus.SERVICE_UNAVAILABLE,
        item.unchecked,
        reason(item.unchecked));
  }

  private static String reason(Exception unchecked) {
    return Objects.toString(unchecked.getMessage(), "unknown");
  }

  private static void mark(Item item) {
    Map<String, Object> mark = new LinkedHashMap<>();
    if (item.nearest != null) {
      mark.put("ids", new ArrayList<>(item.ids));
      mark.put("distance", item.nearest.distance);
      mark.put("how", item.nearest.isVerified ? "verified" : "fingerprint");
    } else if (item.unchecked != null) {
      mark.put("how", "unchecked");
      mark.put("reason", reason(item.unchecked));
    }
    if (!mark.isEmpty()) {
      item.source.put(MARK, mark);
    }
  }
}
