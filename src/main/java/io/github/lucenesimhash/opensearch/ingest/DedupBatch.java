package io.github.lucenesimhash.opensearch.ingest;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.opensearch.field.IndexMapping;
import io.github.lucenesimhash.opensearch.field.SimHashFieldType;
import io.github.lucenesimhash.opensearch.field.SourceValues;
import io.github.lucenesimhash.opensearch.field.TextCheck;
import io.github.lucenesimhash.opensearch.query.SimHashQueryBuilder;
import io.github.lucenesimhash.verify.FeatureSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.opensearch.ExceptionsHelper;
import org.opensearch.OpenSearchException;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.admin.indices.refresh.RefreshResponse;
import org.opensearch.action.search.MultiSearchRequest;
import org.opensearch.action.search.MultiSearchResponse;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
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
import org.opensearch.core.rest.RestStatus;
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
 * 1. A search for several documents, or where they have many neighbours for each, looks for their nearest neighbours, whose
 *    texts are compared. What a search does not answer leaves its documents unchecked.
 * 2. Under the node's lock each document, in order, is compared with those that came through lately, to which those
 *    before it belong, and is added to them unless it fails.
 * Proof  that of two documents through one node the later to hold the lock sees the other: it came through lately, or
 *        was forgotten and a refresh has shown it before the search.
 * </pre>
 */
final class DedupBatch {

  /** The field of marks. */
  static final String MARK = "near_duplicate_of";

  private static final int MAX_IDS = 10;

  /** Documents whose neighbours are looked for together. */
  private static final int TOGETHER = 50;

  /** Neighbours of such documents beyond which each is searched for by itself. */
  private static final int MAX_TOGETHER = 500;

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

  private static final class Item {

    final IngestDocument document;
    final String index;
    final String id;
    Fingerprint fingerprint;
    Lately.Entry entry;
    final List<String> ids = new ArrayList<>(); // the near-duplicates'
    int distance = Integer.MAX_VALUE; // to the nearest
    boolean isVerified;

    /** Why it was not compared; null if it was. */
    Exception unchecked;

    Item(IngestDocument document) {
      this.document = document;
      index = Objects.toString(source().get("_index")); // a pipeline may put anything there
      id = Objects.toString(source().get("_id"), null);
    }

    Map<String, Object> source() {
      return document.getSourceAndMetadata();
    }

    boolean isNearDuplicate() {
      return distance < Integer.MAX_VALUE;
    }

    void found(String nearId, int bits, boolean hasTexts) {
      if (bits < distance) {
        distance = bits;
        isVerified = hasTexts;
      }
      if (nearId != null && ids.size() < MAX_IDS && !ids.contains(nearId)) {
        ids.add(nearId);
      }
    }
  }

  /** Returns what each document fails with, null for none. Never throws an exception. */
  Exception[] run() {
    Map<String, List<Item>> byIndex = new LinkedHashMap<>(); // a pipeline may have changed it
    items.forEach(item -> byIndex.computeIfAbsent(item.index, i -> new ArrayList<>()).add(item));
    byIndex.forEach(
        (index, group) -> {
          try {
            compare(index, group);
          } catch (IOException | RuntimeException | Error e) {
            Exception reason = e instanceof Exception known ? known : new OpenSearchException(e);
            group.forEach(item -> item.unchecked = reason);
          }
        });
    return items.stream().map(this::failure).toArray(Exception[]::new);
  }

  private void compare(String name, List<Item> group) throws IOException {
    IndexAbstraction named =
        node.cluster
            .state()
            .metadata()
            .getIndicesLookup()
            .get(node.names.resolveDateMathExpression(name));
    IndexMetadata index = named == null ? null : named.getWriteIndex();
    if (index == null) {
      if (!options.fails()) { // else no document could be the first
        Exception reason = new OpenSearchException("[{}] has no index to write to yet", name);
        group.forEach(item -> item.unchecked = reason);
      }
      return;
    }
    try (IndexMapping mapping = new IndexMapping(node.indices, index)) {
      Target target = target(name, named, index, mapping);
      group.forEach(item -> read(item, target));
      List<Item> compared = group.stream().filter(item -> item.fingerprint != null).toList();
      if (!compared.isEmpty()) {
        try {
          search(target, compared);
        } catch (RuntimeException e) {
          compared.forEach(item -> item.unchecked = e);
        }
      }
      node.lock.lock();
      try {
        group.forEach(item -> decide(item, target));
      } finally {
        node.lock.unlock();
      }
    }
  }

  /**
   * Where documents are compared.
   *
   * @param name as the request writes it
   * @param isReplicatedLater whether replicas show a refresh later than the primary
   */
  private record Target(
      String name,
      boolean isReplicatedLater,
      IndexMapping mapping,
      SimHashFieldType type,
      TextCheck check,
      Lately.Key key) {}

  private Target target(
      String name, IndexAbstraction named, IndexMetadata index, IndexMapping mapping) {
    String field = options.field();
    SimHashFieldType type = mapping.field(field);
    TextCheck check =
        TextCheck.of(field, options.verifyField(), options.near(), mapping, type.verifier());
    AliasMetadata alias = index.getAliases().get(name);
    boolean isOwn = alias != null && alias.filteringRequired();
    IndexMetadata first = // a name may be given to another index
        named.getType() == IndexAbstraction.Type.DATA_STREAM
            ? named.getIndices().getFirst()
            : index;
    Lately.Key key = // documents of a stream, or those that a filtered alias shows, are compared
        new Lately.Key(
            first.getIndex().getUUID() + (isOwn ? " " + name : ""),
            field,
            options.verifyField() + check.comparison());
    boolean isReplicatedLater =
        ReplicationType.SEGMENT.equals(
            IndexMetadata.INDEX_REPLICATION_TYPE_SETTING.get(index.getSettings()));
    return new Target(name, isReplicatedLater, mapping, type, check, key);
  }

  /** Reads what the index will have of a document. */
  private void read(Item item, Target target) {
    String tenant = null;
    FeatureSet features = null;
    try {
      Map<String, Object> source = item.source();
      if (!options.fails()) {
        source.remove(MARK);
      }
      if (options.tenantField() != null) {
        tenant = target.mapping.tenant(options.tenantField(), source);
      }
      Set<String> paths = target.mapping.sourcePaths(target.type.name());
      Map<String, Object> read =
          XContentMapValues.filter(source, paths.toArray(String[]::new), Strings.EMPTY_ARRAY);
      BytesReference json = BytesReference.bytes(XContentFactory.jsonBuilder().map(read));
      Object value = new SourceValues(target.type, paths).read(json, XContentType.JSON);
      if (value != null) {
        item.fingerprint = target.type.fingerprintOf(value).orElse(null);
        features = target.check.features(source);
      }
    } catch (IOException | RuntimeException e) {
      item.unchecked = e;
    }
    item.entry = new Lately.Entry(item.id, tenant, item.fingerprint, features);
  }

  private void search(Target target, List<Item> compared) {
    boolean mustRefresh = node.lately.mustRefresh(target.key);
    if (options.refreshes() || mustRefresh) {
      try {
        refresh(target.name);
      } catch (RuntimeException e) {
        if (mustRefresh) {
          node.lately.mustStillRefresh(target.key);
        }
        throw e;
      }
    }
    Map<String, List<Item>> byTenant = new LinkedHashMap<>();
    compared.forEach(
        item -> byTenant.computeIfAbsent(item.entry.tenant(), i -> new ArrayList<>()).add(item));
    for (List<Item> all : byTenant.values()) {
      for (int from = 0; from < all.size(); from += TOGETHER) {
        List<Item> together = all.subList(from, Math.min(from + TOGETHER, all.size()));
        try {
          if (!askTogether(target, together)) {
            askEach(target, together);
          }
        } catch (RuntimeException e) {
          together.forEach(item -> item.unchecked = e);
        }
      }
    }
  }

  private void refresh(String name) {
    RefreshResponse answer =
        node.client.admin().indices().prepareRefresh(name).execute().actionGet(timeLeft());
    if (answer.getFailedShards() > 0) {
      throw new OpenSearchException(
          "the refresh failed on {} shards",
          answer.getShardFailures()[0],
          answer.getFailedShards());
    }
  }

  /** Returns what is left of the time of the batch, at least a millisecond. */
  private TimeValue timeLeft() {
    long left = TIMEOUT.nanos() - (System.nanoTime() - start);
    return TimeValue.timeValueMillis(Math.max(1, left / 1_000_000));
  }

  /** Asks for all neighbours of documents of one tenant; returns false if they have too many. */
  private boolean askTogether(Target target, List<Item> together) {
    SearchResponse answer =
        node.client.search(search(target, together, MAX_TOGETHER)).actionGet(timeLeft());
    requireAll(answer);
    SearchHit[] hits = answer.getHits().getHits();
    if (hits.length == MAX_TOGETHER) {
      return false;
    }
    together.forEach(item -> take(hits, item, target));
    return true;
  }

  /** Asks for the nearest neighbours of each document. */
  private void askEach(Target target, List<Item> together) {
    MultiSearchRequest all = new MultiSearchRequest();
    together.forEach(item -> all.add(search(target, List.of(item), Lately.NEIGHBOURS)));
    MultiSearchResponse.Item[] answers =
        node.client.multiSearch(all).actionGet(timeLeft()).getResponses();
    for (int i = 0; i < answers.length; i++) {
      if (answers[i].isFailure()) {
        together.get(i).unchecked = answers[i].getFailure();
      } else {
        requireAll(answers[i].getResponse());
        take(answers[i].getResponse().getHits().getHits(), together.get(i), target);
      }
    }
  }

  private static void requireAll(SearchResponse answer) {
    if (answer.isTimedOut()) {
      throw new OpenSearchException("the search for near-duplicates timed out");
    }
  }

  /** Compares a document with its neighbours among hits, the nearest first. */
  private void take(SearchHit[] hits, Item item, Target target) {
    IdentityHashMap<SearchHit, Integer> distances = new IdentityHashMap<>();
    for (SearchHit hit : hits) {
      Object hex = hit.field(target.type.name()).getValue();
      int distance = item.fingerprint.distance(Fingerprint.parse("0x" + hex));
      if (distance <= target.check.comparison().maxDistance() && !hit.getId().equals(item.id)) {
        distances.put(hit, distance);
      }
    }
    distances.keySet().stream()
        .sorted(Comparator.<SearchHit>comparingInt(distances::get).thenComparing(SearchHit::getId))
        .limit(Lately.NEIGHBOURS)
        .forEach(
            hit -> {
              FeatureSet text = target.check.features(hit.getSourceAsMap());
              compare(item, hit.getId(), distances.get(hit), text, target.check);
            });
  }

  /** Makes a search for what is near any of some documents of one tenant. */
  private SearchRequest search(Target target, List<Item> together, int size) {
    int maxDistance = target.check.comparison().maxDistance();
    BoolQueryBuilder query = QueryBuilders.boolQuery().minimumShouldMatch(1);
    for (Item item : together) {
      query.should(SimHashQueryBuilder.within(target.type.name(), item.fingerprint, maxDistance));
    }
    if (together.size() == 1 && together.getFirst().id != null) {
      query.mustNot(QueryBuilders.idsQuery().addIds(together.getFirst().id));
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
                    .size(size)
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
    if (item.fingerprint != null) {
      int maxDistance = target.check.comparison().maxDistance();
      for (Lately.Near near : node.lately.near(target.key, item.entry, maxDistance)) {
        compare(item, near.entry().id(), near.distance(), near.entry().features(), target.check);
      }
    }
    if (!options.fails() || (item.unchecked == null && !item.isNearDuplicate())) {
      node.lately.add(target.key, item.entry);
    }
  }

  /** Finds two near that may go for each other; one that fails must be the one that may go. */
  private void compare(Item item, String id, int distance, FeatureSet text, TextCheck check) {
    FeatureSet own = item.entry.features();
    boolean isNear = check.likeness(distance, () -> own, () -> text).firstMayGo();
    if (!isNear && !options.fails() && check.comparison().contained() > 0) {
      isNear = check.likeness(distance, () -> text, () -> own).firstMayGo();
    }
    if (isNear) {
      item.found(id, distance, check.isVerifiable(own, text));
    }
  }

  /** Marks a document, or returns what it fails with. */
  private Exception failure(Item item) {
    if (!options.fails()) {
      mark(item);
      return null;
    }
    if (item.isNearDuplicate()) {
      String near = item.ids.isEmpty() ? "of this or a request lately" : item.ids.getFirst();
      OpenSearchException failure =
          new OpenSearchStatusException(
              "near-duplicate of document [{}], [{}] bits away",
              RestStatus.CONFLICT,
              near,
              item.distance);
      if (!item.ids.isEmpty()) {
        failure.addMetadata("opensearch.near_id", item.ids.getFirst());
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
    if (item.isNearDuplicate()) {
      mark.put("ids", item.ids);
      mark.put("distance", item.distance);
      mark.put("how", item.isVerified ? "verified" : "fingerprint");
    } else if (item.unchecked != null) {
      mark.put("how", "unchecked");
      mark.put("reason", reason(item.unchecked));
    }
    if (!mark.isEmpty()) {
      item.source().put(MARK, mark);
    }
  }
}
