/**
 * Bulk load of ready fingerprints. Start at {@link io.github.lucenesimhash.load.FingerprintBatch},
 * the only public type. In reading order:
 *
 * <ol>
 *   <li>{@code FingerprintBatch}: collects documents, and shows them as a segment (terms, doc
 *       values and stored ids) that {@code IndexWriter.addIndexes} merges into the index, in
 *       whatever codec that has.
 *   <li>{@code BatchTerms}: the terms of a batch, sorted by counting, and the documents of each.
 * </ol>
 *
 * May import Lucene core, {@code search} and {@code fingerprint}.
 */
package io.github.lucenesimhash.load;
