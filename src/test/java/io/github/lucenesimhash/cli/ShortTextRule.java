package io.github.lucenesimhash.cli;

import io.github.lucenesimhash.analysis.FingerprintScheme;
import io.github.lucenesimhash.fingerprint.FeatureHash;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.PlainFeatures;
import io.github.lucenesimhash.verify.FeatureSet;
import io.github.lucenesimhash.verify.TextVerifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What two texts are compared by, and whether they are near-duplicates: by brute force. */
record ShortTextRule(int maxDistance, double minResemblance, double ofWords) {

  static ShortTextRule of(Random random) {
    return new ShortTextRule(
        random.nextInt(30), random.nextInt(2) * .8, .5 + random.nextInt(6) / 10.);
  }

  /** Of 0 to 150 words, every other one with a few changed or moved; and the same word again. */
  static List<String> texts(Random random) {
    List<String> texts = new ArrayList<>();
    for (int i = random.nextInt(80); i >= 0; i--) {
      boolean isCopy = random.nextBoolean() && !texts.isEmpty();
      int size = random.nextInt(random.nextInt(8) == 0 ? 150 : 12);
      List<String> words = new ArrayList<>();
      for (int word = 0; word < size; word++) {
        words.add("w" + (int) (2000 * Math.pow(random.nextDouble(), 3)));
      }
      if (isCopy) {
        words = new ArrayList<>(List.of(texts.get(random.nextInt(texts.size())).split(" ", -1)));
        for (int edits = random.nextInt(3); edits > 0; edits--) {
          words.set(random.nextInt(words.size()), "e" + random.nextInt(100));
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
        Stream.of(text.split(" ", -1))
            .filter(word -> !word.isEmpty())
            .mapToLong(FeatureHash.murmur3(0)::hash)
            .toArray());
  }

  boolean areNear(String a, String b) {
    FingerprintScheme scheme = FingerprintScheme.standard();
    if (scheme.fingerprint(a).isEmpty() || scheme.fingerprint(b).isEmpty()) {
      return false;
    }
    PlainFeatures left = words(a);
    PlainFeatures right = words(b);
    if (left.isComparedWith(right)) {
      return left.resemblance(right) >= ofWords;
    }
    FeatureSet features = TextVerifier.standard().features(a);
    long one = scheme.fingerprint(a).getAsLong();
    return Fingerprint.distance(one, scheme.fingerprint(b).getAsLong()) <= maxDistance
        && features.jaccard(TextVerifier.standard().features(b)) >= minResemblance;
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
