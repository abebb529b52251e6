/**
 * Fingerprints into an index, many at once: ready ones, or those of texts that the index stores.
 *
 * <ol>
 *   <li>{@link io.github.lucenesimhash.load.FingerprintBatch}: collects documents, and shows them
 *       as a segment (terms, doc values and stored ids) that {@code IndexWriter.addIndexes} merges
 *       into the index, in whatever codec that has.
 *   <li>{@code BatchTerms}: the terms of a batch, sorted by counting, and the documents of each.
 *   <li>{@link io.github.lucenesimhash.load.IndexMigration}: copies an index and adds fingerprints,
 *       and doc values of tenants and dates: {@code AddedFields}, {@code DerivedField}. {@code
 *       WidenedSegment} shows a segment with these, {@code MigrationCodec} keeps the index's own
 *       formats.
 * </ol>
 *
 * <p>May import Lucene core, {@code join}, {@code analysis}, {@code search} and {@code
 * fingerprint}.
 */
package io.github.lucenesimhash.load;
