package io.github.lucenesimhash.join;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.function.DoubleConsumer;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;

/**
 * Makes groups of near-duplicates from the pairs of a join.
 *
 * <pre>{@code
 * Groups groups = Grouping.stars(SimilarityJoin.within(12)).keep(d -> -length[d]).of(set);
 * }</pre>
 *
 * <p>Groups are {@linkplain #stars stars}: each member is near the document that is kept for it.
 * They are not chains, in which small steps lead to texts that are not alike; make chains of the
 * pairs of {@link SimilarityJoin}. The groups do not depend on the number of threads. An instance
 * is for use by one thread.
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
     * @param distance of their fingerprints in bits, at most that of the join
     * @throws IOException ends the grouping, which throws it on
     */
    boolean test(int left, int right, int distance) throws IOException;
  }

  /** Fetches the texts of several documents before they are tested. */
  public interface Lookahead {

    /** {@return the largest number of documents to fetch at a time, at least 1} */
    int most();

    /**
     * {@return false if the test of two documents needs no fetched text}
     *
     * @param left a document
     * @param right another one
     * @throws IOException ends the grouping, which throws it on
     */
    boolean isNeeded(int left, int right) throws IOException;

    /**
     * Takes documents that will probably be tested next.
     *
     * @param documents in no certain order, at most {@link #most}
     * @throws IOException ends the grouping, which throws it on
     */
    void fetch(int[] documents) throws IOException;
  }

  /** Tells by the keys of two documents that they are no near-duplicates. */
  @FunctionalInterface
  public interface KeyTest {

    /**
     * {@return true only if the {@link PairTest} refuses the two documents, whichever of them
     * stays}
     *
     * @param key the key of one document, not 0
     * @param other the key of the other, not 0
     */
    boolean areApart(long key, long other);
  }

  private static final int MIN_EDGES = 1 << 24;
  private static final int MAX_EDGES = 1 << 29; // an array holds both documents of each

  final SimilarityJoin join;
  List<IntToLongFunction> ranks = List.of();
  IntPredicate known; // null if none is
  PairTest test = (left, right, distance) -> true;
  Lookahead lookahead; // null for none
  IntToLongFunction keys = document -> 0;
  KeyTest areApart; // null for none
  DoubleConsumer progress = share -> {};

  /** Edges that stars hold at a time; 0 for what suits the set. */
  private int maxEdges;

  private Grouping(SimilarityJoin join) {
    this.join = Objects.requireNonNull(join, "join");
  }

  /**
   * Makes star clusters (the leader algorithm): in keep order, each document that is in no group
   * yet is kept, and all other free documents near it join its group. Edges are held in memory, 16
   * bytes each, up to 16 million or four for each distinct fingerprint, whichever is more; if there
   * are more, the documents that are still free are joined again.
   *
   * @param join finds the pairs
   * @return a grouping that keeps the first document of each group, without a limit of size
   */
  public static Grouping stars(SimilarityJoin join) {
    return new Grouping(join);
  }

  /**
   * Keeps the document of lowest rank in a group, ties by the next rank, then by document. By
   * default the first is kept; {@code d -> -length[d]} keeps the longest, {@code d -> -time[d]} the
   * newest.
   *
   * @param ranks of a document, the most important first
   * @return this
   */
  public Grouping keep(IntToLongFunction... ranks) {
    this.ranks = List.of(ranks);
    return this;
  }

  /**
   * Keeps some documents in any case. They are not compared with each other, and come before all
   * others in keep order, by number and without a rank.
   *
   * @param known tells them from the others
   * @return this
   */
  public Grouping known(IntPredicate known) {
    this.known = Objects.requireNonNull(known, "known");
    return this;
  }

  /**
   * Requires that pairs pass a test. It is called on the calling thread, and only for a kept
   * document, left, and a document that is in no group yet.
   *
   * @param test takes documents of the set
   * @return this
   */
  public Grouping verify(PairTest test) {
    this.test = Objects.requireNonNull(test, "test");
    return this;
  }

  /**
   * Fetches documents before the {@linkplain #verify test} needs them. It is called on the calling
   * thread.
   *
   * @param lookahead takes documents of the set
   * @return this
   */
  public Grouping lookahead(Lookahead lookahead) {
    this.lookahead = Objects.requireNonNull(lookahead, "lookahead");
    return this;
  }

  /**
   * Leaves out, by keys of the documents, most pairs that the {@linkplain #verify test} would
   * refuse, where there are very many pairs: texts of one template that differ only in a number
   * make a pair of every two. {@link Groups#leftOut} tells how many were left out.
   *
   * @param keys of documents; 0 where the key says nothing. Asked on the calling thread
   * @param areApart compares two keys; asked on any thread
   * @return this
   */
  public Grouping apart(IntToLongFunction keys, KeyTest areApart) {
    this.keys = Objects.requireNonNull(keys, "keys");
    this.areApart = Objects.requireNonNull(areApart, "areApart");
    return this;
  }

  /**
   * Reports from time to time which share of the documents is in groups or kept.
   *
   * @param progress takes 0 to 1 on the calling thread, after the join; it takes 1 once, at the end
   * @return this
   */
  public Grouping progress(DoubleConsumer progress) {
    this.progress = Objects.requireNonNull(progress, "progress");
    return this;
  }

  /**
   * Limits the edges in memory, but not below those of one document. Documents that are still free
   * when these edges are used up are joined again.
   *
   * @param edges 1 to 2^29, of 16 bytes each
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
   * @param set not changed
   * @throws IOException if a callback threw it, or if interrupted
   */
  public Groups of(DistinctFingerprints set) throws IOException {
    return new Stars(this, areApart == null ? set : set.split(keys)).groups();
  }

  int maxEdges(DistinctFingerprints set) {
    return maxEdges > 0 ? maxEdges : Math.clamp(4L * set.size(), MIN_EDGES, MAX_EDGES);
  }
}
