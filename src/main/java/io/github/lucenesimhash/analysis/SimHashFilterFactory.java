package io.github.lucenesimhash.analysis;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import io.github.lucenesimhash.fingerprint.Sketch;
import io.github.lucenesimhash.fingerprint.TieRule;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import org.apache.lucene.analysis.TokenFilterFactory;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.core.KeywordAnalyzer;

/**
 * Factory for {@link SimHashFilter}. This chain makes the fingerprints of {@link
 * FingerprintScheme#standard()}, whose queries find them:
 *
 * <pre>{@code
 * CustomAnalyzer.builder()
 *     .withTokenizer("standard")
 *     .addTokenFilter("cjkWidth")
 *     .addTokenFilter("lowercase")
 *     .addTokenFilter("simHash")
 *     .build();
 * }</pre>
 *
 * <p>For queries on the field of another chain make a scheme with {@link FingerprintScheme#builder}
 * over the chain without this filter, and give it the same values.
 *
 * <p>Arguments, all optional, by default those of the standard scheme: {@code shingle} words in a
 * feature (3), {@code hanShingle} Han characters in a feature, 0 for as many as words (2), {@code
 * weights} once, tf or log-tf (once; the others with sketch simhash only), {@code topFeatures} (0 =
 * all), {@code minFeatures} (1), {@code hash} murmur3 or polynomial (murmur3), {@code seed} of
 * murmur3 (0), {@code sketch} simhash or minhash (minhash), {@code tie} of simhash
 * smallest_feature_hash or zero (smallest_feature_hash), {@code layout} contiguous or interleaved
 * (contiguous). Anything else is refused. The SPI name is {@value #NAME}.
 */
public final class SimHashFilterFactory extends TokenFilterFactory {

  /** SPI name. */
  public static final String NAME = "simHash";

  private final FingerprintScheme scheme;
  private final boolean interleaved;

  /**
   * @param args see above; emptied
   * @throws IllegalArgumentException for an argument that is unknown or out of range
   */
  public SimHashFilterFactory(Map<String, String> args) {
    super(args);
    FeatureHash hash =
        switch (get(args, "hash", Arrays.asList("murmur3", "polynomial"), "murmur3")) {
          case "polynomial" -> FeatureHash.polynomial();
          default -> FeatureHash.murmur3(getInt(args, "seed", 0));
        };
    scheme =
        FingerprintScheme.builder("chain", new KeywordAnalyzer(), "text")
            .shingleSize(getInt(args, "shingle", 3))
            .hanShingleSize(getInt(args, "hanShingle", 2))
            .weighting(
                weighting(get(args, "weights", Arrays.asList("once", "tf", "log-tf"), "once")))
            .topFeatures(getInt(args, "topFeatures", 0))
            .minFeatures(getInt(args, "minFeatures", 1))
            .hash(hash)
            .sketch(choice(args, "sketch", Sketch.MINHASH))
            .tieRule(choice(args, "tie", TieRule.SMALLEST_FEATURE_HASH))
            .build();
    interleaved =
        get(args, "layout", Arrays.asList("contiguous", "interleaved"), "contiguous")
            .equals("interleaved");
    if (!args.isEmpty()) {
      throw new IllegalArgumentException("Unknown parameters: " + args);
    }
  }

  /** Default constructor for compatibility with SPI. */
  public SimHashFilterFactory() {
    throw defaultCtorException();
  }

  @Override
  public TokenStream create(TokenStream input) {
    return new SimHashFilter(input, scheme, interleaved);
  }

  private static Weighting weighting(String name) {
    return switch (name) {
      case "tf" -> Weighting.termFrequency();
      case "log-tf" -> Weighting.logTermFrequency();
      default -> Weighting.once();
    };
  }

  private <E extends Enum<E>> E choice(Map<String, String> args, String name, E otherwise) {
    E[] all = otherwise.getDeclaringClass().getEnumConstants();
    String chosen =
        get(
            args,
            name,
            Arrays.stream(all).map(e -> e.name().toLowerCase(Locale.ROOT)).toList(),
            otherwise.name().toLowerCase(Locale.ROOT));
    return Enum.valueOf(otherwise.getDeclaringClass(), chosen.toUpperCase(Locale.ROOT));
  }
}
