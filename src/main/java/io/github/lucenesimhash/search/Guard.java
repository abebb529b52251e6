package io.github.lucenesimhash.search;

import java.util.Collection;
import java.util.HexFormat;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.BytesRef;

/**
 * Keeps short texts apart that are near, but say something else. Two texts are short here as {@link
 * ShortTexts#areCompared} says; of long texts nothing is kept apart.
 *
 * <p>Immutable.
 *
 * @param replaced whether texts are kept apart if each has a word that the other has not in its
 *     place, as "the north gate" and "the south gate": one must have all words of the other, in the
 *     same order
 * @param numbers whether words with a digit, and Han numerals, are guarded: they must be the same
 *     in the same order
 * @param keys of other guarded words, as {@link #withWords} takes them
 */
public record Guard(boolean replaced, boolean numbers, Set<Integer> keys) {

  private static final HexFormat HEX = HexFormat.of();
  private static final String WORDS = "words:";

  /** Keeps nothing apart. */
  public static final Guard NONE = new Guard(false, false, Set.of());

  /** Guards numbers: models, versions, years, sizes. */
  public static final Guard NUMBERS = new Guard(false, true, Set.of());

  /** Guards numbers, and keeps texts apart in which a word stands in place of another. */
  public static final Guard STANDARD = new Guard(true, true, Set.of());

  /** Takes a copy of the keys. */
  public Guard {
    keys = Set.copyOf(keys);
    for (int key : keys) {
      if (!ShortFeatures.isKey(key)) {
        throw new IllegalArgumentException("key is " + key + ", expected 24 bits");
      }
    }
  }

  /**
   * {@return this guard, for more words}
   *
   * @param words texts that have them, made by the scheme of the texts that are compared
   * @throws IllegalArgumentException if one has no words, or too many
   */
  public Guard withWords(Collection<Signature> words) {
    Set<Integer> all = new TreeSet<>(keys);
    for (Signature each : words) {
      if (each.words() == null) {
        throw new IllegalArgumentException(
            "no words, or too many, expected 1 to " + WordsField.MAX_FEATURES);
      }
      ShortFeatures features = ShortFeatures.ofDocValue(each.words());
      for (int i = 0; i < features.size(); i++) {
        all.add(features.key(i));
      }
    }
    return new Guard(replaced, numbers, all);
  }

  /**
   * {@return true if two texts are kept apart}
   *
   * @param a of one
   * @param b of the other
   */
  public boolean holdsBack(Signature a, Signature b) {
    return holdsBackFrom(a.words()).test(b.words());
  }

  /**
   * The same of the words of one text and any others, faster for many; null for none. Safe for use
   * by several threads.
   */
  Predicate<BytesRef> holdsBackFrom(BytesRef words) {
    if (words == null || equals(NONE)) {
      return other -> false;
    }
    BytesRef own = BytesRef.deepCopyOf(words);
    ShortFeatures features = ShortFeatures.ofDocValue(own);
    int[] guarded = guardedKeys(features);
    return other -> ShortTexts.areCompared(own, other) && areApart(features, guarded, other);
  }

  private boolean areApart(ShortFeatures own, int[] guarded, BytesRef other) {
    ShortFeatures its = ShortFeatures.ofDocValue(other);
    return !areGuardedKeys(its, guarded) || (replaced && isReplaced(own, its));
  }

  /** Whether each has a word that the other has not in its place. */
  private static boolean isReplaced(ShortFeatures a, ShortFeatures b) {
    ShortFeatures few = a.size() <= b.size() ? a : b;
    ShortFeatures many = a.size() <= b.size() ? b : a;
    int found = 0;
    for (int i = 0; i < many.size() && found < few.size(); i++) {
      found += many.key(i) == few.key(found) ? 1 : 0;
    }
    return found < few.size();
  }

  /**
   * All documents that are not kept apart from a text, each with the score 1: a filter of those
   * that something else finds.
   *
   * @param field a {@link WordsField}
   * @param words of the text; null for none
   */
  Query newFilter(String field, BytesRef words) {
    return words == null || equals(NONE)
        ? MatchAllDocsQuery.INSTANCE
        : new NotHeldBackQuery(field, this, words);
  }

  private int[] guardedKeys(ShortFeatures features) {
    return IntStream.range(0, features.size()).map(features::key).filter(this::isGuarded).toArray();
  }

  private boolean areGuardedKeys(ShortFeatures features, int[] guarded) {
    int same = 0;
    for (int i = 0; i < features.size(); i++) {
      int key = features.key(i);
      if (isGuarded(key) && (same == guarded.length || guarded[same++] != key)) {
        return false;
      }
    }
    return same == guarded.length;
  }

  private boolean isGuarded(int key) {
    return (numbers && ShortFeatures.isNumber(key)) || (!keys.isEmpty() && keys.contains(key));
  }

  /**
   * {@return what {@link #toString} wrote: {@code none}, or of {@code replaced}, {@code numbers}
   * and {@code words:} with keys in hexadecimal some, with a comma between them}
   *
   * @param guard such a text
   * @throws IllegalArgumentException if it is another
   */
  public static Guard parse(String guard) {
    boolean replaced = false;
    boolean numbers = false;
    Set<Integer> keys = new TreeSet<>();
    for (String part : guard.split(",", -1)) {
      if (part.equals("replaced")) {
        replaced = true;
      } else if (part.equals("numbers")) {
        numbers = true;
      } else if (part.matches("words(:[0-9a-f]{6})+")) {
        for (String key : part.substring(WORDS.length()).split(":", -1)) {
          keys.add(HexFormat.fromHexDigits(key));
        }
      } else if (!guard.equals("none")) {
        throw new IllegalArgumentException(
            "guard is '"
                + guard
                + "', expected 'none', or some of 'replaced', 'numbers' and 'words:' with keys");
      }
    }
    return new Guard(replaced, numbers, keys);
  }

  /** {@return what {@link #parse} reads} */
  @Override
  public String toString() {
    if (equals(NONE)) {
      return "none";
    }
    StringJoiner parts = new StringJoiner(",");
    if (replaced) {
      parts.add("replaced");
    }
    if (numbers) {
      parts.add("numbers");
    }
    if (!keys.isEmpty()) {
      StringBuilder words = new StringBuilder("words");
      new TreeSet<>(keys).forEach(key -> words.append(':').append(HEX.toHexDigits(key, 6)));
      parts.add(words);
    }
    return parts.toString();
  }
}
