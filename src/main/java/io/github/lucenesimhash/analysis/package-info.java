/**
 * Text to fingerprint: analyzer, word or character shingles, weights, 64 bits. Start at {@link
 * io.github.lucenesimhash.analysis.FingerprintScheme}; {@link
 * io.github.lucenesimhash.analysis.SimHashFilterFactory} is the way in for analyzer chains built by
 * name. May import Lucene's analyzers, {@code search} and {@code simhash}.
 */
package io.github.lucenesimhash.analysis;
