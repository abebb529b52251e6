package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.join.DistinctFingerprints;
import io.github.lucenesimhash.join.Grouping;
import io.github.lucenesimhash.join.Groups;
import io.github.lucenesimhash.join.Groups.Group;
import io.github.lucenesimhash.join.SimilarityJoin;
import io.github.lucenesimhash.opensearch.cluster.NearDuplicateTask.Work;
import io.github.lucenesimhash.opensearch.cluster.NearDuplicates.NearDuplicate;
import io.github.lucenesimhash.opensearch.cluster.NodeServices.Memory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.opensearch.OpenSearchException;
import org.opensearch.action.admin.indices.create.CreateIndexRequest;
import org.opensearch.action.admin.indices.delete.DeleteIndexRequest;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.core.action.ActionListener;

/**
 * The near-duplicates of one or several indexes: groups around documents that are kept, each member
 * within reach of its group's kept one. All work is done on one node; what it holds is announced to
 * the node's circuit breaker, and pairs may take an eighth of the heap.
 */
record NearDuplicates(List<GatheredDocument> documents, Groups groups, TextCheck.Pairs check) {

  /** Members of a group that the answer lists. */
  private static final int MAX_LISTED = 1_000;

  private static final int BATCH = 1_000;
  private static final int BYTES_PER_EDGE = 16;

  private static final Map<String, String> KEYWORD = Map.of("type", "keyword");
  private static final Map<String, Object> FIELDS =
      Map.of(
          "kept", KEYWORD,
          "kept_index", KEYWORD,
          "kept_routing", KEYWORD,
          "id", KEYWORD,
          "index", KEYWORD,
          "routing", KEYWORD,
          "distance", Map.of("type", "byte"));

  /** Finds them, after what that takes was announced. */
  static NearDuplicates of(
      Work work,
      List<GatheredDocument> documents,
      int maxDistance,
      Map<String, TextCheck> checks,
      Memory memory)
      throws IOException {
    long heap = Runtime.getRuntime().maxMemory();
    int maxEdges = (int) Math.min(1 << 28, heap / 8 / BYTES_PER_EDGE);
    long maxPairs = (long) documents.size() * documents.size() / 2;
    boolean areCompared = checks.values().stream().anyMatch(TextCheck::isOn);
    long features = areCompared ? Math.min(64 << 20, heap / 32) : 0;
    memory.add(BYTES_PER_EDGE * Math.min(maxEdges, maxPairs) + features);
    TextCheck.Pairs pairs = new TextCheck.Pairs(work, checks, documents, features);
    SimilarityJoin join =
        SimilarityJoin.within(maxDistance)
            .threads(Math.max(1, Runtime.getRuntime().availableProcessors() / 2))
            .progress(share -> work.task().advance("comparing", Math.round(100 * share), 100));
    long[] fingerprints = documents.stream().mapToLong(GatheredDocument::fingerprint).toArray();
    Groups groups =
        Grouping.stars(join)
            .verify(pairs)
            .maxEdges(maxEdges)
            .of(DistinctFingerprints.of(fingerprints));
    return new NearDuplicates(documents, groups, pairs);
  }

  int size() {
    return groups.documents() - groups.size();
  }

  /** A document that is not kept, and the one of its group that is. */
  record NearDuplicate(GatheredDocument kept, GatheredDocument document, int distance) {}

  /** Does something with all of them, in lists of at most {@value #BATCH}, and shows progress. */
  void forEachBatch(Work work, String phase, Consumer<List<NearDuplicate>> action) {
    List<NearDuplicate> batch = new ArrayList<>();
    long done = 0;
    for (Group group : groups) {
      GatheredDocument kept = documents.get(group.kept());
      for (int i = 0; i < group.size() - 1; i++) {
        GatheredDocument document = documents.get(group.member(i));
        batch.add(new NearDuplicate(kept, document, group.distance(i)));
        done++;
        if (batch.size() == BATCH || done == size()) {
          action.accept(batch);
          work.task().advance(phase, done, size());
          batch = new ArrayList<>();
        }
      }
    }
  }

  /**
   * Makes an index, which must not be there, with a document for each of them: its id and index and
   * the kept one's, with their routings if they have any. Deletes the index again if that fails.
   */
  void write(Work work, String index) {
    CreateIndexRequest create = new CreateIndexRequest(index);
    create.mapping(Map.of("properties", FIELDS));
    work.client().admin().indices().create(create).actionGet();
    try {
      forEachBatch(
          work,
          "writing",
          batch -> {
            BulkRequest bulk = new BulkRequest();
            batch.forEach(near -> bulk.add(new IndexRequest(index).source(source(near))));
            BulkResponse response = work.await(client -> client.bulk(bulk));
            if (response.hasFailures()) {
              throw new OpenSearchException(
                  "writing groups into [{}] failed: {}", index, response.buildFailureMessage());
            }
          });
      work.refresh(index);
    } catch (Throwable e) {
      DeleteIndexRequest delete = new DeleteIndexRequest(index);
      // what this request made goes, also if its user may not delete an index
      var caller = work.node().threads().getThreadContext().stashContext();
      try (caller) {
        work.node().client().admin().indices().delete(delete, ActionListener.noOp());
      }
      throw e;
    }
  }

  private static Map<String, Object> source(NearDuplicate near) {
    Map<String, Object> source = near.kept().shown("kept", "kept_index", "kept_routing");
    source.putAll(near.document().shown("id", "index", "routing"));
    source.put("distance", near.distance());
    return source;
  }

  List<Map<String, Object>> items(int size) {
    return groups.stream().limit(size).map(this::item).toList();
  }

  private Map<String, Object> item(Group group) {
    List<Map<String, Object>> members = new ArrayList<>();
    for (int i = 0; i < Math.min(MAX_LISTED, group.size() - 1); i++) {
      members.add(documents.get(group.member(i)).shown("_id", "_index", "routing"));
      members.getLast().put("distance", group.distance(i));
    }
    Map<String, Object> item =
        documents.get(group.kept()).shown("kept", "kept_index", "kept_routing");
    item.put("near_duplicates", group.size() - 1);
    item.put("members", members);
    return item;
  }
}
