/**
 * Near-duplicates stopped at the door: a writer that looks before it adds. Start at {@link
 * io.github.lucenesimhash.dedup.NearDuplicateWriter}. May import Lucene core, {@code verify},
 * {@code analysis}, {@code search} and {@code simhash}.
 */
package io.github.lucenesimhash.dedup;
