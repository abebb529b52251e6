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
 * Finds all pairs of fingerprints within a distance. Each pair is found once, and none is missed.
 *
 * <pre>{@code
 * DistinctFingerprints set = DistinctFingerprints.of(reader, "near");
 * SimilarityJoin.within(10).pairs(set, (left, right, distance) -> ...);
 * }</pre>
 *
 * <p>The consumer is called on the thread that called the join, in an order that does not depend on
 * the number of threads. The order may differ on another machine or JVM, because the plan of a join
 * depends on whether the JVM has a vector popcount. If the consumer or the progress callback throws
 * an exception, the join ends with this exception; if the calling thread is interrupted, it ends
 * with an {@link java.io.InterruptedIOException}. No thread is left behind. Immutable.
 */
public final class SimilarityJoin {

  /** Receives the pairs within the distance. */
  @FunctionalInterface
  public interface PairConsumer {
    /**
     * Receives one pair. Each pair comes once.
     *
     * @param left a document, or the number of a fingerprint
     * @param right another document, or the number of its fingerprint
     * @param distance the distance in bits
     * @throws IOException if the consumer fails; the join ends and throws the exception
     */
    void accept(int left, int right, int distance) throws IOException;
  }

  /** Drops some edges between distinct fingerprints, on any thread, before they are passed on. */
  interface EdgeFilter {
    boolean leavesOut(int left, int right);

    /** Adds the number of edges that a task dropped. */
    void count(long edges);
  }

  /** The maximum number of threads. */
  private static final int MAX_THREADS = 1024;

  final int maxDistance;
  final int threads;
  private final DoubleConsumer progress;

  /** The number of blocks into which 64 bits are divided, or 0 for the cheapest number. */
  final int blocks;

  /** The filter that drops edges, or null if all edges are passed on. */
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
   * {@return a join of all pairs within a distance, on all cores}
   *
   * @param maxDistance the maximum distance in bits, 0 to 256; may exceed the width of the
   *     fingerprints
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
   * @param threads the number of threads, 1 to {@value #MAX_THREADS}
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
   * Reports the progress from time to time: the share of the estimated work that is done.
   *
   * @param progress the consumer that receives 0 to 1 on the thread that called the join, and 1 at
   *     the end, perhaps several times
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

  /** Returns a join like this one, which drops edges between fingerprints of 64 bits. */
  SimilarityJoin filter(EdgeFilter edges) {
    return new SimilarityJoin(maxDistance, blocks, threads, progress, edges);
  }

  /** Returns a join like this one with a fixed number of blocks, 3 to 16. */
  SimilarityJoin blocks(int blocks) {
    return new SimilarityJoin(maxDistance, blocks, threads, progress, filter);
  }

  /**
   * Finds the pairs of documents of a set. Unlike {@link #edges}, this method includes pairs of
   * documents with equal fingerprints.
   *
   * @param set the documents and their fingerprints
   * @param consumer the consumer that receives the pairs
   * @return a summary of the join
   * @throws IOException if the consumer throws it, or if the thread is interrupted
   */
  public Summary pairs(DistinctFingerprints set, PairConsumer consumer) throws IOException {
    set.forEachCopy(consumer);
    PairConsumer inOrder = (a, b, d) -> consumer.accept(Math.min(a, b), Math.max(a, b), d);
    return edges(set, set.documents(set, inOrder));
  }

  /**
   * Finds the pairs of a document of one set and a document of another set.
   *
   * @param left the set of the first document of each pair
   * @param right the set of the second document of each pair
   * @param consumer the consumer that receives the pairs
   * @return a summary of the join
   * @throws IllegalArgumentException if the sets are of different schemes or widths
   * @throws IOException if the consumer throws it, or if the thread is interrupted
   */
  public Summary pairs(DistinctFingerprints left, DistinctFingerprints right, PairConsumer consumer)
      throws IOException {
    return edges(left, right, left.documents(right, consumer));
  }

  /** Returns a join whose progress goes from one share to another, as a part of a larger task. */
  SimilarityJoin part(double from, double to) {
    return progress(done -> progress.accept(from + done * (to - from)));
  }

  /**
   * Finds the pairs of distinct fingerprints of a set.
   *
   * @param set the fingerprints
   * @param consumer the consumer that receives the numbers of the two fingerprints, 0 to {@code
   *     set.size() - 1}, the smaller one first
   * @return a summary of the join
   * @throws IOException if the consumer throws it, or if the thread is interrupted
   */
  public Summary edges(DistinctFingerprints set, PairConsumer consumer) throws IOException {
    return join(set, set, true, consumer);
  }

  /** Finds the pairs of a fingerprint of one set and a fingerprint of another set. */
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
    if (left.lanes() != right.lanes() && left.size() > 0 && right.size() > 0) {
      throw new IllegalArgumentException(
          "the sets have "
              + left.lanes()
              + " and "
              + right.lanes()
              + " lanes, expected the same number");
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
        left.lanes() == 1 && right.lanes() == 1 // an empty set counts as a set of 64 bits
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
   * A summary of the pairs that a join found, and of its cost.
   *
   * @param edges the number of pairs of distinct fingerprints; between two sets, equal fingerprints
   *     count as pairs, too
   * @param pairsByDistance the numbers of pairs of documents at distance 0, 1, and so on
   * @param comparisons the number of comparisons of fingerprints
   * @param bytes the peak heap size of the join in bytes, without the fingerprints themselves
   * @param plan a description of the plan
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

    /**
     * {@return the number of pairs of documents within the distance, equal fingerprints included}
     */
    public long pairs() {
      return pairsByDistance.stream().mapToLong(Long::longValue).sum();
    }
  }
}
