/**
 * How well fingerprints tell near-duplicates from other pairs, on texts of your own. Start at
 * {@link io.github.lucenesimhash.evaluate.SchemeScores}: precision and recall of a scheme by
 * distance, against pairs that are labelled or {@linkplain
 * io.github.lucenesimhash.evaluate.ResemblanceJoin computed} exactly. {@link
 * io.github.lucenesimhash.evaluate.PlantedEdits} needs neither: it edits texts and looks whether
 * they are found again. May import Lucene core and analyzers, {@code verify}, {@code analysis} and
 * {@code simhash}.
 */
package io.github.lucenesimhash.evaluate;
