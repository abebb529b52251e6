/**
 * The arithmetic: feature hashes to a 64-bit fingerprint ({@link
 * io.github.lucenesimhash.fingerprint.SimHash}, or {@link
 * io.github.lucenesimhash.fingerprint.MinHash} for sets without weights), the distance of two
 * fingerprints, and the four 16-bit blocks that an index stores. Start at {@link
 * io.github.lucenesimhash.fingerprint.SimHash}. May import java.base and Lucene's hashing only.
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
 */
package io.github.lucenesimhash.fingerprint;
