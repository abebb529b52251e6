/**
 * How well fingerprints tell near-duplicates from other pairs, on a user's own texts: for the
 * {@code evaluate} command. Not in the library's jar.
 *
 * <ol>
 *   <li>{@link io.github.lucenesimhash.evaluate.KnownPairs}: what the pairs of some texts count as,
 *       labelled or computed exactly by {@link io.github.lucenesimhash.evaluate.ResemblanceJoin}.
 *   <li>{@link io.github.lucenesimhash.evaluate.SchemeScores}: precision and recall of a scheme by
 *       distance against those pairs, each one a {@link io.github.lucenesimhash.evaluate.Score};
 *       and the scheme and distance to take.
 *   <li>{@link io.github.lucenesimhash.evaluate.PrecisionRecallPlot}: the same as a picture.
 *   <li>{@link io.github.lucenesimhash.evaluate.SyntheticEdits} needs no known pairs: its {@code
 *       TextEditor} edits texts, and it counts how many copies are found again.
 *   <li>{@link io.github.lucenesimhash.evaluate.LabelledPairs}: what schemes merge of pairs that
 *       people labelled.
 * </ol>
 *
 * <p>May import Lucene core, {@code join}, {@code verify}, {@code analysis} and {@code
 * fingerprint}.
 */
package io.github.lucenesimhash.evaluate;
