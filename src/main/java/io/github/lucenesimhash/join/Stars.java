package io.github.lucenesimhash.join;

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
  private final Reach reach;

  /** Free documents around the kept one: distance and ordinal in keep order. */
  private long[] candidates = new long[64];

  private int candidateCount;

  /** The documents around free ones before this ordinal are announced to the test. */
  private int announced;

  Stars(Grouping grouping, DistinctFingerprints set) {
    this.grouping = grouping;
    this.set = set;
    order = new KeepOrder(grouping, set);
    reach = new Reach(grouping, set, order);
    for (int ordinal = 0; ordinal < order.known; ordinal++) {
      reach.assign(order.indexes[ordinal]);
    }
  }

  Groups groups() throws IOException {
    Groups groups = new Groups(set, reach.join(0, grouping.join));
    for (int ordinal = 0; ordinal < set.documents(); ordinal++) {
      if (ordinal % PROGRESS_STEP == 0) {
        grouping.progress.accept((double) ordinal / set.documents());
      }
      if (ordinal == reach.end()) {
        reach.join(ordinal, grouping.join.again());
      }
      int kept = order.indexes[ordinal];
      if (isKept(ordinal)) {
        if (ordinal >= announced && grouping.test.ahead() > 0) {
          announceFrom(ordinal);
        }
        if (ordinal >= order.known) {
          reach.assign(kept);
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
    return ordinal < order.known || reach.isFree(order.indexes[ordinal]);
  }

  private void gatherCandidates(int kept) {
    candidateCount = 0;
    reach.forEachFree(kept, index -> addCandidate(kept, index));
    Arrays.sort(candidates, 0, candidateCount);
    int all = candidateCount;
    candidateCount = 0;
    for (int i = 0; i < all; i++) { // two joins may have found it
      if (i == 0 || candidates[i] != candidates[i - 1]) {
        candidates[candidateCount++] = candidates[i];
      }
    }
  }

  private void addCandidate(int kept, int index) {
    candidates = ArrayUtil.grow(candidates, candidateCount + 1);
    candidates[candidateCount++] =
        (long) reach.distance(kept, index) << Integer.SIZE | order.ordinals[index];
  }

  /** Tells the test of documents around this ordinal and those behind it. */
  private void announceFrom(int ordinal) throws IOException {
    IntStream.Builder soon = IntStream.builder();
    int room = grouping.test.ahead();
    int last = Math.min(set.documents(), reach.end());
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
        .mapToInt(candidate -> set.documentAt(index(candidate)));
  }

  private int index(long candidate) {
    return order.indexes[(int) candidate];
  }

  private void fillGroup(Groups groups, int kept, boolean isChosen) throws IOException {
    IntStream.Builder near = IntStream.builder().add(kept);
    int size = 1;
    int i = 0;
    for (; i < candidateCount && size < grouping.maxGroupSize; i++) {
      if (i > 0 && grouping.test.ahead() > 0 && i % grouping.test.ahead() == 0) {
        grouping.test.soon(candidates(i, grouping.test.ahead()).toArray());
      }
      if (areNear(kept, candidates[i])) {
        size++;
        near.add(index(candidates[i]));
      }
    }
    while (i < candidateCount && !areWithinReach(kept, candidates[i])) {
      i++;
    }
    boolean isCapped = i < candidateCount;
    int[] group = near.build().toArray();
    if (isChosen && size > 1 && grouping.choice != null) {
      group = around(chosen(group), group);
    }
    for (int index : group) {
      groups.add(index);
      if (reach.isFree(index)) {
        reach.assign(index);
      }
    }
    groups.end(isCapped);
  }

  private boolean areNear(int kept, long candidate) throws IOException {
    return areWithinReach(kept, candidate)
        && grouping.test.test(
            set.documentAt(kept), set.documentAt(index(candidate)), distance(candidate));
  }

  private boolean areWithinReach(int kept, long candidate) {
    int left = set.documentAt(kept);
    int right = set.documentAt(index(candidate));
    ShortTextJoin shortTexts = grouping.shortTexts;
    if (shortTexts != null && shortTexts.areCompared(left, right)) {
      return shortTexts.resemblance(left, right) > 0;
    }
    return distance(candidate) <= grouping.join.maxDistance;
  }

  private static int distance(long candidate) {
    return (int) (candidate >>> Integer.SIZE);
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
      if (areNear(kept, candidates[i])) {
        near.add(index(candidates[i]));
      }
    }
    return near.build().toArray();
  }
}
