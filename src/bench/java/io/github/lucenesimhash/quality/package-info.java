/**
 * Measures how well fingerprints find near-duplicates on public corpora, against the exact truth
 * and compared with MinHash. Start at {@link io.github.lucenesimhash.quality.QualityBench}.
 */
package io.github.lucenesimhash.quality;
