package io.github.lucenesimhash.verify;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Keeps texts apart that resemble each other, but say something else. It compares two texts where
 * they are verified: {@link TextVerifier#guarded} and {@link FeatureSet#isHeldBack}. The words are
 * those of the standard scheme, whatever the scheme of the texts.
 *
 * <p>Immutable.
 *
 * @param replaced whether texts are kept apart if a word of one stands in place of a word of the
 *     other, as in "the north gate" and "the south gate": unless both have some words in the same
 *     order, between which one of the two has no others. One text must have at most {@value
 *     GuardedWords#MOST_OF_SHORT} words, and the other at most {@value GuardedWords#MOST}
 * @param numbers whether texts are kept apart if neither has all numbers of the other in the same
 *     order. One text must have at most {@value GuardedWords#MOST_BESIDE_NUMBERS} words. Numbers
 *     are words with a digit, and Han numerals, by what they say: 2,002.0 is 2002, and 3.10 is not
 *     3.1, nor is -5 or 5% another spelling of 5. In texts as short as {@code replaced} asks for,
 *     symbols are compared among the numbers: operators, marks, emoji, letters that stand alone but
 *     a and i, and number words
 * @param negations whether texts are kept apart if one has not, never, 不, 没, 未, 勿, 无 or 非 between
 *     two words that stand side by side in the other, as "may enter" and "may not enter". Words as
 *     can't have a not in them. Neither text may have more than {@value GuardedWords#MOST} words
 * @param words that must be the same in the same order, in texts as short as for {@code replaced}:
 *     letters and digits, as a text has them
 */
public record Guard(boolean replaced, boolean numbers, boolean negations, Set<String> words) {

  private static final String WORDS = "words:";
  private static final Pattern WORD = Pattern.compile("(?U)[^\\s,:]+");

  /** Keeps nothing apart. */
  public static final Guard NONE = new Guard(false, false, false, Set.of());

  /** Guards numbers (models, versions, years, sizes) and symbols. */
  public static final Guard NUMBERS = new Guard(false, true, false, Set.of());

  /** Guards numbers and negations; the default of a comparison. */
  public static final Guard STANDARD = new Guard(false, true, true, Set.of());

  /**
   * Takes a copy of the words.
   *
   * @throws IllegalArgumentException if one is empty, or has a space, a comma or a colon
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
   * {@return this guard, with more words}
   *
   * @param more words, as a text has them
   * @throws IllegalArgumentException if one is empty, or has a space, a comma or a colon
   */
  public Guard withWords(Collection<String> more) {
    Set<String> all = new TreeSet<>(words);
    all.addAll(more);
    return new Guard(replaced, numbers, negations, all);
  }

  /**
   * {@return the guard that a text describes: {@code none}, or some of {@code replaced}, {@code
   * numbers}, {@code negations} and {@code words:} with words, separated by commas} For example
   * {@code numbers,words:part:revert}.
   *
   * @param guard such a text
   * @throws IllegalArgumentException if it is another
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

  /** {@return the guard as {@link #parse} reads it} */
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
