package io.github.lucenesimhash.opensearch;

import io.github.lucenesimhash.join.DistinctFingerprints;
import io.github.lucenesimhash.join.Group;
import io.github.lucenesimhash.join.Grouping;
import io.github.lucenesimhash.join.Groups;
import io.github.lucenesimhash.join.SimilarityJoin;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The near-duplicates of an index: groups around documents that are kept, each member within reach
 * of its group's kept one. All work is done on one node; what it holds is announced to the node's
 * circuit breaker, and pairs may take an eighth of the heap.
 */
final class NearDuplicates {

  /** Members of a group that the answer lists. */
  private static final int MAX_LISTED = 1_000;

  private static final int BYTES_PER_EDGE = 16;

  private final Fingerprints documents;
  private final Groups groups;

  private NearDuplicates(Fingerprints documents, Groups groups) {
    this.documents = documents;
    this.groups = groups;
  }

  static NearDuplicates of(Fingerprints documents, int maxDistance, GroupsTask task)
      throws IOException {
    return new NearDuplicates(documents, groups(documents, maxDistance, task));
  }

  private static Groups groups(Fingerprints documents, int maxDistance, GroupsTask task)
      throws IOException {
    long[] ranks = documents.ranks();
    Runtime runtime = Runtime.getRuntime();
    SimilarityJoin join =
        SimilarityJoin.within(maxDistance)
            .threads(Math.max(1, runtime.availableProcessors() / 2))
            .progress(share -> task.advance("comparing", Math.round(100 * share), 100));
    return Grouping.stars(join)
        .keep(document -> ranks[document])
        .maxEdges((int) Math.min(1 << 28, runtime.maxMemory() / 8 / BYTES_PER_EDGE))
        .of(DistinctFingerprints.of(documents.toArray()));
  }

  Fingerprints documents() {
    return documents;
  }

  Groups groups() {
    return groups;
  }

  /** Documents that are not kept. */
  int size() {
    return groups.documents() - groups.size();
  }

  /** The counts. */
  Map<String, Object> summary() {
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("documents", documents.size());
    summary.put("groups", groups.size());
    summary.put("near_duplicates", size());
    return summary;
  }

  /** The first groups. */
  List<Map<String, Object>> items(int size) {
    List<Map<String, Object>> items = new ArrayList<>();
    for (int i = 0; i < Math.min(size, groups.size()); i++) {
      Group group = groups.get(i);
      List<Map<String, Object>> members = new ArrayList<>();
      for (int member = 0; member < Math.min(MAX_LISTED, group.size() - 1); member++) {
        members.add(
            Map.of("_id", documents.id(group.member(member)), "distance", group.distance(member)));
      }
      Map<String, Object> item = new LinkedHashMap<>();
      item.put("kept", documents.id(group.kept()));
      item.put("near_duplicates", group.size() - 1);
      item.put("members", members);
      items.add(item);
    }
    return items;
  }
}
