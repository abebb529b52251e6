package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.join.JoinPlan.Work;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.DoubleConsumer;
import java.util.stream.IntStream;

/**
 * Finds all pairs of near fingerprints: each once, none missed.
 *
 * <pre>{@code
 * DistinctFingerprints set = DistinctFingerprints.of(reader, "near");
 * SimilarityJoin.within(10).pairs(set, (left, right, distance) -> ...);
 * }</pre>
 *
 * <p>The consumer is called on the thread that called the join, in an order that is the same for
 * any number of threads. On another machine or JVM the order may differ, since the plan of a join
 * depends on whether the JVM uses a vector popcount there. What the consumer or the progress
 * callback throws ends the join and all its threads, and is thrown on; an interrupt of the calling
 * thread does the same, as {@link java.io.InterruptedIOException}. Instances are immutable.
 */
public final class SimilarityJoin {

  /** Takes pairs within the distance. */
  @FunctionalInterface
  public interface PairConsumer {
    /**
     * Takes a pair, which comes once.
     *
     * @param left a document, or the number of a fingerprint
     * @param right the other one
     * @param distance in bits
     * @throws IOException ends the join, which throws it on
     */
    void accept(int left, int right, int distance) throws IOException;
  }

  /** Leaves out edges of distinct fingerprints, on any thread, before they are handed on. */
  interface EdgeFilter {
    boolean leavesOut(int left, int right);

    /** Adds the number of edges that a task left out. */
    void count(long edges);
  }

  /** More threads than any machine has cores would need memory and do nothing. */
  private static final int MAX_THREADS = 1024;

  final int maxDistance;
  final int threads;
  private final DoubleConsumer progress;

  /** In how many blocks to divide the 64 bits; 0 for what is cheapest. */
  final int blocks;

  /** Null if all edges are handed on. */
  final EdgeFilter filter;

  private SimilarityJoin(
      int maxDistance, int blocks, int threads, DoubleConsumer progress, EdgeFilter filter) {
    this.filter = filter;
    this.maxDistance = maxDistance;
    this.blocks = blocks;
    this.threads = threads;
    this.progress = progress;
  }

  /**
   * {@return a join on all cores of all pairs within a distance}
   *
   * @param maxDistance in bits, 0 to 256; it may exceed the bits of the fingerprints
   */
  public static SimilarityJoin within(int maxDistance) {
    if (maxDistance < 0 || maxDistance > Fingerprint.MAX_BITS) {
      throw new IllegalArgumentException("distance is " + maxDistance + ", expected 0 to 256");
    }
    int threads = Runtime.getRuntime().availableProcessors();
    return new SimilarityJoin(maxDistance, 0, threads, share -> {}, null);
  }

  /**
   * Sets the number of threads besides the one that calls the join.
   *
   * @param threads 1 to {@value #MAX_THREADS}
   * @return a join like this one
   */
  public SimilarityJoin threads(int threads) {
    if (threads < 1 || threads > MAX_THREADS) {
      throw new IllegalArgumentException(
          "threads is " + threads + ", expected 1 to " + MAX_THREADS);
    }
    return new SimilarityJoin(maxDistance, blocks, threads, progress, filter);
  }

  /**
   * Reports from time to time which share of the estimated work is done.
   *
   * @param progress takes 0 to 1 on the thread that called the join; 1 at the end, perhaps several
   *     times
   * @return a join like this one
   */
  public SimilarityJoin progress(DoubleConsumer progress) {
    Objects.requireNonNull(progress, "progress");
    return new SimilarityJoin(maxDistance, blocks, threads, progress, filter);
  }

  /** Returns a join within another distance. */
  SimilarityJoin distance(int bits) {
    return new SimilarityJoin(bits, blocks, threads, progress, filter);
  }

  /** Returns a join like this one, which leaves out edges of fingerprints of one word. */
  SimilarityJoin filter(EdgeFilter edges) {
    return new SimilarityJoin(maxDistance, blocks, threads, progress, edges);
  }

  /** Returns a join with so many blocks, 3 to 16, whatever they cost. */
  SimilarityJoin blocks(int blocks) {
    return new SimilarityJoin(maxDistance, blocks, threads, progress, filter);
  }

  /**
   * Finds the pairs of documents of a set, pairs of copies included, which {@link #edges} leaves
   * out.
   *
   * @param set the documents
   * @param consumer takes the pairs as they are found
   * @return what was found
   * @throws IOException that the consumer threw, or if interrupted
   */
  public Summary pairs(DistinctFingerprints set, PairConsumer consumer) throws IOException {
    set.forEachCopy(consumer);
    PairConsumer inOrder = (a, b, d) -> consumer.accept(Math.min(a, b), Math.max(a, b), d);
    return edges(set, set.documents(set, inOrder));
  }

  /**
   * Finds the pairs of a document of one set and a document of another.
   *
   * @param left first of each pair
   * @param right second of each pair
   * @param consumer takes the pairs as they are found
   * @return what was found
   * @throws IllegalArgumentException if different schemes made the sets
   * @throws IOException that the consumer threw, or if interrupted
   */
  public Summary pairs(DistinctFingerprints left, DistinctFingerprints right, PairConsumer consumer)
      throws IOException {
    return edges(left, right, left.documents(right, consumer));
  }

  /** Returns a join as a part of a larger task. */
  SimilarityJoin part(double from, double to) {
    return progress(done -> progress.accept(from + done * (to - from)));
  }

  /**
   * Finds the pairs of distinct fingerprints of a set, by number, the smaller number left.
   *
   * @param set numbers the fingerprints
   * @param consumer takes numbers, 0 to {@code set.size() - 1}
   * @return what was found
   * @throws IOException that the consumer threw, or if interrupted
   */
  public Summary edges(DistinctFingerprints set, PairConsumer consumer) throws IOException {
    return join(set, set, true, consumer);
  }

  /** Delivers the pairs of a fingerprint of one set and one of another. */
  Summary edges(DistinctFingerprints left, DistinctFingerprints right, PairConsumer consumer)
      throws IOException {
    if (left.schemeId != null && right.schemeId != null && !left.schemeId.equals(right.schemeId)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "the left set was made by scheme %s, the right set by scheme %s, expected one scheme",
              left.schemeId,
              right.schemeId));
    }
    if (left.words() != right.words() && left.size() > 0 && right.size() > 0) {
      throw new IllegalArgumentException(
          "the sets have " + left.words() + " and " + right.words() + " words, expected as many");
    }
    return join(left, right, false, consumer);
  }

  private Summary join(
      DistinctFingerprints left, DistinctFingerprints right, boolean self, PairConsumer consumer)
      throws IOException {
    long[] pairs = new long[maxDistance + 1];
    for (int number = 0; self && number < left.size(); number++) {
      pairs[0] += left.copies(number) * (left.copies(number) - 1L) / 2;
    }
    long[] edges = new long[1];
    PairConsumer counting =
        (a, b, distance) -> {
          edges[0]++;
          pairs[distance] += (long) left.copies(a) * right.copies(b);
          consumer.accept(a, b, distance);
        };
    Work work =
        left.words() == 1 && right.words() == 1 // an empty set is of one word
            ? BlockJoin.run(left, right, self, this, null, counting, progress)
            : new WideJoin(left, right, self, this).run(counting, progress);
    progress.accept(1);
    return new Summary(
        edges[0],
        Arrays.stream(pairs).boxed().toList(),
        work.comparisons(),
        work.bytes(),
        work.plan());
  }

  /**
   * Summary of a join: the pairs it found and the cost.
   *
   * @param edges pairs of distinct fingerprints; between two sets, pairs of equal ones count too
   * @param pairsByDistance pairs of documents at distance 0, 1, and so on, copies among them
   * @param comparisons fingerprints compared
   * @param bytes the most heap that the join took at a time, besides the fingerprints themselves
   * @param plan how it was done, in words
   */
  public record Summary(
      long edges, List<Long> pairsByDistance, long comparisons, long bytes, String plan) {

    Summary plus(Summary next) {
      return new Summary(
          edges + next.edges,
          IntStream.rangeClosed(0, maxDistance())
              .mapToObj(d -> pairsByDistance.get(d) + next.pairsByDistance.get(d))
              .toList(),
          comparisons + next.comparisons,
          Math.max(bytes, next.bytes),
          plan + "; then " + next.plan);
    }

    /** {@return the distance of the join in bits} */
    public int maxDistance() {
      return pairsByDistance.size() - 1;
    }

    /** {@return the number of pairs of documents within the distance, copies among them} */
    public long pairs() {
      return pairsByDistance.stream().mapToLong(Long::longValue).sum();
    }
  }
}
