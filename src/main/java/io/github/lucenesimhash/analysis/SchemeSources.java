package io.github.lucenesimhash.analysis;

import java.util.Collection;

/**
 * Provides the analyzers, tables and lists of words that options of a scheme name. The default
 * methods reject every name.
 */
public interface SchemeSources {

  /** The sources that reject every name. */
  SchemeSources NONE = new SchemeSources() {};

  /**
   * {@return sources with one weighting for every name, for example for {@code classic-table} or
   * {@code classic-tfidf}}
   *
   * @param weighting the weighting for every name
   */
  static SchemeSources of(Weighting weighting) {
    return new SchemeSources() {
      @Override
      public Weighting weighting(String name) {
        return weighting;
      }
    };
  }

  /**
   * {@return a scheme with the analyzer of this name}
   *
   * @param name the name in the options of the scheme
   */
  default FingerprintScheme analyzer(String name) {
    throw refused("analyzer", name, "FingerprintScheme.of or SchemeSources");
  }

  /**
   * {@return the weighting with this name: {@code idf}, {@code table} or {@code tf-idf}, or {@code
   * table(DIGEST)} or {@code tf-idf(DIGEST)} with the digest that {@link Weighting#toString} shows}
   *
   * @param name the name in the options of the scheme
   */
  default Weighting weighting(String name) {
    throw refused("weights", name, "withWeighting or SchemeSources");
  }

  /**
   * {@return the stop words with this name, or with the digest that {@link
   * FingerprintScheme#toString} shows}
   *
   * @param name the name in the options of the scheme
   */
  default Collection<String> stopWords(String name) {
    throw refused("stop-words", name, "withStopWords or SchemeSources");
  }

  private static IllegalArgumentException refused(String option, String name, String instead) {
    return new IllegalArgumentException(
        option + " is '" + name + "', which only a Java application can provide, by " + instead);
  }
}
