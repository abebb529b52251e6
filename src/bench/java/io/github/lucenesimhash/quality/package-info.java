/**
 * The quality benchmark: which fingerprints find near-duplicates, on corpora that anyone can fetch
 * by name, against exact truth and beside MinHash. Start at {@link
 * io.github.lucenesimhash.quality.QualityBench}.
 */
package io.github.lucenesimhash.quality;
