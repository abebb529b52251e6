package io.github.lucenesimhash.opensearch.field;

import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.Likeness;
import io.github.lucenesimhash.verify.TextVerifier;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.opensearch.search.fetch.subphase.FetchSourceContext;

/**
 * Decides whether two documents whose fingerprints are near are near-duplicates, by their texts
 * where the index keeps them.
 *
 * @param comparison of all documents; verifies where there are texts
 * @param distance within which texts are near where one is missing
 * @param isRequired whether documents without text are not near
 * @param texts of the field, or of another one that the request names; null if fingerprints alone
 *     decide
 * @param reason why fingerprints alone decide, or null if they do not
 */
public record TextCheck(
    Comparison comparison, int distance, boolean isRequired, SourceTexts texts, String reason) {

  /**
   * Makes the check of a field of fingerprints. Refuses to compare texts that are not kept.
   *
   * @param textField the field of the texts to compare; null for those of the fingerprints
   * @param near as it was asked for
   * @param verifier of the field's scheme, usable as long as texts are compared
   */
  public static TextCheck of(
      String field,
      String textField,
      NearOptions near,
      IndexMapping mapping,
      TextVerifier verifier) {
    near.check(textField);
    Comparison comparison = mapping.comparison(field, near, true);
    Comparison bare = mapping.comparison(field, near, false);
    boolean isNamed = near.names(NearOptions.VERIFY);
    boolean isGuarded = !near.guards().isEmpty();
    boolean isOff = !comparison.comparesTexts();
    String text = textField == null ? field : textField;
    String reason = isOff ? "[verify] is false" : mapping.whyNotInSource(text);
    if (reason != null) {
      if (!isOff && (isNamed || isGuarded || textField != null)) {
        throw BadRequest.of("texts cannot be verified: {}", reason);
      }
      return new TextCheck(bare, bare.maxDistance(), false, null, reason);
    }
    return new TextCheck(
        comparison,
        bare.maxDistance(),
        isNamed,
        new SourceTexts(
            verifier.guarded(comparison.guard()),
            mapping.sourcePaths(text).stream().sorted().toList(),
            mapping.own(text)),
        null);
  }

  /** False if fingerprints alone decide. */
  public boolean isOn() {
    return reason == null;
  }

  /** Returns the part of a source that {@link #features} reads. */
  public FetchSourceContext source() {
    return isOn()
        ? new FetchSourceContext(true, texts.paths().toArray(String[]::new), null)
        : FetchSourceContext.DO_NOT_FETCH_SOURCE;
  }

  /** The features of the text in a document's source; null if either is missing. */
  public FeatureSet features(Map<String, Object> source) {
    return isOn() && source != null ? texts.features(source) : null;
  }

  /**
   * Says whether the first of two near documents may go for the second, by their texts. Where one
   * has no text (null), the fingerprints decide, unless the request asked for a resemblance.
   *
   * @param bits in which the fingerprints differ
   * @param goes the text of the one that would be left out
   * @param stays the text of the other
   */
  public Likeness likeness(int bits, Supplier<FeatureSet> goes, Supplier<FeatureSet> stays) {
    if (!isOn()) {
      return Likeness.UNVERIFIED;
    }
    FeatureSet one = goes.get();
    FeatureSet other = stays.get();
    if (!isVerifiable(one, other)) {
      return !isRequired && bits <= distance ? Likeness.UNVERIFIED : Likeness.UNLIKE;
    }
    return comparison.isCovered(one, other) ? comparison.likeness(one, other) : Likeness.UNLIKE;
  }

  /**
   * Shows how alike a document and the one that it goes for are: the resemblance of the texts, and
   * if the request compares it, the share of its text that the other has. Shows nothing where texts
   * were not compared.
   */
  public Map<String, Object> how(double resemblance, double contained) {
    Map<String, Object> how = new LinkedHashMap<>();
    if (!Double.isNaN(resemblance)) {
      how.put("resemblance", (float) resemblance);
      if (comparison.contained() > 0) {
        how.put("contained", (float) contained);
      }
    }
    return how;
  }

  public boolean isVerifiable(FeatureSet one, FeatureSet other) {
    return isOn() && one != null && other != null;
  }
}
