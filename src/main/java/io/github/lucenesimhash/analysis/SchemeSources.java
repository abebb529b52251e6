package io.github.lucenesimhash.analysis;

import java.util.Collection;

/**
 * What the text of a scheme can only name: an application's analyzers, tables and lists of words.
 * Everything is refused unless overridden.
 */
public interface SchemeSources {

  /** Has nothing. */
  SchemeSources NONE = new SchemeSources() {};

  /** Has one weighting, whatever its name: for {@code classic-table} and {@code classic-tfidf}. */
  static SchemeSources of(Weighting weighting) {
    return new SchemeSources() {
      @Override
      public Weighting weighting(String name) {
        return weighting;
      }
    };
  }

  /** A builder over the application's analyzer of this name. */
  default FingerprintScheme.Builder analyzer(String name) {
    throw refused("analyzer", name);
  }

  /**
   * The weights of this name: {@code idf}, {@code table} or {@code tf-idf}; or, with the digest
   * that {@link Weighting#toString} shows, {@code table(DIGEST)} or {@code tf-idf(DIGEST)}.
   */
  default Weighting weighting(String name) {
    throw refused("weights", name);
  }

  /** The words of this name, or of the digest that {@link FingerprintScheme#toString} shows. */
  default Collection<String> stopWords(String name) {
    throw refused("stop-words", name);
  }

  private static IllegalArgumentException refused(String option, String name) {
    return new IllegalArgumentException(
        option + " is '" + name + "', which only the application could have, and it gave none");
  }
}
