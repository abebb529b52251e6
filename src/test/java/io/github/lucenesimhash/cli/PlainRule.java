package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.verify.Comparison;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.Guard;
import io.github.lucenesimhash.verify.PlainGuard;
import io.github.lucenesimhash.verify.TextVerifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Decides by brute force whether a text may be dropped in favour of another text.
 *
 * @param minResemblance the least resemblance of the texts, or 0 if they are not verified
 * @param contained the least share of the dropped text in the other, or 0 if resemblance counts
 * @param guard the guard that keeps verified texts apart
 */
record PlainRule(int maxDistance, double minResemblance, double contained, Guard guard) {

  private static final String EDITED = "zz";

  static PlainRule of(Random random) {
    Set<String> guarded = new TreeSet<>();
    for (int i = random.nextBoolean() ? 0 : 30; i > 0; i--) {
      guarded.add(guardedWord(random));
    }
    double verify = random.nextInt(3) == 0 ? 0 : List.of(.8, .65, .2).get(random.nextInt(3));
    Guard guard =
        List.of(Guard.NONE, Guard.NUMBERS, Guard.parse("replaced,numbers")).get(random.nextInt(3));
    double contained =
        verify == 0 || random.nextBoolean() ? 0 : List.of(.5, .9, 1.).get(random.nextInt(3));
    return new PlainRule(random.nextInt(30), verify, contained, guard.withWords(guarded));
  }

  PlainRule unguarded() {
    return new PlainRule(maxDistance, minResemblance, contained, Guard.NONE);
  }

  Comparison comparison() {
    return new Comparison(maxDistance, minResemblance, contained, guard);
  }

  /** Returns the options of a command. Writes a file of guarded words, if the guard has any. */
  List<Object> options(Path folder) throws IOException {
    List<Object> options = new ArrayList<>(List.of("-k", maxDistance, "--verify", minResemblance));
    if (minResemblance > 0) {
      options.addAll(List.of("--guard", guard(folder), "--contained", contained));
    }
    return options;
  }

  private String guard(Path folder) throws IOException {
    List<String> parts = new ArrayList<>();
    if (guard.replaced()) {
      parts.add("replaced");
    }
    if (guard.numbers()) {
      parts.add("numbers");
    }
    if (!guard.words().isEmpty()) {
      parts.add("words:" + Files.write(folder.resolve("guarded"), guard.words()));
    }
    return parts.isEmpty() ? "none" : String.join(",", parts);
  }

  /** {@return a word that a guard may have} */
  static String guardedWord(Random random) {
    return EDITED + word(random.nextInt(100));
  }

  /** {@return a word of letters, which differs for each number} */
  static String word(int number) {
    return Integer.toString(number, 26)
        .chars()
        .map(digit -> digit < 'a' ? digit - '0' + 'a' : digit + 10)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /** Draws texts of 0 to 150 words, every other one a copy with a few words changed or moved. */
  static List<String> texts(Random random) {
    List<String> texts = new ArrayList<>();
    for (int i = random.nextInt(80); i >= 0; i--) {
      boolean isCopy = random.nextBoolean() && !texts.isEmpty();
      int size = random.nextInt(random.nextInt(8) == 0 ? 150 : 12);
      List<String> words = new ArrayList<>();
      for (int word = 0; word < size; word++) {
        int drawn = (int) (2000 * Math.pow(random.nextDouble(), 3));
        words.add(random.nextInt(20) == 0 ? "w" + drawn : word(drawn));
      }
      if (isCopy) {
        words = new ArrayList<>(List.of(texts.get(random.nextInt(texts.size())).split(" ", -1)));
        for (int edits = random.nextInt(3); edits > 0; edits--) {
          boolean isNumber = random.nextInt(8) == 0;
          String edited = isNumber ? "w" + random.nextInt(9) : guardedWord(random);
          words.set(random.nextInt(words.size()), edited);
        }
        if (random.nextInt(4) == 0) {
          words.add(random.nextInt(words.size()), words.removeLast());
        }
      }
      texts.add(String.join(" ", words));
    }
    return texts;
  }

  /** {@return the words of a text: of Latin letters, of digits, or of one Han character each} */
  private static List<String> words(String text) {
    return Stream.of(text.split("[^\\p{L}\\p{N}]+", -1)).filter(word -> !word.isEmpty()).toList();
  }

  /** {@return whether one of two texts may be dropped in favour of the other} */
  boolean areNear(String a, String b) {
    return mayDrop(a, b) || mayDrop(b, a);
  }

  boolean mayDrop(String a, String b) {
    FingerprintScheme scheme = FingerprintScheme.standard();
    if (scheme.fingerprint(a).isEmpty() || scheme.fingerprint(b).isEmpty()) {
      return false;
    }
    long one = scheme.fingerprint(a).get().lane(0);
    boolean isNear = Fingerprint.distance(one, scheme.fingerprint(b).get().lane(0)) <= maxDistance;
    return isNear
        && (minResemblance == 0
            || (isCovered(a, b) && !PlainGuard.areApart(guard, words(a), words(b))));
  }

  private boolean isCovered(String a, String b) {
    FeatureSet goes = TextVerifier.standard().features(a);
    FeatureSet stays = TextVerifier.standard().features(b);
    return goes.jaccard(stays) >= minResemblance
        || (contained > 0 && goes.containment(stays) >= contained);
  }

  private Set<String> take(String kept, List<String> texts, List<Integer> free) {
    Set<String> near = new TreeSet<>();
    free.removeIf(other -> mayDrop(texts.get(other), kept) && near.add("n" + other));
    return near;
  }

  /** Returns the ids of duplicates by the id of their kept document, which is the first. */
  Map<String, Set<String>> groups(List<String> old, List<String> texts) {
    List<Integer> free = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      free.add(i);
    }
    Map<String, Set<String>> groups = new LinkedHashMap<>();
    for (int i = 0; i < old.size(); i++) {
      groups.put("o" + i, take(old.get(i), texts, free));
    }
    while (!free.isEmpty()) {
      int kept = free.removeFirst();
      groups.put("n" + kept, take(texts.get(kept), texts, free));
    }
    groups.values().removeIf(Set::isEmpty);
    return groups;
  }
}
