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
 * Decides whether two documents with near fingerprints are near-duplicates, by comparing their
 * texts if the index keeps them.
 *
 * @param comparison the comparison of all documents, which verifies texts if they are kept
 * @param distance the maximum distance of two documents if the text of at least one is missing
 * @param isRequired whether a document without text is near no other document
 * @param texts the texts of the field or of another field that the request names, or null if
 *     fingerprints alone decide
 * @param reason the reason why fingerprints alone decide, or null if texts are compared
 */
public record TextCheck(
    Comparison comparison, int distance, boolean isRequired, SourceTexts texts, String reason) {

  /**
   * Returns the check for a field of fingerprints. Rejects a request that needs texts if {@code
   * verify} is false or sources do not have all texts.
   *
   * @param textField the field of the texts to compare, or null for the texts of the fingerprints
   * @param near the options of the request
   * @param verifier the verifier of the field's scheme, usable as long as texts are compared
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

  /** Returns true if texts are compared, or false if fingerprints alone decide. */
  public boolean isOn() {
    return reason == null;
  }

  /** Returns the part of a source that {@link #features} reads. */
  public FetchSourceContext source() {
    return isOn()
        ? new FetchSourceContext(true, texts.paths().toArray(String[]::new), null)
        : FetchSourceContext.DO_NOT_FETCH_SOURCE;
  }

  /**
   * Returns the features of the text in a document's source. Returns null if the source or its text
   * is missing, or if fingerprints alone decide.
   */
  public FeatureSet features(Map<String, Object> source) {
    return isOn() && source != null ? texts.features(source) : null;
  }

  /**
   * Returns how alike the texts of two near documents are, and whether the first document may be
   * dropped in favour of the second. If a text is missing (null), the fingerprints decide, unless
   * the request names a minimum resemblance.
   *
   * @param bits the distance of the fingerprints
   * @param dropped the features of the document that may be dropped
   * @param kept the features of the document that stays
   */
  public Likeness likeness(int bits, Supplier<FeatureSet> dropped, Supplier<FeatureSet> kept) {
    if (!isOn()) {
      return Likeness.UNVERIFIED;
    }
    FeatureSet one = dropped.get();
    FeatureSet other = kept.get();
    if (!isVerifiable(one, other)) {
      return !isRequired && bits <= distance ? Likeness.UNVERIFIED : Likeness.UNLIKE;
    }
    return comparison.isCovered(one, other) ? comparison.likeness(one, other) : Likeness.UNLIKE;
  }

  /**
   * Returns values that show how alike a document and its kept document are. The values are the
   * resemblance of the texts and, if the comparison uses it, the share of the document's features
   * that the kept document has. The map is empty if texts were not compared.
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
