package io.github.lucenesimhash.search;

import org.apache.lucene.search.Query;
import org.apache.lucene.util.BytesRef;

/**
 * Which short texts are near-duplicates by their features: the one rule of all that compares them.
 * Two texts are a pair if they resemble each other enough and one of them has at most {@value
 * ResemblanceField#MAX_SHORT_FEATURES} features. The other has at most {@value
 * ResemblanceField#MAX_FEATURES} then, so both have a {@link ResemblanceField}, by whose doc values
 * they are compared.
 *
 * @param minResemblance of a pair, .5 to 1
 */
public record ShortTexts(double minResemblance) {

  /** What stands behind the name of a fingerprint's field for that of the words beside it. */
  public static final String WORDS = ".words";

  /** The least resemblance of a pair: below, the other text may have too many features. */
  public static final double LEAST_RESEMBLANCE = 0.5;

  /**
   * Checks the resemblance.
   *
   * @throws IllegalArgumentException if it is out of range
   */
  public ShortTexts {
    if (!(minResemblance >= LEAST_RESEMBLANCE && minResemblance <= 1)) {
      throw new IllegalArgumentException(
          "minResemblance is " + minResemblance + ", expected .5 to 1");
    }
  }

  /**
   * {@return true if a text is short}
   *
   * @param docValue of its field; null if it has none
   */
  public static boolean isShort(BytesRef docValue) {
    return docValue != null
        && ResemblanceField.size(docValue) <= ResemblanceField.MAX_SHORT_FEATURES;
  }

  /**
   * {@return the resemblance of two texts if they are a pair, else 0}
   *
   * @param a doc value of the field of one; null if it has none
   * @param b the other's
   */
  public double resemblance(BytesRef a, BytesRef b) {
    if (a == null || b == null || (!isShort(a) && !isShort(b))) {
      return 0;
    }
    double resemblance = ResemblanceField.resemblance(a, b);
    return resemblance >= minResemblance ? resemblance : 0;
  }

  /**
   * {@return all documents that are a pair with a text, scored by their resemblance}
   *
   * @param field a {@link ResemblanceField}
   * @param docValue of the text's
   */
  public Query newQuery(String field, BytesRef docValue) {
    int most =
        isShort(docValue) ? ResemblanceField.MAX_FEATURES : ResemblanceField.MAX_SHORT_FEATURES;
    return new ResemblanceQuery(field, ShortFeatures.ofDocValue(docValue), minResemblance, most);
  }
}
