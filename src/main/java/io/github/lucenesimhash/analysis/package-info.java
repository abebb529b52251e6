/**
 * Turns texts into fingerprints: an analyzer makes words, shingles of words are features, and
 * weighted features become bits. In reading order:
 *
 * <ul>
 *   <li>{@link io.github.lucenesimhash.analysis.FingerprintScheme}: the way from a text to its
 *       fingerprint. {@link io.github.lucenesimhash.analysis.SchemeOption} is the table of all
 *       options of a scheme, which reads and prints them. A new option is a row of the table and a
 *       field of {@code FeatureExtraction}; its name goes into a section of the command line's
 *       {@code Help.properties}, its meaning into the guide {@code choosing.md}.
 *   <li>{@link io.github.lucenesimhash.analysis.SchemeField}: a field with a scheme's fingerprints,
 *       and its queries by a text.
 *   <li>{@code AnalyzerChoice}: the analyzer of a scheme.
 *   <li>{@code Tokens}: the words of a text, made once for everything that is made of words. {@code
 *       Features} and {@code DistinctFeatures} turn words into features and features into bits,
 *       according to the options in {@code FeatureExtraction}. {@link
 *       io.github.lucenesimhash.analysis.Weighting} weighs features, optionally with an {@link
 *       io.github.lucenesimhash.analysis.IdfTable}.
 * </ul>
 *
 * <p>May import Lucene, {@code search} and {@code fingerprint}.
 */
package io.github.lucenesimhash.analysis;
