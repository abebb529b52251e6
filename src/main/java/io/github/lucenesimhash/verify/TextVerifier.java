package io.github.lucenesimhash.verify;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.analysis.Tokens;
import io.github.lucenesimhash.fingerprint.FeatureHash;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.util.BytesRef;

/**
 * Turns texts into feature sets, whose resemblance is exact; that of fingerprints is an estimate.
 *
 * <pre>{@code
 * TextVerifier verifier = TextVerifier.standard();
 * double resemblance = verifier.features(text).jaccard(verifier.features(otherText));
 * }</pre>
 *
 * <p>Immutable and safe for use by several threads. Compare only sets that one verifier made.
 */
public final class TextVerifier {

  private final FingerprintScheme scheme; // null if the features are terms
  private final Function<CharSequence, FeatureSet> features;

  private TextVerifier(FingerprintScheme scheme, Function<CharSequence, FeatureSet> features) {
    this.scheme = scheme;
    this.features = features;
  }

  /** {@return a verifier by the features of {@link FingerprintScheme#standard}} */
  public static TextVerifier standard() {
    return of(FingerprintScheme.standard());
  }

  /**
   * {@return a verifier by the distinct features of a scheme, without their weights}
   *
   * @param scheme of the fingerprints
   */
  public static TextVerifier of(FingerprintScheme scheme) {
    return of(scheme, Guard.NONE);
  }

  private static TextVerifier of(FingerprintScheme scheme, Guard guard) {
    Function<Tokens, GuardedWords> words = GuardedWords.of(guard);
    return new TextVerifier(
        scheme,
        text -> {
          Tokens tokens = scheme.tokens(text, false);
          return new FeatureSet(tokens.features().distinct(), words.apply(tokens));
        });
  }

  /**
   * {@return a verifier of the distinct terms that an analyzer makes of a text, to compare with
   * {@link DocumentFeatures#termVectors}; give it the analyzer that the field was indexed with}
   *
   * @param analyzer not closed
   * @param field that the analyzer is asked for
   */
  public static TextVerifier ofTerms(Analyzer analyzer, String field) {
    return new TextVerifier(
        null, text -> new FeatureSet(terms(analyzer, field, text), GuardedWords.NONE));
  }

  /**
   * {@return this verifier with a guard, for {@link FeatureSet#isHeldBack}; a verifier of terms has
   * no words to guard}
   *
   * @param guard instead of the one before; {@link Guard#NONE} at first
   * @throws IllegalArgumentException if it has a word that is never one of a text
   */
  public TextVerifier guarded(Guard guard) {
    return scheme == null ? this : of(scheme, guard);
  }

  private static long[] terms(Analyzer analyzer, String field, CharSequence text) {
    try (TokenStream tokens = analyzer.tokenStream(field, text.toString())) {
      TermToBytesRefAttribute term = tokens.addAttribute(TermToBytesRefAttribute.class);
      LongStream.Builder hashes = LongStream.builder();
      tokens.reset();
      while (tokens.incrementToken()) {
        hashes.add(hash(term.getBytesRef()));
      }
      tokens.end();
      return FeatureSet.ascending(hashes.build().toArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static long hash(BytesRef term) {
    return FeatureHash.ofBytes(term.bytes, term.offset, term.length);
  }

  /**
   * {@return the distinct features of a text; none if it has no letter or digit}
   *
   * @param text of any length
   * @throws java.io.UncheckedIOException if a scheme's analyzer fails
   */
  public FeatureSet features(CharSequence text) {
    return features.apply(text);
  }
}
