package io.github.lucenesimhash.dedup;

/**
 * A document of a searcher.
 *
 * @param doc its number in the searcher's reader
 * @param distance in bits
 */
record Hit(int doc, int distance) {}
