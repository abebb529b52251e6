package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.apache.lucene.util.ArrayUtil;

/** The groups that {@link Grouping#stars} defines. A document that is in no group yet is free. */
final class Stars {

  private final Grouping grouping;
  private final DistinctFingerprints set;

  /** By the ordinal in keep order: the document's index in the order of values. */
  private final int[] indexes;

  /** By that index: the document's ordinal. */
  private final int[] ordinals;

  /** By that index: the number of the document's fingerprint. */
  private final int[] numbers;

  private final boolean[] assigned;

  /** Free documents of each distinct fingerprint. */
  private final int[] free;

  /** Free documents around the kept one: distance and ordinal in keep order. */
  private long[] candidates = new long[64];

  private int candidateCount;

  /** The documents around free ones before this ordinal are announced to the test. */
  private int announced;

  private EdgeLists edges;

  Stars(Grouping grouping, DistinctFingerprints set) {
    this.grouping = grouping;
    this.set = set;
    indexes = inKeepOrder(set, grouping.rank);
    ordinals = new int[indexes.length];
    for (int i = 0; i < indexes.length; i++) {
      ordinals[indexes[i]] = i;
    }
    numbers = new int[indexes.length];
    for (int number = 0; number < set.size(); number++) {
      Arrays.fill(numbers, set.start(number), set.start(number + 1), number);
    }
    assigned = new boolean[set.documents()];
    free = new int[set.size()];
    Arrays.setAll(free, set::copies);
  }

  /** Lowest rank first, ties by document. */
  private static int[] inKeepOrder(DistinctFingerprints set, IntToLongFunction rank) {
    int[] unsorted = new int[set.documents()];
    Arrays.setAll(unsorted, index -> index);
    long[] documents = new long[unsorted.length];
    Arrays.setAll(documents, set::documentAt);
    int[] ascending = FingerprintSort.sort(documents, unsorted).payloads;
    long[] ranks = new long[unsorted.length];
    Arrays.setAll(ranks, i -> rank.applyAsLong(set.documentAt(ascending[i])) ^ Long.MIN_VALUE);
    return FingerprintSort.sort(ranks, ascending).payloads;
  }

  Groups groups() throws IOException {
    int maxEdges = grouping.maxEdges(set);
    edges = new EdgeLists(set, grouping.join, firstFree(), 0, maxEdges);
    Groups groups = new Groups(set, edges.join);
    for (int ordinal = 0; ordinal < assigned.length; ordinal++) {
      if (ordinal == edges.end) {
        edges = null; // room for those of the next stretch
        edges = new EdgeLists(set, grouping.join.again(), firstFree(), ordinal, maxEdges);
      }
      int kept = indexes[ordinal];
      if (!assigned[kept]) {
        int number = numbers[kept];
        if (ordinal >= announced && grouping.test.ahead() > 0) {
          announceFrom(ordinal);
        }
        assign(kept, number);
        gatherCandidates(number);
        fillGroup(groups, kept);
      }
    }
    return groups;
  }

  private int[] firstFree() {
    int[] first = new int[set.size()];
    Arrays.fill(first, EdgeLists.NEVER);
    for (int number = 0; number < first.length; number++) {
      for (int index = set.start(number); index < set.start(number + 1); index++) {
        if (!assigned[index]) {
          first[number] = Math.min(first[number], ordinals[index]);
        }
      }
    }
    return first;
  }

  private void gatherCandidates(int number) {
    candidateCount = 0;
    addFree(number, 0);
    for (int i = edges.starts[number]; i < edges.starts[number + 1]; i++) {
      int neighbour = edges.neighbours[i];
      addFree(neighbour, Fingerprint.distance(set.value(number), set.value(neighbour)));
    }
    Arrays.sort(candidates, 0, candidateCount);
  }

  /** Tells the test of documents around this ordinal and those behind it. */
  private void announceFrom(int ordinal) throws IOException {
    IntStream.Builder soon = IntStream.builder();
    int room = grouping.test.ahead();
    int end = Math.min(assigned.length, edges.end);
    for (announced = ordinal; announced < end && room > 0; announced++) {
      int index = indexes[announced];
      if (!assigned[index]) {
        gatherCandidates(numbers[index]);
        if (candidateCount > room && room < grouping.test.ahead()) {
          break;
        }
        if (candidateCount > 1) {
          candidates(0, room).forEach(soon::add);
          room -= Math.min(room, candidateCount);
        }
      }
    }
    grouping.test.soon(soon.build().toArray());
  }

  /** The documents of the candidates from the i-th one on. */
  private IntStream candidates(int i, int limit) {
    return Arrays.stream(candidates, i, Math.min(candidateCount, i + limit))
        .mapToInt(candidate -> set.documentAt(indexes[(int) candidate]));
  }

  private void addFree(int number, int distance) {
    if (free[number] > 0) {
      for (int index = set.start(number); index < set.start(number + 1); index++) {
        if (!assigned[index]) {
          candidates = ArrayUtil.grow(candidates, candidateCount + 1);
          candidates[candidateCount++] = (long) distance << Integer.SIZE | ordinals[index];
        }
      }
    }
  }

  private void fillGroup(Groups groups, int kept) throws IOException {
    groups.add(kept);
    int size = 1;
    int i = 0;
    for (; i < candidateCount && size < grouping.maxGroupSize; i++) {
      if (i > 0 && grouping.test.ahead() > 0 && i % grouping.test.ahead() == 0) {
        grouping.test.soon(candidates(i, grouping.test.ahead()).toArray());
      }
      int index = indexes[(int) candidates[i]];
      int distance = (int) (candidates[i] >>> Integer.SIZE);
      if (grouping.test.test(set.documentAt(kept), set.documentAt(index), distance)) {
        size++;
        groups.add(index);
        assign(index, numbers[index]);
      }
    }
    groups.end(i < candidateCount);
  }

  private void assign(int index, int number) {
    assigned[index] = true;
    free[number]--;
  }

  /**
   * The edges that stars need up to a document of the keep order: 8 bytes an edge while they are
   * gathered, then 16, and 8 in the end.
   *
   * <pre>
   * Bound   at most maxEdges edges, or those of a single document if they are more: when there is no room the later
   *         half of the keep order is given up, and left to another join.
   * Proof   that none is missing below end: an edge is asked for by its free documents only, so not before the first of
   *         them; and what is dropped has no free document on one side, or none below end.
   * </pre>
   */
  private static final class EdgeLists {

    /** Of a fingerprint without free documents. */
    private static final int NEVER = Integer.MAX_VALUE;

    private static final int SAMPLE = 1000;

    /** Of each fingerprint its first free document by its ordinal in keep order, or NEVER. */
    private final int[] firstFree;

    private final int from;
    private final SimilarityJoin.Summary join;
    private int maxEdges;

    /** The first ordinal whose edges are not all here; {@link #NEVER} if all are. */
    private int end = NEVER;

    /** Both fingerprints of each. */
    private long[] edges = new long[64];

    private int size;

    /** Where the neighbours of each fingerprint start. */
    private final int[] starts;

    private final int[] neighbours;

    /** Joins a set with itself for the documents from an ordinal of the keep order on. */
    EdgeLists(
        DistinctFingerprints set, SimilarityJoin join, int[] firstFree, int from, int maxEdges)
        throws IOException {
      this.firstFree = firstFree;
      this.from = from;
      this.maxEdges = maxEdges;
      this.join = join.edges(set, (a, b, distance) -> gather(a, b));
      starts = new int[set.size() + 1];
      for (int i = 0; i < size; i++) {
        starts[left(edges[i])]++;
        starts[right(edges[i])]++;
      }
      Arrays.parallelPrefix(starts, Integer::sum);
      neighbours = new int[Math.multiplyExact(2, size)];
      for (int i = 0; i < size; i++) { // fills each list from its end
        neighbours[--starts[left(edges[i])]] = right(edges[i]);
        neighbours[--starts[right(edges[i])]] = left(edges[i]);
      }
      edges = null;
    }

    private void gather(int a, int b) {
      long edge = (long) a << Integer.SIZE | b;
      if (firstFree[a] != NEVER && firstFree[b] != NEVER && first(edge) < end) {
        edges = ArrayUtil.grow(edges, size + 1);
        edges[size++] = edge;
        if (size > maxEdges) {
          narrow();
        }
      }
    }

    private static int left(long edge) {
      return (int) (edge >>> Integer.SIZE);
    }

    private static int right(long edge) {
      return (int) edge;
    }

    private int first(long edge) {
      return Math.min(firstFree[left(edge)], firstFree[right(edge)]);
    }

    /** Gives up the later half of the keep order, unless there is only one document left. */
    private void narrow() {
      int[] sample = new int[Math.min(SAMPLE, size)];
      Arrays.setAll(sample, i -> first(edges[FingerprintSort.bound(size, i, sample.length)]));
      Arrays.sort(sample);
      end = Math.max(sample[sample.length / 2], from + 1);
      int held = 0;
      for (int i = 0; i < size; i++) {
        if (first(edges[i]) < end) {
          edges[held++] = edges[i];
        }
      }
      if (held == size) {
        maxEdges = Math.multiplyExact(2, maxEdges);
      }
      size = held;
    }
  }
}
