/**
 * Finds all near-duplicates of a collection: every pair of fingerprints within a distance, in one
 * set or between two, and from the pairs groups of documents.
 *
 * <ol>
 *   <li>{@link io.github.lucenesimhash.join.DistinctFingerprints}: what is joined, each value once,
 *       from {@code CollectedFingerprints}; a {@code FingerprintArray} sorted by {@code
 *       FingerprintSort}.
 *   <li>{@link io.github.lucenesimhash.join.SimilarityJoin}: the pairs. {@code JoinPlan} chooses
 *       the blocks of bits in which fingerprints must be near to be compared; {@code BlockJoin}
 *       compares the {@code Buckets} of a block, a {@code BucketGroup} of neighbours at a time,
 *       each bucket with a {@code Tile} of others, by {@code Slices} where that is faster; {@code
 *       WideJoin} joins each word of 64 bits by itself where there are several. A {@link
 *       io.github.lucenesimhash.join.SimilarityJoin.Summary} says what it took.
 *   <li>{@link io.github.lucenesimhash.join.Grouping}: {@link io.github.lucenesimhash.join.Groups}
 *       around kept documents: {@code Stars} in {@code KeepOrder}, of the {@code Neighbours} that
 *       joins find, whose {@code EdgeLists} are bounded.
 *   <li>{@link io.github.lucenesimhash.join.OrderedTasks}: work on several threads with results in
 *       order, also for {@code evaluate}, {@code corpus} and {@code cli}.
 * </ol>
 *
 * <p>May import Lucene core, {@code search} and {@code fingerprint}.
 */
package io.github.lucenesimhash.join;
