package io.github.lucenesimhash.join;

import java.io.IOException;
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

  private static final int MIN_EDGES = 1 << 24;
  private static final int MAX_EDGES = 1 << 29;

  private final SimilarityJoin join;
  private final boolean stars;
  private final IntToLongFunction rank;
  private final PairTest test;
  private final int maxGroupSize;

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
   * Groups around kept documents: in keep order, whoever is in no group yet is kept, and every
   * document within reach that is in no group yet joins it. The edges of the join are held in
   * memory, 16 bytes each, up to 16 million or four for each distinct fingerprint, whichever is
   * more; beyond that the join runs again for the rest.
   */
  public static Grouping stars(SimilarityJoin join) {
    return new Grouping(join, true, document -> 0, Grouping::passAll, Integer.MAX_VALUE, 0);
  }

  /**
   * Groups of all documents that a chain of pairs connects; the first in keep order is kept. Takes
   * 10 bytes a document.
   */
  public static Grouping components(SimilarityJoin join) {
    return new Grouping(join, false, document -> 0, Grouping::passAll, Integer.MAX_VALUE, 0);
  }

  private static boolean passAll(int left, int right, int distance) {
    return true;
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
   * @throws IllegalArgumentException if it is less
   */
  public Grouping maxGroupSize(int documents) {
    if (documents < 2) {
      throw new IllegalArgumentException("maxGroupSize is " + documents + ", expected 2 or more");
    }
    return new Grouping(join, stars, rank, test, documents, maxEdges);
  }

  /**
   * The same groups with no more edges in memory than this, or than one document has: stars join
   * again for the rest. Components hold none.
   *
   * @param edges at least 1, of 16 bytes each
   * @throws IllegalArgumentException if it is less
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
    if (stars) {
      int edges = maxEdges > 0 ? maxEdges : Math.clamp(4L * set.size(), MIN_EDGES, MAX_EDGES);
      return new Stars(set, join, edges, order, test, maxGroupSize).groups();
    }
    return Components.groups(set, join, order, test, maxGroupSize);
  }
}
