/**
 * Bulk load of ready fingerprints. {@link io.github.lucenesimhash.load.FingerprintBatch} collects
 * documents, and shows them as a segment (terms, doc values and stored ids) that {@code
 * IndexWriter.addIndexes} merges into the index, in whatever codec that has. {@code BatchTerms} are
 * the terms of a batch, sorted by counting, and the documents of each.
 *
 * <p>May import Lucene core, {@code search} and {@code fingerprint}.
 */
package io.github.lucenesimhash.load;
