package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.SimilarityJoin.PairConsumer;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.lucene.util.ArrayUtil;

/** The groups that {@link Grouping#stars} defines. A document that is in no group yet is free. */
final class Stars {

  private static final int PROGRESS_STEP = 256; // documents

  private final Grouping grouping;
  private final DistinctFingerprints set;

  /** By the ordinal in keep order: the document's index in the order of values. */
  private final int[] indexes;

  /** By that index: the document's ordinal. */
  private final int[] ordinals;

  /** How many documents at the start of the keep order are known: never free, but all kept. */
  private final int known;

  /** By the index: the number of the document's fingerprint. */
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
  private final ShortEdges shortEdges; // null if the distance alone counts

  Stars(Grouping grouping, DistinctFingerprints set) {
    this.grouping = grouping;
    this.set = set;
    shortEdges = grouping.shortTexts == null ? null : new ShortEdges(set, grouping.shortTexts);
    KeepOrder order = new KeepOrder(grouping, set);
    indexes = order.indexes;
    ordinals = order.ordinals;
    known = order.known;
    numbers = new int[indexes.length];
    for (int number = 0; number < set.size(); number++) {
      Arrays.fill(numbers, set.start(number), set.start(number + 1), number);
    }
    assigned = new boolean[set.documents()];
    free = new int[set.size()];
    Arrays.setAll(free, set::copies);
    for (int ordinal = 0; ordinal < known; ordinal++) {
      assign(indexes[ordinal], numbers[indexes[ordinal]]);
    }
  }

  Groups groups() throws IOException {
    int maxEdges = grouping.maxEdges(set);
    edges = edgesFrom(0, grouping.join, maxEdges);
    Groups groups = new Groups(set, edges.join);
    for (int ordinal = 0; ordinal < assigned.length; ordinal++) {
      if (ordinal % PROGRESS_STEP == 0) {
        grouping.progress.accept((double) ordinal / assigned.length);
      }
      if (ordinal == edges.end) {
        edges = null; // room for those of the next stretch
        edges = edgesFrom(ordinal, grouping.join.again(), maxEdges);
      }
      int kept = indexes[ordinal];
      if (isKept(ordinal)) {
        int number = numbers[kept];
        if (ordinal >= announced && grouping.test.ahead() > 0) {
          announceFrom(ordinal);
        }
        if (ordinal >= known) {
          assign(kept, number);
        }
        gatherCandidates(number);
        fillGroup(groups, kept, ordinal >= known);
      }
    }
    grouping.progress.accept(1);
    return groups;
  }

  /** Of one whose turn has come. */
  private boolean isKept(int ordinal) {
    return ordinal < known || !assigned[indexes[ordinal]];
  }

  private EdgeLists edgesFrom(int ordinal, SimilarityJoin join, int maxEdges) throws IOException {
    int[] asking = firstAsking(ordinal);
    return new EdgeLists(set, each -> join(join, asking, each), asking, ordinal, maxEdges);
  }

  /** Fingerprints that known documents alone have are not compared among themselves. */
  private SimilarityJoin.Summary join(SimilarityJoin join, int[] asking, PairConsumer consumer)
      throws IOException {
    if (shortEdges != null) {
      IntPredicate asks = number -> asking[number] != EdgeLists.NEVER;
      shortEdges.forEach(join.maxDistance, asks, this::isOfKnownAlone, consumer);
    }
    if (known == 0) {
      return join.edges(set, consumer);
    }
    Part old = new Part(true);
    Part added = new Part(false);
    return join.edgesOfNew(
        old.set,
        added.set,
        (a, b, distance) -> consumer.accept(old.numbers[a], added.numbers[b], distance),
        (a, b, distance) -> consumer.accept(added.numbers[a], added.numbers[b], distance));
  }

  /** The fingerprints that known documents alone have, or all others. */
  private final class Part {

    /** By the number in the part: that in the whole set. */
    private final int[] numbers;

    private final DistinctFingerprints set;

    Part(boolean ofKnown) {
      DistinctFingerprints whole = Stars.this.set;
      numbers =
          IntStream.range(0, whole.size())
              .filter(number -> isOfKnownAlone(number) == ofKnown)
              .toArray();
      int[] documents =
          IntStream.of(numbers)
              .flatMap(number -> IntStream.range(whole.start(number), whole.start(number + 1)))
              .toArray();
      long[] values =
          IntStream.of(documents).mapToLong(i -> whole.value(whole.numberAt(i))).toArray();
      Arrays.setAll(documents, i -> whole.documentAt(documents[i]));
      set = DistinctFingerprints.of(values, documents);
    }
  }

  private boolean isOfKnownAlone(int number) {
    return IntStream.range(set.start(number), set.start(number + 1))
        .allMatch(index -> ordinals[index] < known);
  }

  /** Of each fingerprint its first document from an ordinal on whose neighbours are asked for. */
  private int[] firstAsking(int from) {
    int[] first = new int[set.size()];
    Arrays.fill(first, EdgeLists.NEVER);
    for (int number = 0; number < first.length; number++) {
      for (int index = set.start(number); index < set.start(number + 1); index++) {
        if (ordinals[index] >= from && isKept(ordinals[index])) {
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
    if (shortEdges != null) {
      dropEqualCandidates();
    }
  }

  private void dropEqualCandidates() {
    int all = candidateCount;
    candidateCount = 0;
    for (int i = 0; i < all; i++) {
      if (i == 0 || candidates[i] != candidates[candidateCount - 1]) {
        candidates[candidateCount++] = candidates[i];
      }
    }
  }

  /** Tells the test of documents around this ordinal and those behind it. */
  private void announceFrom(int ordinal) throws IOException {
    IntStream.Builder soon = IntStream.builder();
    int room = grouping.test.ahead();
    int end = Math.min(assigned.length, edges.end);
    for (announced = ordinal; announced < end && room > 0; announced++) {
      int index = indexes[announced];
      if (isKept(announced)) {
        gatherCandidates(numbers[index]);
        if (candidateCount > room && room < grouping.test.ahead()) {
          break;
        }
        if (announced < known && candidateCount > 0) { // it is no candidate itself
          soon.add(set.documentAt(index));
          room--;
        }
        if (candidateCount > (announced < known ? 0 : 1)) {
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

  private void fillGroup(Groups groups, int kept, boolean isChosen) throws IOException {
    IntStream.Builder near = IntStream.builder().add(kept);
    int size = 1;
    int i = 0;
    for (; i < candidateCount && size < grouping.maxGroupSize; i++) {
      if (i > 0 && grouping.test.ahead() > 0 && i % grouping.test.ahead() == 0) {
        grouping.test.soon(candidates(i, grouping.test.ahead()).toArray());
      }
      int index = indexes[(int) candidates[i]];
      int distance = (int) (candidates[i] >>> Integer.SIZE);
      if (areNear(kept, index, distance)) {
        size++;
        near.add(index);
      }
    }
    int[] group = near.build().toArray();
    if (isChosen && size > 1 && grouping.choice != null) {
      group = around(chosen(group), group);
    }
    for (int index : group) {
      groups.add(index);
      if (!assigned[index]) {
        assign(index, numbers[index]);
      }
    }
    groups.end(i < candidateCount);
  }

  private boolean areNear(int kept, int index, int distance) throws IOException {
    int left = set.documentAt(kept);
    int right = set.documentAt(index);
    boolean isWithinReach =
        distance <= grouping.join.maxDistance
            || (grouping.shortTexts != null && grouping.shortTexts.resemblance(left, right) > 0);
    return isWithinReach && grouping.test.test(left, right, distance);
  }

  private int chosen(int[] group) throws IOException {
    int[] documents = IntStream.of(group).map(set::documentAt).toArray();
    int chosen = grouping.choice.choose(documents.clone());
    for (int i = 0; i < group.length; i++) {
      if (documents[i] == chosen) {
        return group[i];
      }
    }
    throw new IllegalArgumentException(
        "the choice is document " + chosen + ", expected one of " + Arrays.toString(documents));
  }

  /** Those of a group that are within reach of one of them, which is the first. */
  private int[] around(int kept, int[] group) throws IOException {
    if (kept == group[0]) {
      return group;
    }
    long value = set.value(numbers[kept]);
    candidateCount = 0;
    for (int index : group) {
      int distance = Fingerprint.distance(value, set.value(numbers[index]));
      if (index != kept) {
        candidates[candidateCount++] = (long) distance << Integer.SIZE | ordinals[index];
      }
    }
    Arrays.sort(candidates, 0, candidateCount);
    IntStream.Builder near = IntStream.builder().add(kept);
    for (int i = 0; i < candidateCount; i++) {
      int index = indexes[(int) candidates[i]];
      int distance = (int) (candidates[i] >>> Integer.SIZE);
      if (areNear(kept, index, distance)) {
        near.add(index);
      }
    }
    return near.build().toArray();
  }

  private void assign(int index, int number) {
    assigned[index] = true;
    free[number]--;
  }
}
