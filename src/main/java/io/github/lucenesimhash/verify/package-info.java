/**
 * The exact resemblance of two texts, for what fingerprints only estimate.
 *
 * <ol>
 *   <li>{@link io.github.lucenesimhash.verify.TextVerifier} turns a text into a {@link
 *       io.github.lucenesimhash.verify.FeatureSet}: by a short definition of its own, by a scheme's
 *       features or by an analyzer's terms.
 *   <li>Two feature sets compare by {@link io.github.lucenesimhash.verify.FeatureSet#jaccard},
 *       {@link io.github.lucenesimhash.verify.FeatureSet#containment} or, against a bound, {@link
 *       io.github.lucenesimhash.verify.FeatureSet#resembles}.
 *   <li>{@link io.github.lucenesimhash.verify.DocumentFeatures}: the features of an index's
 *       documents, from stored fields, term vectors or elsewhere; {@link
 *       io.github.lucenesimhash.verify.FeatureCache} keeps those used last.
 *   <li>{@link io.github.lucenesimhash.verify.ResemblanceRescorer} puts all that behind a distance
 *       query.
 * </ol>
 *
 * <p>May import Lucene core, {@code analysis}, {@code search} and {@code fingerprint}.
 */
package io.github.lucenesimhash.verify;
