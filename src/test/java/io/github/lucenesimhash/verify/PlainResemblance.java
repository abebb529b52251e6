package io.github.lucenesimhash.verify;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The oracle for {@link RandomTexts}: sets of strings, taken directly from the definition. */
final class PlainResemblance {

  private static final String SINGLE = "[\\p{IsHan}\\p{IsHiragana}]";
  private static final String IN_WORD =
      "(?:[\\p{L}\\p{M}\\p{Nd}_&&[^" + SINGLE + "]]|(?<=\\d)[,\u2044](?=\\d))";
  private static final Pattern WORD =
      Pattern.compile(
          SINGLE + "\\p{M}*|(?:_\\p{M}*)*[\\p{L}\\p{Nd}&&[^" + SINGLE + "]]" + IN_WORD + "*");

  // A group replaces a lookbehind, which sees only half of a letter beyond the BMP.
  private static final Pattern LINE_END_IN_WORD =
      Pattern.compile("([\\p{L}\\p{M}])[-\u2010\u00AD]\r?\n(?=\\p{javaLowerCase})");

  private static final String EDGE = "<>";

  private PlainResemblance() {}

  static double jaccard(String a, String b) {
    Set<String> features = features(a);
    Set<String> union = new HashSet<>(features);
    union.addAll(features(b));
    features.retainAll(features(b));
    return features.isEmpty() ? 0 : (double) features.size() / union.size();
  }

  static double containment(String a, String b) {
    Set<String> features = features(a);
    int all = features.size();
    features.retainAll(features(b));
    return all == 0 ? 0 : (double) features.size() / all;
  }

  /** Returns all runs of three words or characters, with edges beside the text. */
  static Set<String> features(String text) {
    List<String> words =
        new ArrayList<>(WORD.matcher(normal(text)).results().map(MatchResult::group).toList());
    Set<String> features = new HashSet<>();
    if (words.isEmpty()) {
      return features;
    }
    words.addAll(0, List.of(EDGE, EDGE));
    words.addAll(List.of(EDGE, EDGE));
    for (int i = 0; i + 3 <= words.size(); i++) {
      features.add(String.join(" ", words.subList(i, i + 3)));
    }
    return features;
  }

  /** Normalizes a text, which must have no dot above a letter and no dotless letter. */
  private static String normal(String text) {
    String joined = LINE_END_IN_WORD.matcher(text).replaceAll("$1");
    String upperCase = Normalizer.normalize(joined, Normalizer.Form.NFKC).toUpperCase(Locale.ROOT);
    int[] folded = upperCase.codePoints().map(Character::toLowerCase).toArray();
    return Normalizer.normalize(new String(folded, 0, folded.length), Normalizer.Form.NFKC);
  }
}
