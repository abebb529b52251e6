package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import java.util.Collection;
import java.util.Map;

/**
 * The four recipes that most SimHash tutorials and libraries follow, for comparison and for
 * matching hashes made elsewhere. All use the {@linkplain FeatureHash#polynomial polynomial string
 * hash} and give bit 0 to a tie. They find fewer real near-duplicates than the defaults of {@link
 * FingerprintScheme}.
 */
public final class ClassicSchemes {

  private ClassicSchemes() {}

  /** Words with weights 1 to 5: as often as a word occurs, five times at most. */
  public static FingerprintScheme words() {
    return FingerprintScheme.parse("classic-words");
  }

  /** The set of character 2-shingles, unit weights. */
  public static FingerprintScheme characters() {
    return FingerprintScheme.parse("classic-chars");
  }

  /**
   * Segmented words minus stop words, each with its weight from a table.
   *
   * @param weights analyzed word to weight; a word that is not in it weighs 1
   * @param stopWords analyzed words to leave out
   */
  public static FingerprintScheme weightedWords(
      Map<String, ? extends Number> weights, Collection<String> stopWords) {
    return withTable("classic-table", Weighting.table(weights, 1)).toBuilder()
        .stopWords(stopWords)
        .build();
  }

  /**
   * TF-IDF: the 20 words of highest tf * idf, where tf is the word's share of all words; the weight
   * is (int) (20 * tf * idf). A text none of whose weights reaches 1 has no fingerprint.
   *
   * @param idf analyzed word to inverse document frequency; a word that is not in it takes the
   *     median of the table
   * @throws IllegalArgumentException if the table is empty
   */
  public static FingerprintScheme tfIdf20(Map<String, ? extends Number> idf) {
    return withTable("classic-tfidf", Weighting.tfIdf(idf));
  }

  private static FingerprintScheme withTable(String scheme, Weighting table) {
    return FingerprintScheme.parse(
        scheme,
        new SchemeSources() {
          @Override
          public Weighting weighting(String name) {
            return table;
          }
        });
  }
}
