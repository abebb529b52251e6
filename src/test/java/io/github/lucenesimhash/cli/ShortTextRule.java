package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.FeatureHash;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.Comparison;
import io.github.lucenesimhash.search.Guard;
import io.github.lucenesimhash.search.PlainFeatures;
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
 * What two texts are compared by, and whether they are near-duplicates: by brute force.
 *
 * @param ofWords least resemblance of short texts' words; 0 if they are compared as all others
 * @param guard keeps short texts apart; without words of its own
 * @param guarded words that do so too
 */
record ShortTextRule(
    int maxDistance, double minResemblance, double ofWords, Guard guard, Set<String> guarded) {

  private static final String EDITED = "zz";

  static ShortTextRule of(Random random) {
    return of(random, .5 + random.nextInt(6) / 10.);
  }

  static ShortTextRule of(Random random, double ofWords) {
    Set<String> guarded = new TreeSet<>();
    for (int i = random.nextBoolean() ? 0 : 30; i > 0; i--) {
      guarded.add(guardedWord(random));
    }
    double verify = random.nextInt(3) == 0 ? 0 : random.nextBoolean() ? .8 : .65;
    return new ShortTextRule(random.nextInt(30), verify, ofWords, guard(random), guarded);
  }

  static Guard guard(Random random) {
    return List.of(Guard.NONE, Guard.NUMBERS, Guard.STANDARD).get(random.nextInt(3));
  }

  ShortTextRule unverified() {
    return new ShortTextRule(maxDistance, 0, ofWords, guard, guarded);
  }

  ShortTextRule unguarded() {
    return new ShortTextRule(maxDistance, minResemblance, ofWords, Guard.NONE, Set.of());
  }

  Comparison comparison() {
    Guard all = guard.withWords(guarded.stream().map(FingerprintScheme.standard()::read).toList());
    return new Comparison(maxDistance, minResemblance, ofWords, all);
  }

  /** As options of a command; a file of words, if there are some, is written. */
  List<Object> options(Path folder) throws IOException {
    List<Object> options = new ArrayList<>(List.of("-k", maxDistance, "--verify", minResemblance));
    if (ofWords > 0) {
      options.addAll(List.of("--short-texts", ofWords));
    }
    options.addAll(List.of("--guard", guard(folder)));
    return options;
  }

  String guard(Path folder) throws IOException {
    List<String> parts = new ArrayList<>();
    if (!guard.equals(Guard.NONE)) {
      parts.add(guard.toString());
    }
    if (!guarded.isEmpty()) {
      parts.add("words:" + Files.write(folder.resolve("guarded"), guarded));
    }
    return parts.isEmpty() ? "none" : String.join(",", parts);
  }

  /** One that a guard of words may have. */
  static String guardedWord(Random random) {
    return EDITED + word(random.nextInt(100));
  }

  /** Another one of letters for each number. */
  static String word(int number) {
    return Integer.toString(number, 26)
        .chars()
        .map(digit -> digit < 'a' ? digit - '0' + 'a' : digit + 10)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /** Of 0 to 150 words, every other one with a few changed or moved; and the same word again. */
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

  private static PlainFeatures words(String text) {
    return PlainFeatures.of(
        Stream.of(text.split("\\W+", -1))
            .filter(word -> !word.isEmpty())
            .mapToLong(FeatureHash.fnv1a(0)::hash)
            .toArray());
  }

  private List<String> guarded(String text) {
    return Stream.of(text.split(" ", -1))
        .filter(word -> (guard.numbers() && word.matches(".*[0-9].*")) || guarded.contains(word))
        .toList();
  }

  boolean areNear(String a, String b) {
    FingerprintScheme scheme = FingerprintScheme.standard();
    if (scheme.fingerprint(a).isEmpty() || scheme.fingerprint(b).isEmpty()) {
      return false;
    }
    PlainFeatures left = words(a);
    PlainFeatures right = words(b);
    boolean areShort = left.isComparedWith(right);
    Guard ofReplaced = new Guard(guard.replaced(), false, Set.of());
    boolean isHeldBack =
        areShort && (left.isHeldBack(right, ofReplaced) || !guarded(a).equals(guarded(b)));
    if (areShort && ofWords > 0) {
      return left.resemblance(right) >= ofWords && !isHeldBack;
    }
    long one = scheme.fingerprint(a).get().word(0);
    boolean isNear = Fingerprint.distance(one, scheme.fingerprint(b).get().word(0)) <= maxDistance;
    return isNear && (minResemblance == 0 || (areAlike(a, b) && !isHeldBack));
  }

  private boolean areAlike(String a, String b) {
    TextVerifier verifier = TextVerifier.standard();
    return verifier.features(a).jaccard(verifier.features(b)) >= minResemblance;
  }

  private Set<String> take(String kept, List<String> texts, List<Integer> free) {
    Set<String> near = new TreeSet<>();
    free.removeIf(other -> areNear(kept, texts.get(other)) && near.add("n" + other));
    return near;
  }

  /** Kept id to the ids of its duplicates. */
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
