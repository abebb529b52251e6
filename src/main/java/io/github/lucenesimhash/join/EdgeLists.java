package io.github.lucenesimhash.join;

import java.io.IOException;
import org.apache.lucene.util.ArrayUtil;

/** The edges of each distinct fingerprint: 16 bytes an edge while they are gathered, then 8. */
final class EdgeLists {

  private final int[] starts;
  private final int[] neighbours;
  private final JoinSummary join;

  private EdgeLists(int[] starts, int[] neighbours, JoinSummary join) {
    this.starts = starts;
    this.neighbours = neighbours;
    this.join = join;
  }

  static EdgeLists of(DistinctFingerprints set, SimilarityJoin join, int maxEdges)
      throws IOException {
    Gatherer gatherer = new Gatherer(set.size(), maxEdges);
    JoinSummary summary = join.edges(set, gatherer);
    return new EdgeLists(gatherer.starts, gatherer.lists(), summary);
  }

  /** Where the neighbours of a fingerprint start. */
  int start(int number) {
    return starts[number];
  }

  int neighbour(int index) {
    return neighbours[index];
  }

  JoinSummary join() {
    return join;
  }

  private static final class Gatherer implements PairConsumer {
    private final int[] starts;
    private int[] left = new int[64];
    private int[] right = new int[64];
    private final int maxEdges;
    private int size;

    Gatherer(int numbers, int maxEdges) {
      this.maxEdges = maxEdges;
      starts = new int[numbers + 1];
    }

    @Override
    public void accept(int a, int b, int distance) {
      if (size == maxEdges) {
        throw new IllegalArgumentException(
            "more than "
                + maxEdges
                + " pairs of different fingerprints are near-duplicates,"
                + " expected fewer: ask for a smaller distance, or for components");
      }
      left = ArrayUtil.grow(left, size + 1);
      right = ArrayUtil.grow(right, size + 1);
      left[size] = a;
      right[size++] = b;
      starts[a]++;
      starts[b]++;
    }

    /** Fills each list from its end, so that starts end up where they belong. */
    int[] lists() {
      int sum = 0;
      for (int number = 0; number < starts.length; number++) {
        sum += starts[number];
        starts[number] = sum;
      }
      int[] neighbours = new int[Math.multiplyExact(2, size)];
      for (int i = 0; i < size; i++) {
        neighbours[--starts[left[i]]] = right[i];
        neighbours[--starts[right[i]]] = left[i];
      }
      left = null;
      right = null;
      return neighbours;
    }
  }
}
