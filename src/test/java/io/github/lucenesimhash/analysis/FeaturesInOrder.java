package io.github.lucenesimhash.analysis;

/** The features of a text for tests of other rooms. */
public final class FeaturesInOrder {

  private FeaturesInOrder() {}

  public static long[] of(FingerprintScheme scheme, CharSequence text) {
    return scheme.analyzers.analyze(text, scheme.features::sequence);
  }
}
