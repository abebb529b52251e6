/**
 * Fingerprints in an index: the field, exact queries within a Hamming distance, sorting by
 * distance. Start at {@link io.github.lucenesimhash.search.SimHashField}; it is the only public
 * type, and all else works behind its static methods. May import Lucene core and {@code simhash}.
 */
package io.github.lucenesimhash.search;
