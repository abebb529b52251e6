package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.join.DistinctFingerprints;
import io.github.lucenesimhash.join.Grouping;
import io.github.lucenesimhash.join.Groups;
import io.github.lucenesimhash.join.Groups.Group;
import io.github.lucenesimhash.join.SimilarityJoin;
import io.github.lucenesimhash.opensearch.cluster.GroupsTask.Work;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The near-duplicates of an index: groups around documents that are kept, each member within reach
 * of its group's kept one. All work is done on one node; what it holds is announced to the node's
 * circuit breaker, and pairs may take an eighth of the heap.
 */
final class NearDuplicates {

  /** Members of a group that the answer lists. */
  private static final int MAX_LISTED = 1_000;

  private static final int BATCH = 1_000;
  private static final int BYTES_PER_EDGE = 16;

  private final GatheredDocuments documents;
  private final Groups groups;
  private final TextCheck.Pairs check;

  private NearDuplicates(GatheredDocuments documents, Groups groups, TextCheck.Pairs check) {
    this.documents = documents;
    this.groups = groups;
    this.check = check;
  }

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

  GatheredDocuments documents() {
    return documents;
  }

  /** Documents that are not kept. */
  int size() {
    return groups.documents() - groups.size();
  }

  /** Documents that were not compared, since they changed meanwhile. */
  int changed() {
    return check.changed();
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

  Map<String, Object> summary() {
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("documents", documents.size());
    summary.put("groups", groups.size());
    summary.put("near_duplicates", size());
    summary.putAll(check.summary());
    return summary;
  }

  /** The first groups. */
  List<Map<String, Object>> items(int size) {
    List<Map<String, Object>> items = new ArrayList<>();
    for (int i = 0; i < Math.min(size, groups.size()); i++) {
      Group group = groups.get(i);
      List<Map<String, Object>> members = new ArrayList<>();
      for (int member = 0; member < Math.min(MAX_LISTED, group.size() - 1); member++) {
        Map<String, Object> shown = new LinkedHashMap<>();
        documents.get(group.member(member)).show(shown, "_id", "routing");
        shown.put("distance", group.distance(member));
        members.add(shown);
      }
      Map<String, Object> item = new LinkedHashMap<>();
      documents.get(group.kept()).show(item, "kept", "kept_routing");
      item.put("near_duplicates", group.size() - 1);
      item.put("members", members);
      items.add(item);
    }
    return items;
  }
}
