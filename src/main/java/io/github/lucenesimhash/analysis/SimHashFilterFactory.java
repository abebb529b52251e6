package io.github.lucenesimhash.analysis;

import java.util.Map;
import org.apache.lucene.analysis.TokenFilterFactory;
import org.apache.lucene.analysis.TokenStream;

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
 * <p>For queries on the field of another chain make a scheme with {@link FingerprintScheme#of} over
 * the chain without this filter, and give it the same values.
 *
 * <p>Arguments are {@link SchemeOption}s that need no analyzer and no file, all optional, by
 * default those of the standard scheme. Anything else is refused. The SPI name is {@value #NAME}.
 */
public final class SimHashFilterFactory extends TokenFilterFactory {

  /** SPI name. */
  public static final String NAME = "simHash";

  private final FingerprintScheme scheme;

  /**
   * Creates a factory for a configured analyzer.
   *
   * @param args see above; emptied
   * @throws IllegalArgumentException for an argument that is unknown or out of range
   */
  public SimHashFilterFactory(Map<String, String> args) {
    super(args);
    scheme = FingerprintScheme.standard().with(SchemeOption.read(args), SchemeSources.NONE);
    args.clear();
  }

  /** Default constructor for compatibility with SPI. */
  public SimHashFilterFactory() {
    throw defaultCtorException();
  }

  @Override
  public TokenStream create(TokenStream input) {
    return new SimHashFilter(input, scheme);
  }
}
