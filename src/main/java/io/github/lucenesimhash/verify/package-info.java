/**
 * The exact resemblance of two texts, for what fingerprints only estimate. Start at {@link
 * io.github.lucenesimhash.verify.TextVerifier}, which turns a text into a {@link
 * io.github.lucenesimhash.verify.FeatureSet}; two of those compare by one walk over both. {@link
 * io.github.lucenesimhash.verify.ResemblanceRescorer} puts that behind a distance query. May import
 * Lucene core, {@code analysis} and {@code simhash}.
 */
package io.github.lucenesimhash.verify;
