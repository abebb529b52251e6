package io.github.lucenesimhash.join;

import io.github.lucenesimhash.join.Grouping.Lookahead;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.lucene.util.ArrayUtil;

/**
 * Forms the groups that {@link Grouping#stars} defines. A document that is in no group yet is free.
 */
final class Stars {

  private static final int PROGRESS_STEP = 256; // the number of documents between reports
  private static final int LOOKS =
      64; // the maximum number of candidates to look at for each fetched document

  private final Grouping grouping;
  private final Lookahead lookahead; // null if no texts are fetched ahead
  private final KeepOrder order;
  private final Neighbours neighbours;

  /**
   * The free documents near the kept one. A candidate holds the distance and the ordinal in keep
   * order.
   */
  private long[] candidates = new long[64];

  private int candidateCount;
  private int looked; // the index after the last candidate that was looked at

  /** The ordinal before which texts of free documents and their first neighbours are fetched. */
  private int fetched;

  Stars(Grouping grouping, DistinctFingerprints set) {
    this.grouping = grouping;
    lookahead = grouping.lookahead;
    order = new KeepOrder(grouping, set);
    neighbours = new Neighbours(grouping, order);
  }

  Groups groups() throws IOException {
    Groups groups = new Groups(neighbours.join(0), order.set.values);
    int count = order.documents.length;
    for (int kept = 0; kept < count; kept++) {
      if (kept % PROGRESS_STEP == 0) {
        grouping.progress.accept((double) kept / count);
      }
      if (kept == neighbours.end()) {
        groups.joinedAgain(neighbours.join(kept));
      }
      if (isKept(kept)) {
        if (kept >= fetched && lookahead != null) {
          fetchFrom(kept);
        }
        if (kept >= order.known) {
          neighbours.assign(kept);
        }
        if (!neighbours.isAlone(kept)) {
          gatherCandidates(kept);
          fillGroup(groups, kept);
        }
      }
    }
    grouping.progress.accept(1);
    groups.leaveOut(neighbours.leftOut());
    return groups;
  }

  /** Returns whether a document is kept, given the groups of all documents before it. */
  private boolean isKept(int ordinal) {
    return ordinal < order.known || neighbours.isFree(ordinal);
  }

  private void gatherCandidates(int kept) {
    candidateCount = 0;
    neighbours.forEachFree(kept, ordinal -> addCandidate(kept, ordinal));
    Arrays.sort(candidates, 0, candidateCount);
  }

  private void addCandidate(int kept, int ordinal) {
    candidates = ArrayUtil.grow(candidates, candidateCount + 1);
    candidates[candidateCount++] =
        (long) neighbours.distance(kept, ordinal) << Integer.SIZE | ordinal;
  }

  /**
   * Fetches the texts of this document, the next ones and their neighbours, as many as may be
   * fetched at a time.
   */
  private void fetchFrom(int ordinal) throws IOException {
    IntStream.Builder soon = IntStream.builder();
    int most = lookahead.most();
    int room = most;
    int last = Math.min(order.documents.length, neighbours.end());
    long looks = (long) LOOKS * room; // because many candidates may not need a fetched text
    for (fetched = ordinal; fetched < last && room > 0 && looks > 0; fetched++) {
      if (isKept(fetched) && !neighbours.isAlone(fetched)) {
        gatherCandidates(fetched);
        looks -= candidateCount;
        int[] others = needed(fetched, 0, room);
        if (others.length >= room && room < most) {
          break;
        }
        if (others.length > 0) {
          soon.add(order.documents[fetched]);
          IntStream.of(others).limit(room - 1).forEach(soon::add);
          room -= Math.min(room, 1 + others.length);
        }
      }
    }
    lookahead.fetch(soon.build().toArray());
  }

  /** Returns the next candidates, from an index on, whose test needs a fetched text. */
  private int[] needed(int kept, int from, int most) throws IOException {
    IntStream.Builder first = IntStream.builder();
    int found = 0;
    for (looked = from; looked < candidateCount && found < most; looked++) {
      int document = order.documents[(int) candidates[looked]];
      if ((int) candidates[looked] != kept && lookahead.isNeeded(order.documents[kept], document)) {
        first.add(document);
        found++;
      }
    }
    return first.build().toArray();
  }

  private void fillGroup(Groups groups, int kept) throws IOException {
    add(groups, kept);
    looked = lookahead == null ? candidateCount : lookahead.most(); // the first texts are fetched
    for (int i = 0; i < candidateCount; i++) {
      if (i == looked) {
        lookahead.fetch(needed(kept, i, lookahead.most()));
      }
      if (areNearDuplicates(kept, candidates[i])) {
        add(groups, (int) candidates[i]);
      }
    }
    groups.end();
  }

  private void add(Groups groups, int ordinal) {
    groups.add(order.documents[ordinal], neighbours.number(ordinal));
    if (neighbours.isFree(ordinal)) {
      neighbours.assign(ordinal);
    }
  }

  private boolean areNearDuplicates(int kept, long candidate) throws IOException {
    int distance = (int) (candidate >>> Integer.SIZE);
    return grouping.test.test(order.documents[kept], order.documents[(int) candidate], distance);
  }
}
