package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.ShortTextJoin.Apart;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.lucene.util.ArrayUtil;

/** The groups that {@link Grouping#stars} defines. A document that is in no group yet is free. */
final class Stars {

  private static final int PROGRESS_STEP = 256; // documents

  private final Grouping grouping;
  private final DistinctFingerprints set;

  private final KeepOrder order;
  private final boolean[] assigned;
  private final Neighbours byFingerprint;
  private final Neighbours byWords; // null if the distance alone counts
  private final DistinctTexts words; // null then, too
  private ShortTextJoin shortTexts; // null then, too

  /** Free documents around the kept one: distance and ordinal in keep order. */
  private long[] candidates = new long[64];

  private int candidateCount;

  /** The documents around free ones before this ordinal are announced to the test. */
  private int announced;

  /** The first ordinal whose neighbours are not known. */
  private int end;

  Stars(Grouping grouping, DistinctFingerprints set) {
    this.grouping = grouping;
    this.set = set;
    order = new KeepOrder(grouping, set);
    assigned = new boolean[set.documents()];
    int[] numbers = new int[assigned.length];
    for (int number = 0; number < set.size(); number++) {
      Arrays.fill(numbers, set.start(number), set.start(number + 1), number);
    }
    byFingerprint =
        new Neighbours(order, assigned, numbers, set.size(), set::start, index -> index);
    shortTexts = grouping.shortTexts;
    words = shortTexts == null ? null : shortTexts.distinct(assigned.length, set::documentAt);
    byWords =
        words == null
            ? null
            : new Neighbours(
                order, assigned, words.numbers(), words.size(), words::start, words::textAt);
    for (int ordinal = 0; ordinal < order.known; ordinal++) {
      assign(order.indexes[ordinal]);
    }
  }

  Groups groups() throws IOException {
    Groups groups = new Groups(set, joinFrom(0, grouping.join));
    for (int ordinal = 0; ordinal < assigned.length; ordinal++) {
      if (ordinal % PROGRESS_STEP == 0) {
        grouping.progress.accept((double) ordinal / assigned.length);
      }
      if (ordinal == end) {
        joinFrom(ordinal, grouping.join.again());
      }
      int kept = order.indexes[ordinal];
      if (isKept(ordinal)) {
        if (ordinal >= announced && grouping.test.ahead() > 0) {
          announceFrom(ordinal);
        }
        if (ordinal >= order.known) {
          assign(kept);
        }
        gatherCandidates(kept);
        fillGroup(groups, kept, ordinal >= order.known);
      }
    }
    grouping.progress.accept(1);
    return groups;
  }

  /** Of one whose turn has come. */
  private boolean isKept(int ordinal) {
    return ordinal < order.known || !assigned[order.indexes[ordinal]];
  }

  private SimilarityJoin.Summary joinFrom(int ordinal, SimilarityJoin join) throws IOException {
    int maxEdges = grouping.maxEdges(set);
    end = EdgeLists.NEVER;
    if (byWords != null) {
      end = byWords.join(ordinal, end, maxEdges, this::joinWords);
      shortTexts = shortTexts.progress(share -> {}); // that of the first time is told of
    }
    SimilarityJoin.Summary[] summary = new SimilarityJoin.Summary[1];
    end =
        byFingerprint.join(
            ordinal, end, maxEdges, edges -> summary[0] = joinFingerprints(join, edges));
    return summary[0];
  }

  private void joinWords(EdgeLists edges) throws IOException {
    Apart apart =
        new Apart() {
          @Override
          public int sides(int text) {
            return (byWords.isOfKnownAlone(text) ? 1 : 0) | (edges.isLate(text) ? 2 : 0);
          }

          @Override
          public int version() {
            return edges.end();
          }
        };
    shortTexts.edges(
        words.features(edges::asks), apart, pair -> edges.add(pair.a(), pair.b()));
  }

  /** Fingerprints that known documents alone have are not compared among themselves. */
  private SimilarityJoin.Summary joinFingerprints(SimilarityJoin join, EdgeLists edges)
      throws IOException {
    if (order.known == 0) {
      return join.edges(set, (a, b, distance) -> edges.add(a, b));
    }
    Part old = new Part(true);
    Part added = new Part(false);
    return join.edgesOfNew(
        old.set,
        added.set,
        (a, b, distance) -> edges.add(old.numbers[a], added.numbers[b]),
        (a, b, distance) -> edges.add(added.numbers[a], added.numbers[b]));
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
              .filter(number -> byFingerprint.isOfKnownAlone(number) == ofKnown)
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

  private void gatherCandidates(int kept) {
    candidateCount = 0;
    byFingerprint.forEachFree(kept, index -> addCandidate(kept, index));
    if (byWords != null) {
      byWords.forEachFree(kept, index -> addCandidate(kept, index));
    }
    Arrays.sort(candidates, 0, candidateCount);
    if (byWords != null) {
      dropEqualCandidates();
    }
  }

  private void addCandidate(int kept, int index) {
    candidates = ArrayUtil.grow(candidates, candidateCount + 1);
    candidates[candidateCount++] =
        (long) distance(kept, index) << Integer.SIZE | order.ordinals[index];
  }

  private int distance(int index, int other) {
    return Fingerprint.distance(
        set.value(byFingerprint.node(index)), set.value(byFingerprint.node(other)));
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
    int last = Math.min(assigned.length, end);
    for (announced = ordinal; announced < last && room > 0; announced++) {
      int index = order.indexes[announced];
      if (isKept(announced)) {
        gatherCandidates(index);
        if (candidateCount > room && room < grouping.test.ahead()) {
          break;
        }
        if (announced < order.known && candidateCount > 0) { // it is no candidate itself
          soon.add(set.documentAt(index));
          room--;
        }
        if (candidateCount > (announced < order.known ? 0 : 1)) {
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
        .mapToInt(candidate -> set.documentAt(order.indexes[(int) candidate]));
  }

  private void fillGroup(Groups groups, int kept, boolean isChosen) throws IOException {
    IntStream.Builder near = IntStream.builder().add(kept);
    int size = 1;
    int i = 0;
    for (; i < candidateCount && size < grouping.maxGroupSize; i++) {
      if (i > 0 && grouping.test.ahead() > 0 && i % grouping.test.ahead() == 0) {
        grouping.test.soon(candidates(i, grouping.test.ahead()).toArray());
      }
      int index = order.indexes[(int) candidates[i]];
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
        assign(index);
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
    candidateCount = 0;
    for (int index : group) {
      if (index != kept) {
        addCandidate(kept, index);
      }
    }
    Arrays.sort(candidates, 0, candidateCount);
    IntStream.Builder near = IntStream.builder().add(kept);
    for (int i = 0; i < candidateCount; i++) {
      int index = order.indexes[(int) candidates[i]];
      int distance = (int) (candidates[i] >>> Integer.SIZE);
      if (areNear(kept, index, distance)) {
        near.add(index);
      }
    }
    return near.build().toArray();
  }

  private void assign(int index) {
    assigned[index] = true;
    byFingerprint.assign(index);
    if (byWords != null) {
      byWords.assign(index);
    }
  }
}
