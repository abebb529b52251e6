package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.Comparison;
import io.github.lucenesimhash.search.Guard;
import io.github.lucenesimhash.search.PlainFeatures;
import io.github.lucenesimhash.search.WordsField;
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
import org.apache.lucene.document.Document;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.util.BytesRef;
import org.junit.Assert;

/**
 * Which sets of words are near. Null stands for none.
 *
 * @param minResemblance 0 if words are not compared
 * @param guard keeps what is compared apart; without words of its own
 */
record PlainWords(double minResemblance, Guard guard) {

  static final PlainWords NONE = new PlainWords(0, Guard.NONE);

  static final int DISTINCT = 50;
  private static final double[] MINIMA = {.5, .55, .6, 2. / 3, .7, .75, .8, .9, 1};

  PlainWords unguarded() {
    return new PlainWords(minResemblance, Guard.NONE);
  }

  static PlainWords random(Random random) {
    return new PlainWords(MINIMA[random.nextInt(MINIMA.length)], guard(random));
  }

  static Guard guard(Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> Guard.STANDARD;
      case 1 -> Guard.NUMBERS;
      default -> Guard.NONE;
    };
  }

  boolean areCompared() {
    return minResemblance > 0;
  }

  Comparison in(Comparison comparison) {
    Comparison guarded = comparison.guarded(guard);
    return areCompared() ? guarded.words(minResemblance) : guarded;
  }

  /** Whether two documents are compared by these, and not by their fingerprints. */
  boolean areCompared(PlainFeatures a, PlainFeatures b) {
    return areCompared() && a != null && b != null && a.isComparedWith(b);
  }

  /** The resemblance of two that are near, else 0. */
  double resemblance(PlainFeatures a, PlainFeatures b) {
    if (!areCompared(a, b) || a.isHeldBack(b, guard)) {
      return 0;
    }
    double resemblance = a.resemblance(b);
    return resemblance >= minResemblance ? resemblance : 0;
  }

  /** A few words, or about as many as a short text can have, or the index. */
  static PlainFeatures draw(Random random) {
    int size =
        switch (random.nextInt(10)) {
          case 0 -> 62 + random.nextInt(5);
          case 1 -> 60 + random.nextInt(69);
          default -> 1 + random.nextInt(12);
        };
    return PlainFeatures.of(random.longs(size).toArray());
  }

  /** So many that are those of no other by chance. */
  static PlainFeatures distinct(RandomGenerator random) {
    return PlainFeatures.of(random.longs(DISTINCT).toArray());
  }

  /** Some words replaced, added, moved and left out, or taken for another by their keys. */
  static PlainFeatures edit(PlainFeatures words, Random random) {
    List<Long> edited = new ArrayList<>(Arrays.stream(words.features()).boxed().toList());
    int most = random.nextInt(2 + words.size() / 3);
    edited.removeIf(word -> random.nextInt(words.size()) < most);
    for (int i = random.nextInt(most + 1); i > 0 || edited.isEmpty(); i--) {
      edited.add(random.nextLong());
    }
    if (random.nextInt(4) == 0) {
      edited.add(random.nextInt(edited.size()), edited.removeLast());
    }
    if (random.nextInt(8) == 0) {
      edited.set(0, PlainFeatures.withKeyOf(edited.getFirst(), 1 + random.nextInt(2)));
    }
    PlainFeatures all = PlainFeatures.of(edited.stream().mapToLong(word -> word).toArray());
    return all.size() > WordsField.MAX_FEATURES ? words : all;
  }

  static void addTo(Document document, PlainFeatures words) {
    if (words != null) {
      document.add(field(words));
    }
  }

  private static WordsField field(PlainFeatures words) {
    return new WordsField("near.words", words.features());
  }

  /** Of the name of a group that they begin. */
  String digest(PlainFeatures its) {
    if (!areCompared() || its == null) {
      return "";
    }
    BytesRef value = field(its).binaryValue();
    return "."
        + Fingerprint.of(FeatureHash.ofBytes(value.bytes, value.offset, value.length)).toString();
  }

  static PlainFeatures read(LeafReader reader, int doc) throws IOException {
    return read(reader, "near.words", doc);
  }

  static PlainFeatures read(LeafReader reader, String field, int doc) throws IOException {
    var value = WordsField.docValue(reader, field, doc);
    return value == null ? null : PlainFeatures.ofDocValue(value);
  }

  /** The pairs that are near: whatever has a word in common is looked at. */
  List<int[]> pairs(Map<Integer, PlainFeatures> all) {
    Map<Integer, List<Integer>> byWord = new HashMap<>();
    List<int[]> pairs = new ArrayList<>();
    all.forEach(
        (id, words) -> {
          Set<Integer> others = new HashSet<>();
          for (int word : words == null ? Set.<Integer>of() : words.keys()) {
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
    Assert.assertTrue(!all.containsValue(PlainFeatures.of()));
    return pairs;
  }
}
