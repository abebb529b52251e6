package io.github.lucenesimhash.verify;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Keeps texts apart that resemble each other but mean different things. A guard is applied when
 * texts are verified, see {@link TextVerifier#guarded} and {@link FeatureSet#isHeldBack}. A guard
 * compares the words of the standard scheme, regardless of the scheme of the fingerprints.
 *
 * <p>Immutable.
 *
 * @param replaced whether to keep texts apart if a word of one replaces a word of the other, as in
 *     "the north gate" and "the south gate". A word that is only inserted does not count. The rule
 *     applies to short texts: the shorter text has at most {@value GuardedWords#MOST_OF_SHORT}
 *     words, the longer at most {@value GuardedWords#MOST}
 * @param numbers whether to keep texts apart if neither has all numbers of the other in the same
 *     order. The rule applies if the shorter text has at most {@value
 *     GuardedWords#MOST_BESIDE_NUMBERS} words. Numbers are words with a digit, and Han numerals;
 *     they are compared by value, so 2,002.0 is 2002, but 3.10 is not 3.1, and -5 and 5% are not 5.
 *     In short texts, symbols count as numbers: operators, marks, emoji, number words, and single
 *     letters except a and i
 * @param negations whether to keep texts apart if one has a negation between two words that are
 *     adjacent in the other, as in "may enter" and "may not enter". The ends of a text count as
 *     words. Negations are "not", "never", contractions such as "can't", 不, 没, 未, 勿, 无 and 非. The
 *     rule applies if both texts have at most {@value GuardedWords#MOST} words
 * @param words the words, of letters and digits; short texts are kept apart unless both have the
 *     same of these words in the same order
 */
public record Guard(boolean replaced, boolean numbers, boolean negations, Set<String> words) {

  private static final String WORDS = "words:";
  private static final Pattern WORD = Pattern.compile("(?U)[^\\s,:]+");

  /** The guard that keeps no texts apart. */
  public static final Guard NONE = new Guard(false, false, false, Set.of());

  /** The guard that compares numbers (models, versions, years, sizes) and symbols. */
  public static final Guard NUMBERS = new Guard(false, true, false, Set.of());

  /** The guard that compares numbers and negations, which is the default of a comparison. */
  public static final Guard STANDARD = new Guard(false, true, true, Set.of());

  /**
   * Copies the words.
   *
   * @throws IllegalArgumentException if a word is empty, or has a space, a comma or a colon
   */
  public Guard {
    words = Set.copyOf(words);
    for (String word : words) {
      if (!WORD.matcher(word).matches()) {
        throw new IllegalArgumentException(
            "guarded word is '" + word + "', expected a word without spaces, commas and colons");
      }
    }
  }

  /**
   * {@return this guard with more words}
   *
   * @param more the additional words
   * @throws IllegalArgumentException if a word is empty, or has a space, a comma or a colon
   */
  public Guard withWords(Collection<String> more) {
    Set<String> all = new TreeSet<>(words);
    all.addAll(more);
    return new Guard(replaced, numbers, negations, all);
  }

  /**
   * Returns the guard that a string describes. The string is {@code none}, or some of {@code
   * replaced}, {@code numbers}, {@code negations} and {@code words:WORD:...}, separated by commas.
   *
   * @param guard the string, for example {@code numbers,words:part:revert}
   * @return the guard
   * @throws IllegalArgumentException if the string has another form
   */
  public static Guard parse(String guard) {
    boolean replaced = false;
    boolean numbers = false;
    boolean negations = false;
    Set<String> words = new TreeSet<>();
    for (String part : guard.split(",", -1)) {
      if (part.equals("replaced")) {
        replaced = true;
      } else if (part.equals("numbers")) {
        numbers = true;
      } else if (part.equals("negations")) {
        negations = true;
      } else if (part.matches("(?U)words(:[^\\s:]+)+")) {
        words.addAll(List.of(part.substring(WORDS.length()).split(":", -1)));
      } else if (!guard.equals("none")) {
        throw new IllegalArgumentException(
            "guard is '"
                + guard
                + "', expected 'none', or some of 'replaced', 'numbers', 'negations' and 'words:'"
                + " with words, as 'numbers,words:part:revert'");
      }
    }
    return new Guard(replaced, numbers, negations, words);
  }

  /** {@return the guard in the form that {@link #parse} reads} */
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
    if (negations) {
      parts.add("negations");
    }
    if (!words.isEmpty()) {
      parts.add(WORDS + String.join(":", new TreeSet<>(words)));
    }
    return parts.toString();
  }
}
