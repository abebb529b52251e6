package io.github.lucenesimhash.dedup;

/**
 * A document that an offered one is a near-duplicate of.
 *
 * @param id of the document in the index
 * @param distance of the two fingerprints in bits, 0 to 64
 */
public record Neighbour(String id, int distance) {}
