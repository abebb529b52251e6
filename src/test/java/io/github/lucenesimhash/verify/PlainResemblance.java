package io.github.lucenesimhash.verify;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The oracle: sets of strings, straight from the definition, for both kinds of texts. */
final class PlainResemblance {

  private PlainResemblance() {}

  static double jaccard(String a, String b) {
    boolean characters = isChinese(a) || isChinese(b);
    if (isChinese(a) != isChinese(b) && !(hasHan(a) && hasHan(b))) {
      return 0;
    }
    Set<String> features = features(a, characters);
    Set<String> union = new HashSet<>(features);
    union.addAll(features(b, characters));
    features.retainAll(features(b, characters));
    return features.isEmpty() ? 0 : (double) features.size() / union.size();
  }

  static double containment(String a, String b) {
    boolean characters = isChinese(a) || isChinese(b);
    if (isChinese(a) != isChinese(b) && !(hasHan(a) && hasHan(b))) {
      return 0;
    }
    Set<String> features = features(a, characters);
    int all = features.size();
    features.retainAll(features(b, characters));
    return all == 0 ? 0 : (double) features.size() / all;
  }

  static Set<String> features(String text, boolean characters) {
    String normal = normal(text);
    List<String> units = new ArrayList<>();
    String apart = normal.replaceAll("\\p{IsIdeographic}", " $0 ");
    for (String word : (characters ? normal : apart).split("[^\\p{IsL}\\p{Nd}]+", -1)) {
      if (characters) {
        word.codePoints().forEach(c -> units.add(Character.toString(c)));
      } else if (!word.isEmpty()) {
        units.add(word);
      }
    }
    int size = Math.min(characters ? 4 : 3, units.size());
    Set<String> features = new HashSet<>();
    for (int i = 0; size > 0 && i + size <= units.size(); i++) {
      features.add(String.join(" ", units.subList(i, i + size)));
    }
    return features;
  }

  /** Not for texts with a dot above or without one. */
  private static String normal(String text) {
    String upperCase = Normalizer.normalize(text, Normalizer.Form.NFKC).toUpperCase(Locale.ROOT);
    int[] folded = upperCase.codePoints().map(Character::toLowerCase).toArray();
    return Normalizer.normalize(new String(folded, 0, folded.length), Normalizer.Form.NFKC);
  }

  static boolean isChinese(String text) {
    long letters = text.codePoints().filter(Character::isLetter).count();
    return hasHan(text) && 4 * han(text) >= letters;
  }

  static boolean hasHan(String text) {
    return han(text) > 0;
  }

  private static long han(String text) {
    return text.codePoints()
        .filter(c -> Character.isLetter(c) && Character.isIdeographic(c))
        .count();
  }
}
