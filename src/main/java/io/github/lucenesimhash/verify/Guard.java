package io.github.lucenesimhash.verify;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Keeps short texts apart that resemble each other, but say something else. It compares the words
 * of two texts in their order where the texts are verified: {@link TextVerifier#guarded} and {@link
 * FeatureSet#isHeldBack}. Two texts are short if one has at most {@value
 * GuardedWords#MOST_OF_SHORT} words, and the other at most {@value GuardedWords#MOST}; of longer
 * texts nothing is kept apart.
 *
 * <p>Immutable.
 *
 * @param replaced whether texts are kept apart if each has a word that the other has not in its
 *     place, as "the north gate" and "the south gate": one must have all words of the other, in the
 *     same order
 * @param numbers whether words with a digit, and Han numerals, are guarded: they must be the same
 *     in the same order
 * @param words that are guarded besides, as a text has them: without spaces, commas and colons
 */
public record Guard(boolean replaced, boolean numbers, Set<String> words) {

  private static final String WORDS = "words:";
  private static final Pattern WORD = Pattern.compile("(?U)[^\\s,:]+");

  /** Keeps nothing apart. */
  public static final Guard NONE = new Guard(false, false, Set.of());

  /** Guards numbers: models, versions, years, sizes. */
  public static final Guard NUMBERS = new Guard(false, true, Set.of());

  /** Guards numbers, and keeps texts apart in which a word stands in place of another. */
  public static final Guard STANDARD = new Guard(true, true, Set.of());

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
   * {@return this guard, for more words}
   *
   * @param more words, as a text has them
   * @throws IllegalArgumentException if one is empty, or has a space, a comma or a colon
   */
  public Guard withWords(Collection<String> more) {
    Set<String> all = new TreeSet<>(words);
    all.addAll(more);
    return new Guard(replaced, numbers, all);
  }

  /**
   * {@return the guard that {@link #toString} or a user wrote: {@code none}, or some of {@code
   * replaced}, {@code numbers} and {@code words:} with words, with a comma between them} As {@code
   * numbers,words:not:never}.
   *
   * @param guard such a text
   * @throws IllegalArgumentException if it is another
   */
  public static Guard parse(String guard) {
    boolean replaced = false;
    boolean numbers = false;
    Set<String> words = new TreeSet<>();
    for (String part : guard.split(",", -1)) {
      if (part.equals("replaced")) {
        replaced = true;
      } else if (part.equals("numbers")) {
        numbers = true;
      } else if (part.matches("(?U)words(:[^\\s:]+)+")) {
        words.addAll(List.of(part.substring(WORDS.length()).split(":", -1)));
      } else if (!guard.equals("none")) {
        throw new IllegalArgumentException(
            "guard is '"
                + guard
                + "', expected 'none', or some of 'replaced', 'numbers' and 'words:' with words, as"
                + " 'numbers,words:not:never'");
      }
    }
    return new Guard(replaced, numbers, words);
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
    if (!words.isEmpty()) {
      parts.add(WORDS + String.join(":", new TreeSet<>(words)));
    }
    return parts.toString();
  }
}
