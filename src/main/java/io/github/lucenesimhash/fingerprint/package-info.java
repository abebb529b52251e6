/**
 * Computes fingerprints of 64, 128 or 256 bits from hashes of features, distances, and the 16-bit
 * blocks that an index stores. In reading order:
 *
 * <ul>
 *   <li>{@link io.github.lucenesimhash.fingerprint.Fingerprint}: distance, hex, order of bits.
 *   <li>{@link io.github.lucenesimhash.fingerprint.FeatureHash}: the 64-bit hash of a feature.
 *   <li>{@link io.github.lucenesimhash.fingerprint.Sketch}: the algorithms that make a fingerprint
 *       of features, which are the next three.
 *   <li>{@link io.github.lucenesimhash.fingerprint.MinHash}: the default. Makes a fingerprint of a
 *       set of features, with one bit of each of 64, 128 or 256 min-hashes.
 *   <li>{@link io.github.lucenesimhash.fingerprint.SimHash}: makes a fingerprint of weighted
 *       features. Each bit is a majority, which {@code BitColumns} counts for all 64 bits of a lane
 *       at once.
 *   <li>{@link io.github.lucenesimhash.fingerprint.IsccText}: the code of ISO 24138, made by {@code
 *       IsccCollapse}, {@code XxHash32} and {@code IsccMinHash}. {@link
 *       io.github.lucenesimhash.fingerprint.IsccUnit} reads and writes its strings.
 *   <li>{@link io.github.lucenesimhash.fingerprint.Jaccard}: the resemblance of two sets of
 *       features, which needs no fingerprint.
 *   <li>{@link io.github.lucenesimhash.fingerprint.FeatureCounts}: the number of features in each
 *       part of the range of hashes, which bounds the resemblance without the features.
 *   <li>{@link io.github.lucenesimhash.fingerprint.Blocks} and {@link
 *       io.github.lucenesimhash.fingerprint.HammingBall}: blocks, their index terms, and the values
 *       near a value. {@link io.github.lucenesimhash.fingerprint.Pigeonhole}: the blocks in which
 *       near fingerprints agree. {@link io.github.lucenesimhash.fingerprint.Popcount}: the
 *       comparison of lanes with many others. All four are for the library's own use.
 * </ul>
 *
 * <pre>
 *   bit     63            48 47            32 31            16 15             0
 *           +---------------+----------------+----------------+---------------+
 *           |    block 3    |    block 2     |    block 1     |    block 0    |
 *           +---------------+----------------+----------------+---------------+
 *
 *   term    +--------------+-----------+----------+
 *   bytes   | block number | high byte | low byte |
 *           +--------------+-----------+----------+
 * </pre>
 *
 * <p>Imports only java.base. All public classes are stateless or immutable, and safe for use by
 * several threads.
 */
package io.github.lucenesimhash.fingerprint;
