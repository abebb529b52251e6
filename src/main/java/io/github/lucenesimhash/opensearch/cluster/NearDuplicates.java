package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.join.Grouping;
import io.github.lucenesimhash.join.Groups;
import io.github.lucenesimhash.join.Groups.Group;
import io.github.lucenesimhash.join.SimilarityJoin;
import io.github.lucenesimhash.opensearch.cluster.NearDuplicateTask.Work;
import io.github.lucenesimhash.opensearch.cluster.NearDuplicates.NearDuplicate;
import io.github.lucenesimhash.opensearch.cluster.NodeServices.Memory;
import io.github.lucenesimhash.search.Comparison;
import io.github.lucenesimhash.search.Signature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The near-duplicates of one or several indexes: groups around documents that are kept, each member
 * near its group's kept one. All work is done on one node; what it holds is reserved at the node's
 * circuit breaker, and pairs may take an eighth of the heap.
 */
record NearDuplicates(
    GatheredDocuments documents, Groups groups, Comparison comparison, TextCheck.Pairs check) {

  /** Members of a group that the answer lists. */
  private static final int MAX_LISTED = 1_000;

  private static final int BATCH = 1_000;
  private static final int BYTES_PER_EDGE = 16;

  /** Finds them, after what that takes was reserved. */
  static NearDuplicates of(
      Work work,
      GatheredDocuments documents,
      SimilarityJoin join,
      Comparison comparison,
      Map<String, TextCheck> checks,
      Memory memory)
      throws IOException {
    long heap = Runtime.getRuntime().maxMemory();
    int maxEdges = (int) Math.min(1 << 28, heap / 8 / BYTES_PER_EDGE);
    long maxPairs = (long) documents.size() * documents.size() / 2;
    boolean areCompared = checks.values().stream().anyMatch(TextCheck::isOn);
    long features = areCompared ? Math.min(64 << 20, heap / 32) : 0;
    memory.add(BYTES_PER_EDGE * Math.min(maxEdges, maxPairs) + features);
    TextCheck.Pairs pairs = new TextCheck.Pairs(work, comparison, checks, documents, features);
    Grouping grouping = Grouping.stars(join).verify(pairs).maxEdges(maxEdges);
    Groups groups = grouping.of(documents.signatures());
    return new NearDuplicates(documents, groups, comparison, pairs);
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

  List<Map<String, Object>> items(int size) {
    return groups.stream().limit(size).map(this::item).toList();
  }

  private Map<String, Object> item(Group group) {
    List<Map<String, Object>> members = new ArrayList<>();
    for (int i = 0; i < Math.min(MAX_LISTED, group.size() - 1); i++) {
      members.add(documents.get(group.member(i)).shown("_id", "_index", "routing"));
      members.getLast().put("distance", group.distance(i));
      Signature kept = documents.signature(group.kept());
      Signature member = documents.signature(group.member(i));
      float similarity = comparison.similarity(kept, member);
      if (!Float.isNaN(similarity)) {
        members.getLast().put("similarity", similarity);
      }
    }
    Map<String, Object> item =
        documents.get(group.kept()).shown("kept", "kept_index", "kept_routing");
    item.put("near_duplicates", group.size() - 1);
    item.put("members", members);
    return item;
  }
}
