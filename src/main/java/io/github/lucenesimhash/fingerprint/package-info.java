/**
 * Computes fingerprints of 64, 128 or 256 bits from hashes of features, distances, and the 16-bit
 * blocks that an index stores. In reading order:
 *
 * <ul>
 *   <li>{@link io.github.lucenesimhash.fingerprint.Fingerprint}: distance, hex, order of bits.
 *   <li>{@link io.github.lucenesimhash.fingerprint.FeatureHash}: a feature to 64 bits.
 *   <li>{@link io.github.lucenesimhash.fingerprint.Sketch}: features to a fingerprint, by one of
 *       the next three.
 *   <li>{@link io.github.lucenesimhash.fingerprint.MinHash}: a set of features to a fingerprint,
 *       one bit of each of as many min-hashes; the default.
 *   <li>{@link io.github.lucenesimhash.fingerprint.SimHash}: weighted features to a fingerprint, a
 *       majority for each bit, counted by {@code BitColumns} for all 64 of a lane at once.
 *   <li>{@link io.github.lucenesimhash.fingerprint.IsccText}: the code of ISO 24138, by {@code
 *       IsccCollapse}, {@code XxHash32} and {@code IsccMinHash}; {@link
 *       io.github.lucenesimhash.fingerprint.IsccUnit} reads and writes its strings.
 *   <li>{@link io.github.lucenesimhash.fingerprint.Jaccard}: the resemblance of two sets of
 *       features, which needs no fingerprint.
 *   <li>{@link io.github.lucenesimhash.fingerprint.FeatureCounts}: how many features fall into
 *       parts of all hashes, which bounds the resemblance without the features.
 *   <li>{@link io.github.lucenesimhash.fingerprint.Blocks} and {@link
 *       io.github.lucenesimhash.fingerprint.HammingBall}: blocks, their index terms, and the values
 *       near a block's; {@link io.github.lucenesimhash.fingerprint.Pigeonhole}: in which blocks
 *       near fingerprints agree; {@link io.github.lucenesimhash.fingerprint.Popcount}: lanes
 *       compared with many; for the library's own use.
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
 * <p>Imports java.base alone. Everything is stateless or immutable, and safe for use by several
 * threads.
 */
package io.github.lucenesimhash.fingerprint;
