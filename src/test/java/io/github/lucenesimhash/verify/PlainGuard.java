package io.github.lucenesimhash.verify;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** The guard of two texts by its definition, which tries all ways to pair equal words. */
public final class PlainGuard {

  /** Numbers and symbols: words of numbers, Roman numbers up to 12, letters except a and i. */
  private static final Pattern SPELLED =
      Pattern.compile("三|three|four|ii|iii|iv|vi|vii|viii|ix|xi|xii|[b-hj-z]|.*[0-9].*");

  private record Place(int a, int b, char last) {}

  private final List<String> a;
  private final List<String> b;
  private final boolean isMild;
  private final Map<Place, Integer> known = new HashMap<>();

  private PlainGuard(List<String> a, List<String> b, boolean isMild) {
    this.a = a;
    this.b = b;
    this.isMild = isMild;
  }

  /**
   * Returns the maximum number of pairs, or a number below 0 if no way to pair words exists.
   *
   * @param isMild whether a way counts only if no word is opposite another: between two pairs, only
   *     one text has words
   */
  private static int longest(List<String> a, List<String> b, boolean isMild) {
    return new PlainGuard(a, b, isMild).from(0, 0, '=');
  }

  private int from(int i, int j, char last) {
    Place place = new Place(i, j, last);
    Integer before = known.get(place);
    if (before != null) {
      return before;
    }
    int most = i == a.size() && j == b.size() ? 0 : -1000;
    if (i < a.size() && j < b.size() && a.get(i).equals(b.get(j))) {
      most = Math.max(most, 1 + from(i + 1, j + 1, '='));
    }
    if (i < a.size() && !(isMild && last == 'b')) {
      most = Math.max(most, from(i + 1, j, 'a'));
    }
    if (j < b.size() && !(isMild && last == 'a')) {
      most = Math.max(most, from(i, j + 1, 'b'));
    }
    known.put(place, most);
    return most;
  }

  /** Returns whether the guard keeps the words of two texts apart. */
  public static boolean areApart(Guard guard, List<String> a, List<String> b) {
    int fewest = Math.min(a.size(), b.size());
    List<String> few = numbers(a);
    List<String> many = numbers(b);
    boolean areOther = guard.numbers() && fewest <= 512 && !isIn(few, many) && !isIn(many, few);
    if (fewest == 0 || fewest > 64 || Math.max(a.size(), b.size()) > 128) {
      return areOther;
    }
    few = spelled(a);
    many = spelled(b);
    areOther |= guard.numbers() && !isIn(few, many) && !isIn(many, few);
    boolean isReplaced = guard.replaced() && longest(a, b, true) < longest(a, b, false);
    return areOther || isReplaced || !guarded(guard, a).equals(guarded(guard, b));
  }

  private static List<String> numbers(List<String> words) {
    return words.stream()
        .filter(word -> word.matches(".*[0-9].*"))
        .map(word -> word.replace(".0", "").replace(",", ""))
        .toList();
  }

  private static List<String> spelled(List<String> words) {
    return words.stream()
        .filter(word -> SPELLED.matcher(word).matches())
        .map(word -> word.replaceFirst("三|three", "3").replace("four", "4"))
        .map(word -> word.replace(".0", "").replace(",", ""))
        .toList();
  }

  private static List<String> guarded(Guard guard, List<String> words) {
    return words.stream()
        .map(word -> word.toLowerCase(Locale.ROOT))
        .filter(guard.words()::contains)
        .toList();
  }

  /** Returns whether other words contain the words in the same order. */
  private static boolean isIn(List<String> few, List<String> many) {
    List<String> rest = new ArrayList<>(few);
    for (String word : many) {
      if (!rest.isEmpty() && rest.getFirst().equals(word)) {
        rest.removeFirst();
      }
    }
    return rest.isEmpty();
  }
}
