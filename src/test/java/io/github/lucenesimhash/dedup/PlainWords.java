package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.ResemblanceField;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.util.BytesRef;
import org.junit.Assert;

/**
 * Words as numbers of less than 24 bits, null for none, and which sets of them are near.
 *
 * @param minResemblance 0 if words are not compared
 */
record PlainWords(double minResemblance) {

  static final PlainWords NONE = new PlainWords(0);

  static final int DISTINCT = 50;
  private static final int WORDS = 1 << 20;
  private static final double[] MINIMA = {.5, .55, .6, 2. / 3, .7, .75, .8, .9, 1};

  static PlainWords random(Random random) {
    return new PlainWords(MINIMA[random.nextInt(MINIMA.length)]);
  }

  boolean areCompared() {
    return minResemblance > 0;
  }

  NearDuplicateWriterBuilder in(NearDuplicateWriterBuilder builder) {
    return areCompared() ? builder.shortTexts(minResemblance) : builder;
  }

  /** Whether two documents are compared by these, and not by their fingerprints. */
  boolean areCompared(Set<Integer> a, Set<Integer> b) {
    return areCompared() && a != null && b != null && Math.min(a.size(), b.size()) <= 64;
  }

  /** The resemblance of two that are near, else 0. */
  double resemblance(Set<Integer> a, Set<Integer> b) {
    if (!areCompared(a, b)) {
      return 0;
    }
    double shared = a.stream().filter(b::contains).count();
    double resemblance = shared / (a.size() + b.size() - shared);
    return resemblance >= minResemblance ? resemblance : 0;
  }

  /** A few words, or about as many as a short text can have, or the index. */
  static Set<Integer> draw(Random random) {
    int size =
        switch (random.nextInt(10)) {
          case 0 -> 62 + random.nextInt(5);
          case 1 -> 60 + random.nextInt(69);
          default -> 1 + random.nextInt(12);
        };
    Set<Integer> words = new HashSet<>();
    while (words.size() < size) {
      words.add(random.nextInt(WORDS));
    }
    return words;
  }

  /** So many that are those of no other by chance. */
  static Set<Integer> distinct(RandomGenerator random) {
    return random.ints(0, WORDS).distinct().limit(DISTINCT).boxed().collect(Collectors.toSet());
  }

  /** Some words replaced, added and left out. */
  static Set<Integer> edit(Set<Integer> words, Random random) {
    Set<Integer> edited = new HashSet<>(words);
    int most = random.nextInt(2 + words.size() / 3);
    edited.removeIf(word -> random.nextInt(words.size()) < most);
    for (int i = random.nextInt(most + 1); i > 0 || edited.isEmpty(); i--) {
      edited.add(random.nextInt(WORDS));
    }
    return edited.size() > ResemblanceField.MAX_FEATURES ? words : edited;
  }

  static void addTo(Document document, Set<Integer> words) {
    if (words != null) {
      document.add(field(words));
    }
  }

  private static ResemblanceField field(Set<Integer> words) {
    return new ResemblanceField("near.words", words.stream().mapToLong(word -> word).toArray());
  }

  /** Of the name of a group that they begin. */
  String digest(Set<Integer> its) {
    if (!areCompared() || its == null) {
      return "";
    }
    BytesRef value = field(its).binaryValue();
    return "."
        + Fingerprint.toHex(FeatureHash.murmur3(0).hash(value.bytes, value.offset, value.length));
  }

  static Set<Integer> read(LeafReader reader, int doc) throws IOException {
    var value = ResemblanceField.docValue(reader, "near.words", doc);
    return value == null
        ? null
        : Arrays.stream(ResemblanceField.keys(value)).boxed().collect(Collectors.toSet());
  }

  /** The pairs that are near: whatever has a word in common is looked at. */
  List<int[]> pairs(Map<Integer, Set<Integer>> all) {
    Map<Integer, List<Integer>> byWord = new HashMap<>();
    List<int[]> pairs = new ArrayList<>();
    all.forEach(
        (id, words) -> {
          Set<Integer> others = new HashSet<>();
          for (int word : words == null ? Set.<Integer>of() : words) {
            List<Integer> with = byWord.computeIfAbsent(word, none -> new ArrayList<>());
            others.addAll(with);
            with.add(id);
          }
          for (int other : others) {
            if (resemblance(words, all.get(other)) > 0) {
              pairs.add(new int[] {other, id});
            }
          }
        });
    Assert.assertTrue(!all.containsValue(Set.of()));
    return pairs;
  }
}
