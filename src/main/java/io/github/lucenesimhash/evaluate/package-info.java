/**
 * Measures how well fingerprints separate near-duplicates from other pairs, on texts of the user.
 * Used by the command {@code evaluate}; not in the jar of the library.
 *
 * <ol>
 *   <li>{@link io.github.lucenesimhash.evaluate.KnownPairs}: the labels of pairs of texts, given or
 *       computed exactly.
 *   <li>{@link io.github.lucenesimhash.evaluate.SchemeScores}: the precision and recall of a scheme
 *       at each distance for the labelled pairs, each a {@link
 *       io.github.lucenesimhash.evaluate.Score}; and the recommended scheme and distance.
 * </ol>
 *
 * <p>May import {@code join}, {@code verify} and {@code fingerprint}.
 */
package io.github.lucenesimhash.evaluate;
