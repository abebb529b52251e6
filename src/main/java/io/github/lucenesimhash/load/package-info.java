/**
 * Copies any index with everything in it into a new one, and adds fingerprints of its stored texts
 * or changes the format of fingerprints.
 *
 * <ol>
 *   <li>{@link io.github.lucenesimhash.load.IndexMigration} configures the writer of the new index
 *       and copies segment by segment.
 *   <li>{@code AddedField} computes the fingerprints of a segment's texts.
 *   <li>{@code MigrationCodec} keeps the compression and the vector formats of the old index.
 * </ol>
 *
 * <p>May import Lucene core, {@code join}, {@code analysis} and {@code search}.
 */
package io.github.lucenesimhash.load;
