package io.github.lucenesimhash.join;

import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntToLongFunction;

/**
 * Groups of near-duplicates, made of the pairs of a join.
 *
 * <pre>{@code
 * Groups groups = Grouping.stars(SimilarityJoin.within(12)).keep(d -> -length[d]).of(set);
 * }</pre>
 *
 * <p>{@linkplain #stars Stars} are the safe way: each member is within reach of the document that
 * is kept for it. {@linkplain #components Components} follow chains: texts that differ in small
 * steps all become one group, though its ends may have nothing in common. Both are the same for any
 * number of threads. Instances are immutable.
 */
public final class Grouping {

  /** Decides whether two documents whose fingerprints are near are really near-duplicates. */
  @FunctionalInterface
  public interface PairTest {

    /** Whether these two may be in one group because of each other, whichever is left. */
    boolean test(int left, int right, int distance) throws IOException;

    /** How many documents to announce by {@link #soon} for a test that fetches; 0 for none. */
    default int ahead() {
      return 0;
    }

    /** Announces at most {@link #ahead} documents that will probably be tested soon. */
    default void soon(int[] documents) throws IOException {}
  }

  private static final PairTest PASS_ALL = (left, right, distance) -> true;
  private static final int MIN_EDGES = 1 << 24;
  private static final int MAX_EDGES = 1 << 29;

  final SimilarityJoin join;
  private final boolean stars;
  private final IntToLongFunction rank;
  final PairTest test;
  final int maxGroupSize;

  /** Edges that stars hold at a time; 0 for what suits the set. */
  private final int maxEdges;

  private Grouping(
      SimilarityJoin join,
      boolean stars,
      IntToLongFunction rank,
      PairTest test,
      int maxGroupSize,
      int maxEdges) {
    this.join = Objects.requireNonNull(join, "join");
    this.stars = stars;
    this.rank = Objects.requireNonNull(rank, "rank");
    this.test = Objects.requireNonNull(test, "test");
    this.maxGroupSize = maxGroupSize;
    this.maxEdges = maxEdges;
  }

  /**
   * Star clusters (the leader algorithm): in keep order, each document that is in no group yet is
   * kept, and all others in no group that are within reach of it join its group. Edges are held in
   * memory, 16 bytes each, up to 16 million or four for each distinct fingerprint, whichever is
   * more; beyond that the join runs again for the rest.
   */
  public static Grouping stars(SimilarityJoin join) {
    return new Grouping(join, true, document -> 0, PASS_ALL, Integer.MAX_VALUE, 0);
  }

  /**
   * Groups of all documents that a chain of pairs connects; the first in keep order is kept. Takes
   * 10 bytes a document.
   */
  public static Grouping components(SimilarityJoin join) {
    return new Grouping(join, false, document -> 0, PASS_ALL, Integer.MAX_VALUE, 0);
  }

  /**
   * Which document of a group is kept: the one of lowest rank, ties by document. The first by
   * default; {@code d -> -length[d]} keeps the longest, {@code d -> -time[d]} the newest.
   */
  public Grouping keep(IntToLongFunction rank) {
    return new Grouping(join, stars, rank, test, maxGroupSize, maxEdges);
  }

  /**
   * Pairs must pass this test besides. It is asked on the calling thread, and only where the answer
   * matters: of a star's kept document and a free one, of two documents that no chain connects yet.
   */
  public Grouping verify(PairTest test) {
    return new Grouping(join, stars, rank, test, maxGroupSize, maxEdges);
  }

  /**
   * No group gets larger. A star takes the nearest, and the others may form stars of their own; a
   * pair that would make a component too large does not connect. {@link Groups#capped} tells how
   * often.
   *
   * @param documents at least 2
   */
  public Grouping maxGroupSize(int documents) {
    if (documents < 2) {
      throw new IllegalArgumentException("maxGroupSize is " + documents + ", expected 2 or more");
    }
    return new Grouping(join, stars, rank, test, documents, maxEdges);
  }

  /**
   * Stars of no more edges in memory than this, or than one document has; they join again for the
   * rest.
   *
   * @param edges at least 1, of 16 bytes each
   */
  public Grouping maxEdges(int edges) {
    if (edges < 1) {
      throw new IllegalArgumentException("maxEdges is " + edges + ", expected 1 or more");
    }
    return new Grouping(join, stars, rank, test, maxGroupSize, edges);
  }

  /** Joins the set with itself and groups it. */
  public Groups of(DistinctFingerprints set) throws IOException {
    KeepOrder order = new KeepOrder(set, rank);
    return stars ? new Stars(this, set, order).groups() : new Components(this, set, order).groups();
  }

  int maxEdges(DistinctFingerprints set) {
    return maxEdges > 0 ? maxEdges : Math.clamp(4L * set.size(), MIN_EDGES, MAX_EDGES);
  }

  /** All documents in the order in which they are kept: lowest rank first, ties by document. */
  static final class KeepOrder {

    /** By the ordinal in this order: the document's index in the order of values. */
    final int[] indexes;

    /** By that index: the document's ordinal. */
    final int[] ordinals;

    private KeepOrder(DistinctFingerprints set, IntToLongFunction rank) {
      indexes = new int[set.documents()];
      Arrays.setAll(indexes, index -> index);
      long[] keys = new long[indexes.length];
      Arrays.setAll(keys, set::documentAt);
      FingerprintSort.sort(keys, indexes);
      Arrays.setAll(keys, i -> rank.applyAsLong(set.documentAt(indexes[i])) ^ Long.MIN_VALUE);
      FingerprintSort.sort(keys, indexes);
      ordinals = new int[indexes.length];
      for (int i = 0; i < indexes.length; i++) {
        ordinals[indexes[i]] = i;
      }
    }
  }
}
