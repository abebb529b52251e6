package io.github.lucenesimhash.analysis;

import java.util.Map;
import org.apache.lucene.analysis.TokenFilterFactory;
import org.apache.lucene.analysis.TokenStream;

/**
 * Creates the filter that turns the words of your own analyzer into the terms of a {@code
 * PassageField}:
 *
 * <pre>{@code
 * CustomAnalyzer.builder()
 *     .withTokenizer("standard")
 *     .addTokenFilter("lowercase")
 *     .addTokenFilter("winnowing")
 *     .build();
 * }</pre>
 *
 * <p>The factory takes no arguments. The SPI name is {@value #NAME}.
 */
public final class WinnowingFilterFactory extends TokenFilterFactory {

  /** SPI name. */
  public static final String NAME = "winnowing";

  /**
   * Creates a factory for a configured analyzer.
   *
   * @param args none but Lucene's own
   * @throws IllegalArgumentException if there is any other argument
   */
  public WinnowingFilterFactory(Map<String, String> args) {
    super(args);
    if (!args.isEmpty()) {
      throw new IllegalArgumentException("filter winnowing has " + args + ", expected no argument");
    }
  }

  /** Default constructor for compatibility with SPI. */
  public WinnowingFilterFactory() {
    throw defaultCtorException();
  }

  @Override
  public TokenStream create(TokenStream input) {
    return new WinnowingFilter(input);
  }
}
