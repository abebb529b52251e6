/**
 * Fingerprints in an index: the field, exact queries within a Hamming distance, the nearest
 * documents, what is like a document, sorting by distance, collapsing of hits. Start at {@link
 * io.github.lucenesimhash.search.SimHashField}: all works behind its static methods. The other
 * public types are what {@link io.github.lucenesimhash.search.SimHashField#collapse} returns, and
 * the codec and postings format that make it faster. May import Lucene core and {@code simhash}.
 */
package io.github.lucenesimhash.search;
