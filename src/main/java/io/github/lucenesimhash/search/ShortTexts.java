package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Jaccard;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.BytesRef;

/**
 * Which short texts are near-duplicates by their words: the one rule of all that compares them. Two
 * texts are compared by their words, and by nothing else, if both have a {@link WordsField} of them
 * and one has at most {@value WordsField#MAX_SHORT_FEATURES}. They are a pair if they have enough
 * of them in the same order; then the other has at most {@value WordsField#MAX_FEATURES}, and so
 * none is missed. All other texts are compared by their fingerprints.
 *
 * @param minSimilarity of a pair, as {@link WordsField} defines it, .5 to 1
 * @lucene.internal
 */
public record ShortTexts(double minSimilarity) {

  /** What stands behind the name of a fingerprint's field for that of the words beside it. */
  public static final String WORDS = ".words";

  /** The least similarity of a pair: below, the other text may have too many features. */
  public static final double LEAST_SIMILARITY = 0.5;

  /**
   * Checks the similarity.
   *
   * @throws IllegalArgumentException if it is out of range
   */
  public ShortTexts {
    if (!(minSimilarity >= LEAST_SIMILARITY && minSimilarity <= 1)) {
      throw new IllegalArgumentException(
          "minSimilarity is " + minSimilarity + ", expected .5 to 1");
    }
  }

  /**
   * {@return true if a text is short}
   *
   * @param docValue of its field; null if it has none
   */
  public static boolean isShort(BytesRef docValue) {
    return docValue != null && WordsField.size(docValue) <= WordsField.MAX_SHORT_FEATURES;
  }

  /**
   * {@return true if two texts are compared by their words, false if by their fingerprints}
   *
   * @param a doc value of the field of one; null if it has none
   * @param b the other's
   */
  public static boolean areCompared(BytesRef a, BytesRef b) {
    return a != null && b != null && (isShort(a) || isShort(b));
  }

  /**
   * {@return the similarity of two texts if they are a pair, else 0}
   *
   * @param a doc value of the field of one; null if it has none
   * @param b the other's
   */
  public double similarity(BytesRef a, BytesRef b) {
    return areCompared(a, b) ? similarityTo(a).applyAsDouble(b) : 0;
  }

  /**
   * {@return the same of one text and any others, faster for many} Safe for use by several threads.
   *
   * @param docValue of the field of the one; not null
   */
  public ToDoubleFunction<BytesRef> similarityTo(BytesRef docValue) {
    BytesRef own = BytesRef.deepCopyOf(docValue);
    ShortFeatures features = ShortFeatures.ofDocValue(own);
    CommonSubsequence common = new CommonSubsequence(features);
    return other -> {
      if (!areCompared(own, other)) {
        return 0;
      }
      ShortFeatures its = ShortFeatures.ofDocValue(other);
      int needed = Jaccard.minShared(features.size(), its.size(), minSimilarity);
      int shared = common.length(its, needed);
      return shared < needed ? 0 : Jaccard.of(shared, features.size(), its.size());
    };
  }

  /**
   * {@return all documents that are a pair with a text, scored by their similarity}
   *
   * @param field a {@link WordsField}
   * @param docValue of the text's
   */
  public Query newQuery(String field, BytesRef docValue) {
    ShortFeatures features = ShortFeatures.ofDocValue(BytesRef.deepCopyOf(docValue));
    return new WordsQuery(field, features, minSimilarity, mostFeatures(docValue));
  }

  /**
   * {@return all documents that are not compared with a text by their words, each with the score 1}
   * A filter of those that something else finds.
   *
   * @param field a {@link WordsField}
   * @param docValue of the text's
   */
  public static Query newUncomparedQuery(String field, BytesRef docValue) {
    return new NotFewFeaturesQuery(field, mostFeatures(docValue));
  }

  /**
   * {@return the near-duplicates of a text: those that are a pair with it; of the documents that
   * are not compared by their words those of another query}
   *
   * @param field a {@link WordsField}
   * @param docValue of the text's; null if it has none
   * @param others all that are near by something else, as by a fingerprint
   */
  public Query newNearQuery(String field, BytesRef docValue, Query others) {
    if (docValue == null) {
      return others;
    }
    Query uncompared =
        new BooleanQuery.Builder()
            .add(others, Occur.MUST)
            .add(newUncomparedQuery(field, docValue), Occur.FILTER)
            .build();
    return new DisjunctionMaxQuery(List.of(uncompared, newQuery(field, docValue)), 0);
  }

  private static int mostFeatures(BytesRef docValue) {
    return isShort(docValue) ? WordsField.MAX_FEATURES : WordsField.MAX_SHORT_FEATURES;
  }
}
