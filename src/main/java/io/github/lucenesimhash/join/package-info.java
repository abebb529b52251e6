/**
 * Finds all near-duplicates of a collection: every pair of fingerprints within a distance, in one
 * set or between two sets, and groups of documents made from the pairs.
 *
 * <ol>
 *   <li>{@link io.github.lucenesimhash.join.DistinctFingerprints} holds the fingerprints to join,
 *       each value once. {@code CollectedFingerprints} gathers them, {@code FingerprintSort} sorts
 *       their {@code FingerprintArray}.
 *   <li>{@link io.github.lucenesimhash.join.SimilarityJoin} finds the pairs. {@code JoinPlan}
 *       chooses the blocks of bits in which fingerprints must be near to be compared. {@code
 *       BlockJoin} compares the {@code Buckets} of a block: a {@code BucketGroup} at a time, each
 *       bucket with a {@code Tile} of others, by {@code Slices} where that is faster. {@code
 *       WideJoin} joins fingerprints of several lanes of 64 bits. A {@link
 *       io.github.lucenesimhash.join.SimilarityJoin.Summary} counts pairs and costs.
 *   <li>{@link io.github.lucenesimhash.join.Grouping} makes {@link
 *       io.github.lucenesimhash.join.Groups} around kept documents. {@code Stars} goes through the
 *       documents in {@code KeepOrder}; {@code Neighbours} joins the documents, and holds the pairs
 *       in bounded {@code EdgeLists}.
 *   <li>{@link io.github.lucenesimhash.join.OrderedTasks} runs tasks on several threads and
 *       delivers their results in order, also for {@code evaluate}, {@code corpus} and {@code cli}.
 * </ol>
 *
 * <p>May import Lucene core, {@code search} and {@code fingerprint}.
 */
package io.github.lucenesimhash.join;
