package io.github.lucenesimhash.verify;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.analysis.Tokens;
import java.util.function.Function;

/**
 * Turns texts into feature sets, from which the resemblance of texts is computed exactly, while
 * fingerprints only estimate the resemblance.
 *
 * <pre>{@code
 * TextVerifier verifier = TextVerifier.standard();
 * double resemblance = verifier.features(text).jaccard(verifier.features(otherText));
 * }</pre>
 *
 * <p>Immutable and safe for use by several threads. Only sets of the same verifier may be compared.
 */
public final class TextVerifier {

  private final FingerprintScheme scheme;
  private final Function<Tokens, GuardedWords> words;

  private TextVerifier(FingerprintScheme scheme, Guard guard) {
    this.scheme = scheme;
    words = GuardedWords.of(guard);
  }

  /** {@return a verifier that compares the features of {@link FingerprintScheme#standard}} */
  public static TextVerifier standard() {
    return of(FingerprintScheme.standard());
  }

  /**
   * {@return a verifier that compares the distinct features of a scheme, without their weights}
   *
   * @param scheme the scheme of the fingerprints
   */
  public static TextVerifier of(FingerprintScheme scheme) {
    return new TextVerifier(scheme, Guard.NONE);
  }

  /**
   * {@return this verifier with another guard, for {@link FeatureSet#isHeldBack}}
   *
   * @param guard the guard; {@link Guard#NONE} by default
   * @throws IllegalArgumentException if the guard names a word that can never be a word of a text
   */
  public TextVerifier guarded(Guard guard) {
    return new TextVerifier(scheme, guard);
  }

  /**
   * {@return the distinct features of a text, or an empty set if the scheme finds no features}
   *
   * @param text a text of any length
   * @throws java.io.UncheckedIOException if the analyzer of the scheme fails
   */
  public FeatureSet features(CharSequence text) {
    Tokens tokens = scheme.tokens(text, false);
    return new FeatureSet(tokens.features().distinct(), words.apply(tokens));
  }
}
