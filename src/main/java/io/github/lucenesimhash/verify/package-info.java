/**
 * Decides whether two texts are near-duplicates, by comparing the texts themselves, while
 * fingerprints only estimate their resemblance.
 *
 * <ol>
 *   <li>{@link io.github.lucenesimhash.verify.Comparison} is the rule: a distance of fingerprints,
 *       the minimum resemblance of texts or the minimum share of one text that is in the other, and
 *       a {@link io.github.lucenesimhash.verify.Guard}, which keeps texts apart that differ in a
 *       number or another word that matters.
 *   <li>{@link io.github.lucenesimhash.verify.TextVerifier} turns a text into a {@link
 *       io.github.lucenesimhash.verify.FeatureSet}: the features of a scheme, with the {@code
 *       GuardedWords} that a guard compares.
 *   <li>Two feature sets are compared by {@link io.github.lucenesimhash.verify.FeatureSet#jaccard},
 *       {@link io.github.lucenesimhash.verify.FeatureSet#containment} or, against a bound, {@link
 *       io.github.lucenesimhash.verify.FeatureSet#resembles}.
 *   <li>{@link io.github.lucenesimhash.verify.DocumentFeatures} reads the features of the documents
 *       of an index, from stored fields or elsewhere. {@link
 *       io.github.lucenesimhash.verify.FeatureCache} keeps feature sets that are used again.
 *   <li>{@link io.github.lucenesimhash.verify.ResemblanceRescorer} verifies the hits of a distance
 *       query.
 * </ol>
 *
 * <p>May import Lucene core, {@code analysis} and {@code fingerprint}.
 */
package io.github.lucenesimhash.verify;
