package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.join.DistinctFingerprints;
import io.github.lucenesimhash.join.Grouping;
import io.github.lucenesimhash.join.Groups;
import io.github.lucenesimhash.join.Groups.Group;
import io.github.lucenesimhash.join.SimilarityJoin;
import io.github.lucenesimhash.opensearch.cluster.GroupsTask.Work;
import io.github.lucenesimhash.opensearch.cluster.NearDuplicateRequest.Answer;
import io.github.lucenesimhash.opensearch.cluster.NearDuplicates.NearDuplicate;
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
import org.opensearch.transport.client.IndicesAdminClient;

/**
 * The near-duplicates of an index: groups around documents that are kept, each member within reach
 * of its group's kept one. All work is done on one node; what it holds is announced to the node's
 * circuit breaker, and pairs may take an eighth of the heap.
 */
record NearDuplicates(GatheredDocuments documents, Groups groups, TextCheck.Pairs check) {

  /** Members of a group that the answer lists. */
  private static final int MAX_LISTED = 1_000;

  private static final int BATCH = 1_000;
  private static final int BYTES_PER_EDGE = 16;

  private static final Map<String, String> KEYWORD = Map.of("type", "keyword");
  private static final Map<String, Object> FIELDS =
      Map.of(
          "kept", KEYWORD,
          "kept_routing", KEYWORD,
          "id", KEYWORD,
          "routing", KEYWORD,
          "distance", Map.of("type", "byte"));

  /** Finds them; {@link #pairBytes} should be announced before. */
  static NearDuplicates of(
      GatheredDocuments documents, int maxDistance, TextCheck.Pairs check, GroupsTask task)
      throws IOException {
    SimilarityJoin join =
        SimilarityJoin.within(maxDistance)
            .threads(Math.max(1, Runtime.getRuntime().availableProcessors() / 2))
            .progress(share -> task.advance("comparing", Math.round(100 * share), 100));
    Groups groups =
        Grouping.stars(join)
            .verify(check)
            .maxEdges(maxEdges())
            .of(DistinctFingerprints.of(documents.fingerprints()));
    return new NearDuplicates(documents, groups, check);
  }

  private static int maxEdges() {
    return (int) Math.min(1 << 28, Runtime.getRuntime().maxMemory() / 8 / BYTES_PER_EDGE);
  }

  /** What the features of texts take at most. */
  static long maxFeatureBytes() {
    return Math.min(64 << 20, Runtime.getRuntime().maxMemory() / 32);
  }

  /** What the pairs of so many documents take at most. */
  static long pairBytes(long documents) {
    return BYTES_PER_EDGE * Math.min(maxEdges(), documents * documents / 2);
  }

  /** Documents that are not kept. */
  int size() {
    return groups.documents() - groups.size();
  }

  /** A document that is not kept, and the one of its group that is. */
  record NearDuplicate(int kept, int document, int distance) {}

  /** Does something with all of them, in lists of at most {@value #BATCH}, and shows progress. */
  void forEachBatch(Work work, String phase, Consumer<List<NearDuplicate>> action) {
    List<NearDuplicate> batch = new ArrayList<>();
    long done = 0;
    for (Group group : groups) {
      for (int i = 0; i < group.size() - 1; i++) {
        batch.add(new NearDuplicate(group.kept(), group.member(i), group.distance(i)));
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
   * Makes an index, which must not be there, with a document for each of them: its id and the kept
   * one's, with their routings if they have any. Deletes the index again if that fails.
   */
  void write(Work work, String index) {
    IndicesAdminClient indices = work.client().admin().indices();
    indices.create(new CreateIndexRequest(index).mapping(Map.of("properties", FIELDS))).actionGet();
    boolean isComplete = false;
    try {
      forEachBatch(
          work,
          "writing",
          batch -> {
            BulkRequest bulk = new BulkRequest();
            batch.forEach(near -> bulk.add(new IndexRequest(index).source(source(near))));
            BulkResponse response = work.await(work.client().bulk(bulk));
            if (response.hasFailures()) {
              throw new OpenSearchException(
                  "writing groups into [{}] failed: {}", index, response.buildFailureMessage());
            }
          });
      work.await(indices.prepareRefresh(index).execute());
      isComplete = true;
    } finally {
      if (!isComplete) {
        IndicesAdminClient indicesOfNode = work.node().client().admin().indices();
        indicesOfNode.delete(new DeleteIndexRequest(index), ActionListener.noOp());
      }
    }
  }

  private Map<String, Object> source(NearDuplicate near) {
    Map<String, Object> source = documents.get(near.kept()).shown("kept", "kept_routing");
    source.putAll(documents.get(near.document()).shown("id", "routing"));
    source.put("distance", near.distance());
    return source;
  }

  void show(Answer answer) {
    answer.put("documents", documents.size());
    answer.put("groups", groups.size());
    answer.put("near_duplicates", size());
    check.show(answer);
  }

  List<Map<String, Object>> items(int size) {
    return groups.stream().limit(size).map(this::item).toList();
  }

  private Map<String, Object> item(Group group) {
    List<Map<String, Object>> members = new ArrayList<>();
    for (int i = 0; i < Math.min(MAX_LISTED, group.size() - 1); i++) {
      members.add(documents.get(group.member(i)).shown("_id", "routing"));
      members.getLast().put("distance", group.distance(i));
    }
    Map<String, Object> item = documents.get(group.kept()).shown("kept", "kept_routing");
    item.put("near_duplicates", group.size() - 1);
    item.put("members", members);
    return item;
  }
}
