package io.github.lucenesimhash.search;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.BytesRef;

/**
 * Keeps short texts apart that are near, but say something else: those in which the words that it
 * guards are not the same in the same order. Two texts are short here as {@link
 * ShortTexts#areCompared} says; of long texts nothing is kept apart.
 *
 * <p>Immutable.
 *
 * @param numbers whether words with a digit, and Han numerals, are guarded
 * @param keys of other guarded words, as {@link #withWords} takes them
 */
public record Guard(boolean numbers, Set<Integer> keys) {

  /** Keeps nothing apart. */
  public static final Guard NONE = new Guard(false, Set.of());

  /** Guards numbers: models, versions, years, sizes. */
  public static final Guard NUMBERS = new Guard(true, Set.of());

  /** Takes a copy of the keys. */
  public Guard {
    keys = Set.copyOf(keys);
  }

  /**
   * {@return this guard, for more words}
   *
   * @param words those of texts, as {@link Signature#words} has them, made by the scheme of the
   *     texts that are compared
   */
  public Guard withWords(Collection<BytesRef> words) {
    Set<Integer> all = new TreeSet<>(keys);
    for (BytesRef each : words) {
      ShortFeatures features = ShortFeatures.ofDocValue(each);
      for (int i = 0; i < features.size(); i++) {
        all.add(features.key(i));
      }
    }
    return new Guard(numbers, all);
  }

  /**
   * {@return true if two texts are kept apart}
   *
   * @param a words of one; null if it has none, or too many
   * @param b the other's
   */
  public boolean holdsBack(BytesRef a, BytesRef b) {
    return !equals(NONE)
        && ShortTexts.areCompared(a, b)
        && !areSame(ShortFeatures.ofDocValue(a), ShortFeatures.ofDocValue(b));
  }

  /**
   * {@return all documents that are not kept apart from a text, each with the score 1} A filter of
   * those that something else finds.
   *
   * @param field a {@link ResemblanceField}
   * @param words of the text, as {@link Signature#words} has them; null for none
   */
  public Query newFilter(String field, BytesRef words) {
    return words == null || equals(NONE)
        ? MatchAllDocsQuery.INSTANCE
        : new NotHeldBackQuery(field, this, words);
  }

  private boolean areSame(ShortFeatures a, ShortFeatures b) {
    int i = next(a, 0);
    int j = next(b, 0);
    while (i < a.size() && j < b.size() && a.key(i) == b.key(j)) {
      i = next(a, i + 1);
      j = next(b, j + 1);
    }
    return i == a.size() && j == b.size();
  }

  private int next(ShortFeatures features, int from) {
    int i = from;
    while (i < features.size() && !isGuarded(features.key(i))) {
      i++;
    }
    return i;
  }

  private boolean isGuarded(int key) {
    return (numbers && ShortFeatures.isNumber(key)) || keys.contains(key);
  }

  /** {@return {@code none}, {@code numbers}, {@code words} or {@code numbers,words}} */
  @Override
  public String toString() {
    String others = keys.isEmpty() ? "none" : "words";
    return numbers ? keys.isEmpty() ? "numbers" : "numbers,words" : others;
  }
}
