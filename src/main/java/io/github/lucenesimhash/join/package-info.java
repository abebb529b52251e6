/**
 * All near-duplicates of a whole collection: every pair of fingerprints within a distance, of one
 * set or of two, and groups of documents made of them. Start at {@link
 * io.github.lucenesimhash.join.SimilarityJoin} for pairs and at {@link
 * io.github.lucenesimhash.join.Grouping} for groups; {@link
 * io.github.lucenesimhash.join.DistinctFingerprints} reads what they work on. May import Lucene
 * core, {@code search} and {@code simhash}.
 */
package io.github.lucenesimhash.join;
