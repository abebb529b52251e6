package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.cli.FingerprintIndex.Entry;
import io.github.lucenesimhash.simhash.SimHash;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Clusters around the documents that are kept: whoever comes first in keep order and is in no
 * cluster yet is kept, and every other unassigned document within the distance is its duplicate. So
 * a duplicate is always near the text that stands for it; a chain of small changes is never merged
 * into one cluster.
 */
final class StarClusters {

  /** Which of several near-duplicates is kept. */
  enum Keep {
    /** The first in the input. */
    FIRST,
    /** The one of most characters, ties by input order. */
    LONGEST
  }

  /**
   * @param distance from the kept document, in bits
   */
  record Member(String id, int distance) {}

  /**
   * @param members nearest first, ties by input order; at least one
   */
  record Cluster(String kept, List<Member> members) {}

  /** Takes the clusters. */
  interface Sink {
    void accept(Cluster cluster) throws IOException;
  }

  private StarClusters() {}

  /** Finds the clusters of two documents and more, in keep order. */
  static void forEach(
      FingerprintIndex index, int maxDistance, Keep keep, Progress progress, Sink sink)
      throws IOException {
    List<Entry> entries = index.entries();
    boolean[] assigned = new boolean[entries.size()];
    for (int kept : order(entries, keep)) {
      if (!assigned[kept]) {
        List<Member> members = new ArrayList<>();
        long center = entries.get(kept).fingerprint();
        for (int ordinal : index.within(kept, maxDistance)) {
          if (!assigned[ordinal] && ordinal != kept) {
            assigned[ordinal] = true;
            Entry entry = entries.get(ordinal);
            members.add(new Member(entry.id(), SimHash.distance(center, entry.fingerprint())));
          }
        }
        assigned[kept] = true;
        if (!members.isEmpty()) {
          members.sort(Comparator.comparingInt(Member::distance));
          sink.accept(new Cluster(entries.get(kept).id(), members));
        }
      }
      progress.step(1);
    }
  }

  private static int[] order(List<Entry> entries, Keep keep) {
    IntStream ordinals = IntStream.range(0, entries.size());
    return switch (keep) {
      case FIRST -> ordinals.toArray();
      case LONGEST ->
          ordinals
              .boxed()
              .sorted(Comparator.comparingInt(ordinal -> -entries.get(ordinal).length()))
              .mapToInt(Integer::intValue)
              .toArray();
    };
  }
}
