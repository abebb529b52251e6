package io.github.lucenesimhash.join;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.function.DoubleConsumer;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;

/**
 * Groups near-duplicates by the pairs that a join finds.
 *
 * <pre>{@code
 * Groups groups = Grouping.stars(SimilarityJoin.within(12)).keep(d -> -length[d]).of(set);
 * }</pre>
 *
 * <p>Groups are {@linkplain #stars stars}: each member is near the kept document of its group.
 * Groups are not chains, in which many small steps can connect texts that are not alike; to build
 * chains, use the pairs of {@link SimilarityJoin}. The groups do not depend on the number of
 * threads. For use by one thread.
 */
public final class Grouping {

  /** Decides whether two documents whose fingerprints are near are really near-duplicates. */
  @FunctionalInterface
  public interface PairTest {

    /**
     * {@return true if the right document may be dropped because the left one stays}
     *
     * @param left the document that stays
     * @param right the document that may be dropped
     * @param distance the distance of their fingerprints in bits, at most that of the join
     * @throws IOException if the test fails; the grouping ends and throws the exception
     */
    boolean test(int left, int right, int distance) throws IOException;
  }

  /** Fetches the texts of several documents before the test needs them. */
  public interface Lookahead {

    /** {@return the largest number of documents to fetch at a time, at least 1} */
    int most();

    /**
     * {@return false if the test of two documents needs no fetched text}
     *
     * @param left a document
     * @param right another document
     * @throws IOException if the lookahead fails; the grouping ends and throws the exception
     */
    boolean isNeeded(int left, int right) throws IOException;

    /**
     * Fetches the texts of documents that will probably be tested next.
     *
     * @param documents the documents, at most {@link #most}, in any order
     * @throws IOException if the lookahead fails; the grouping ends and throws the exception
     */
    void fetch(int[] documents) throws IOException;
  }

  /** Decides from the keys of two documents that the documents are not near-duplicates. */
  @FunctionalInterface
  public interface KeyTest {

    /**
     * {@return true only if the {@link PairTest} would reject the two documents in either order}
     *
     * @param key the key of one document, not 0
     * @param other the key of the other document, not 0
     */
    boolean areApart(long key, long other);
  }

  private static final int MIN_EDGES = 1 << 24;
  private static final int MAX_EDGES = 1 << 29; // limited by the size of an array

  final SimilarityJoin join;
  List<IntToLongFunction> ranks = List.of();
  IntPredicate known; // null if no document is known
  PairTest test = (left, right, distance) -> true;
  Lookahead lookahead; // null if no texts are fetched ahead
  IntToLongFunction keys = document -> 0;
  KeyTest areApart; // null if no pair is dropped
  DoubleConsumer progress = share -> {};

  /** The maximum number of edges in memory, or 0 for the default, which depends on the set. */
  private int maxEdges;

  private Grouping(SimilarityJoin join) {
    this.join = Objects.requireNonNull(join, "join");
  }

  /**
   * Creates a grouping into stars (the leader algorithm). The first document in the order of {@link
   * #keep} is kept, and all documents near it join its group; this is repeated with the documents
   * that are in no group yet. See {@link #maxEdges} for the memory.
   *
   * @param join the join that finds the pairs
   * @return a grouping that keeps the first document of each group
   */
  public static Grouping stars(SimilarityJoin join) {
    return new Grouping(join);
  }

  /**
   * Sets the ranks by which a group keeps a document: the document with the lowest rank, ties by
   * the next rank, then by document. By default the first document is kept; {@code d -> -length[d]}
   * keeps the longest, {@code d -> -time[d]} the newest.
   *
   * @param ranks the functions that return a rank of a document, the most important first
   * @return this
   */
  public Grouping keep(IntToLongFunction... ranks) {
    this.ranks = List.of(ranks);
    return this;
  }

  /**
   * Keeps some documents in any case. These documents are not compared with each other, and come
   * before all others whatever their rank, sorted by document.
   *
   * @param known the predicate that returns true for these documents
   * @return this
   */
  public Grouping keepAlways(IntPredicate known) {
    this.known = Objects.requireNonNull(known, "known");
    return this;
  }

  /**
   * Lets a document join a group only if it passes a test with the kept document. The test is
   * called on the calling thread, with a kept document as left and a document that is in no group
   * yet as right.
   *
   * @param test the test that compares two documents of the set
   * @return this
   */
  public Grouping verify(PairTest test) {
    this.test = Objects.requireNonNull(test, "test");
    return this;
  }

  /**
   * Fetches the texts of documents before the {@linkplain #verify test} needs them, on the calling
   * thread.
   *
   * @param lookahead the lookahead, which fetches texts of documents of the set
   * @return this
   */
  public Grouping lookahead(Lookahead lookahead) {
    this.lookahead = Objects.requireNonNull(lookahead, "lookahead");
    return this;
  }

  /**
   * Drops, if there are very many pairs, most pairs that the {@linkplain #verify test} would
   * reject, by comparing keys of the documents. Any two texts of one template that differ only in a
   * number can make a pair. {@link Groups#leftOut} returns the number of dropped pairs.
   *
   * @param keys the function that returns the key of a document, or 0 if it has none; called on the
   *     calling thread
   * @param areApart the test that compares two keys; called on any thread
   * @return this
   */
  public Grouping dropPairs(IntToLongFunction keys, KeyTest areApart) {
    this.keys = Objects.requireNonNull(keys, "keys");
    this.areApart = Objects.requireNonNull(areApart, "areApart");
    return this;
  }

  /**
   * Reports the progress from time to time: the share of documents, in keep order, that are kept or
   * in a group.
   *
   * @param progress the consumer that receives a number from 0 to 1 on the calling thread after the
   *     join, and finally 1
   * @return this
   */
  public Grouping progress(DoubleConsumer progress) {
    this.progress = Objects.requireNonNull(progress, "progress");
    return this;
  }

  /**
   * Sets the maximum number of edges in memory. An edge is a pair of near fingerprints, and takes
   * 16 bytes. If there are more edges, some documents are joined again later. All edges of one
   * document are held, even if they exceed the maximum. The default is 2^24, or four for each
   * distinct fingerprint if that is more, but at most 2^29.
   *
   * @param edges the maximum number of edges, 1 to 2^29
   * @return this
   */
  public Grouping maxEdges(int edges) {
    if (edges < 1 || edges > MAX_EDGES) {
      throw new IllegalArgumentException("maxEdges is " + edges + ", expected 1 to " + MAX_EDGES);
    }
    maxEdges = edges;
    return this;
  }

  /**
   * {@return the groups of a set}
   *
   * @param set the documents and their fingerprints
   * @throws IOException if a callback throws it, or if the thread is interrupted
   */
  public Groups of(DistinctFingerprints set) throws IOException {
    return new Stars(this, areApart == null ? set : set.split(keys)).groups();
  }

  int maxEdges(DistinctFingerprints set) {
    return maxEdges > 0 ? maxEdges : Math.clamp(4L * set.size(), MIN_EDGES, MAX_EDGES);
  }
}
