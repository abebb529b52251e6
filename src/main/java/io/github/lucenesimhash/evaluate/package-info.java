/**
 * Measures how well fingerprints tell near-duplicates from other pairs of a user's own texts, for
 * the {@code evaluate} command. Not in the library's jar.
 *
 * <ol>
 *   <li>{@link io.github.lucenesimhash.evaluate.KnownPairs}: what the pairs of some texts count as,
 *       labelled or computed exactly.
 *   <li>{@link io.github.lucenesimhash.evaluate.SchemeScores}: precision and recall of a scheme by
 *       distance against those pairs, each one a {@link io.github.lucenesimhash.evaluate.Score};
 *       and the scheme and distance to take.
 * </ol>
 *
 * <p>May import {@code join}, {@code verify} and {@code fingerprint}.
 */
package io.github.lucenesimhash.evaluate;
