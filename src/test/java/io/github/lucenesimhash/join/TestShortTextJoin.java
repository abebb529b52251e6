package io.github.lucenesimhash.join;

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import io.github.lucenesimhash.fingerprint.FeatureHash;
import io.github.lucenesimhash.join.ShortTextJoin.Pair;
import io.github.lucenesimhash.search.PlainFeatures;
import io.github.lucenesimhash.search.WordsField;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** Duels of the join with a comparison of every pair. */
public class TestShortTextJoin extends LuceneTestCase {

  public void testDuel() throws IOException {
    long pairs = 0;
    for (int run = 0; run < 20 * RANDOM_MULTIPLIER; run++) {
      List<BytesRef> texts = texts(random(), random().nextInt(200));
      for (double min :
          new double[] {.5, .55, 2 / 3., .75, .8, 1, .5 + random().nextDouble() / 2}) {
        Map<List<Integer>, Double> expected = expected(texts, min);
        int keys = RandomPicks.randomFrom(random(), List.of(20, 100, 1 << 20));
        ShortTextJoin join = join(texts, min);
        assertEquals(expected, found(random().nextBoolean() ? join : join.partKeys(keys)));
        pairs += expected.size();
      }
    }
    assertTrue(pairs + " pairs", pairs > 1000);
  }

  static ShortTextJoin join(List<BytesRef> texts, double min) {
    return new ShortTextJoin(texts.size(), texts::get, min, 2);
  }

  /** From few or many words, evenly or by Zipf's law, with copies, some of them edited. */
  private static List<BytesRef> texts(Random random, int count) {
    int words = RandomPicks.randomFrom(random, List.of(3, 10, 100, 100_000));
    int maxSize = RandomPicks.randomFrom(random, List.of(1, 4, 12, 40, 140));
    int skew = RandomPicks.randomFrom(random, List.of(1, 4));
    List<BytesRef> texts = new ArrayList<>();
    long[] last = {};
    for (int i = 0; i < count; i++) {
      boolean isCopy = random.nextInt(3) > 0 && last.length > 0;
      int size = isCopy ? last.length : RandomNumbers.randomIntBetween(random, 0, maxSize);
      long[] features = isCopy ? last.clone() : new long[size];
      for (int at = isCopy ? random.nextInt(size) : 0; at < (isCopy ? size / 2 : size); at++) {
        long word = (long) (words * Math.pow(random.nextDouble(), skew));
        features[at] =
            switch (random.nextInt(16)) {
              case 0, 1 -> PlainFeatures.withKeyOf(word, 1);
              case 2 -> PlainFeatures.withKeyOfSecond(word);
              default -> word;
            };
      }
      long[] part = Arrays.copyOf(features, features.length - (isCopy ? random.nextInt(2) : 0));
      if (part.length > 1 && random.nextInt(4) == 0) {
        int at = random.nextInt(part.length - 1);
        long word = part[at];
        part[at] = part[at + 1];
        part[at + 1] = word;
      }
      texts.add(value(part));
      last = random.nextBoolean() ? features : last;
    }
    return texts;
  }

  private static BytesRef value(long... features) {
    return features.length == 0 || features.length > WordsField.MAX_FEATURES
        ? null
        : new WordsField("words", features).binaryValue();
  }

  private static Map<List<Integer>, Double> expected(List<BytesRef> texts, double min) {
    Map<List<Integer>, Double> expected = new HashMap<>();
    for (int a = 0; a < texts.size(); a++) {
      for (int b = a + 1; b < texts.size(); b++) {
        BytesRef left = texts.get(a);
        BytesRef right = texts.get(b);
        if (left != null && right != null) {
          PlainFeatures one = PlainFeatures.ofDocValue(left);
          PlainFeatures other = PlainFeatures.ofDocValue(right);
          double resemblance = one.resemblance(other);
          assertEquals(resemblance, WordsField.similarity(left, right), 0);
          if (one.isComparedWith(other) && resemblance >= min) {
            expected.put(List.of(a, b), resemblance);
          }
        }
      }
    }
    return expected;
  }

  private static Map<List<Integer>, Double> found(ShortTextJoin join) throws IOException {
    Map<List<Integer>, Double> found = new HashMap<>();
    List<Double> shares = new ArrayList<>();
    join.progress(shares::add)
        .pairs(
            pair -> {
              assertTrue(pair.a() < pair.b());
              assertNull(found.put(List.of(pair.a(), pair.b()), pair.similarity()));
              assertEquals(pair.similarity(), join.similarity(pair.a(), pair.b()), 0);
            });
    assertEquals(shares.stream().sorted().toList(), shares);
    assertEquals(1, shares.getLast(), 0);
    return found;
  }

  public void testResemblanceOfDocValues() {
    assertEquals(.5, WordsField.similarity(value(1, 2, 3), value(2, 4, 3)), 0);
    assertEquals(.2, WordsField.similarity(value(1, 2, 3), value(3, 4, 2)), 0);
    assertEquals(.75, WordsField.similarity(value(1, 2, 1, 1), value(1, 2, 1)), 0);
    assertEquals(0, WordsField.similarity(value(1), value(2)), 0);
    int again = (int) FeatureHash.combine(1, 1) & 0xFFFFFF;
    assertArrayEquals(new int[] {1, 2, 3, again}, WordsField.keys(value(3, 1, 2, 1)));
    long second = PlainFeatures.withKeyOfSecond(1);
    assertArrayEquals(new int[] {1, again, again}, WordsField.keys(value(second, 1, 1)));
    assertEquals(2 / 3., WordsField.similarity(value(1, 1, second), value(1, 1)), 0);
    BytesRef other = value(1, 2, PlainFeatures.withKeyOf(3, 1));
    assertArrayEquals(new int[] {1, 2, 3}, WordsField.keys(other));
    assertEquals(.5, WordsField.similarity(value(1, 2, 3), other), 0);
    assertEquals(.5, WordsField.similarity(other, value(1, 2, 3)), 0);
    assertEquals(3. / 7, WordsField.similarity(value(1, 2, 3, 4, 5, 6, 7), other), 0);
  }

  /** Of 64 words, and of all that can resemble them; of two longer ones not. */
  public void testOneIsShort() throws IOException {
    BytesRef shorter = value(LongStream.range(0, 64).toArray());
    BytesRef longer = value(LongStream.range(0, 128).toArray());
    assertEquals(Map.of(List.of(0, 1), .5), found(join(List.of(shorter, longer), .5)));
    BytesRef both = value(LongStream.range(0, 65).toArray());
    assertEquals(Map.of(), found(join(List.of(both, both, longer), .5)));
  }

  /** The consumer's exception comes out, and no thread stays, which the test's class checks. */
  public void testConsumerThrows() {
    List<BytesRef> texts = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      texts.add(value(1, 2, 3, 4, i));
    }
    ShortTextJoin join = join(texts, .5).partKeys(10);
    IOException thrown =
        expectThrows(
            IOException.class,
            () ->
                join.pairs(
                    (Pair pair) -> {
                      throw new IOException("full");
                    }));
    assertEquals("full", thrown.getMessage());
  }

  /** Texts that differ by a word share most of the others, but no two of them are a pair. */
  public void testTemplateOfNoPairs() throws IOException {
    List<BytesRef> texts = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      texts.add(value(1, 2, 3, 4, 5, 6, 1000 + i));
    }
    LongAdder comparisons = new LongAdder();
    assertEquals(Map.of(), found(join(texts, .8).comparisons(comparisons)));
    assertEquals(0, comparisons.sum());
  }

  /** What is compared where no pair is found ends soon, too. */
  public void testConsumerThrowsBesideALargeBucket() {
    int count = 10_000;
    List<BytesRef> texts = new ArrayList<>();
    texts.add(value(LongStream.range(10, 20).toArray()));
    texts.add(value(LongStream.range(11, 21).toArray()));
    Random random = random();
    for (int i = 0; i < 10 * count; i++) {
      long[] features = random.longs(100, 140).distinct().limit(8).toArray(); // the frequent ones
      if (i < count) {
        System.arraycopy(new long[] {7, 8, 9}, 0, features, 0, 3);
      }
      texts.add(value(features));
    }
    LongAdder comparisons = new LongAdder();
    ShortTextJoin join = join(texts, .8).partKeys(3 * count).comparisons(comparisons);
    expectThrows(
        IOException.class,
        () ->
            join.pairs(
                (Pair pair) -> {
                  for (int wait = 0; comparisons.sum() < 10_000 && wait < 3000; wait++) {
                    LockSupport.parkNanos(1_000_000);
                  }
                  throw new IOException("full");
                }));
    assertTrue(comparisons + " comparisons", comparisons.sum() < count * (count - 1L) / 4);
  }

  /** Of copies, each pair once, without a look. */
  public void testEqualTexts() throws IOException {
    List<BytesRef> texts = new ArrayList<>(Collections.nCopies(50, value(1, 2, 3)));
    BytesRef longer = value(LongStream.range(0, 65).toArray());
    texts.addAll(Collections.nCopies(20_000, longer));
    LongAdder comparisons = new LongAdder();
    ShortTextJoin join = join(texts, .5).comparisons(comparisons);
    assertEquals(50 * 49 / 2, found(join).size());
    assertEquals(0, comparisons.sum());
  }

  /** A feature that so many texts have as their rarest one that no array holds their keys. */
  public void testPartsHaveFewKeys() {
    long keys = 1L << 31;
    List<PrefixPart.Range> all = PrefixPart.Range.all(new long[] {5, keys, 3}, 1 << 23);
    assertEquals(
        "[0, 1, 2]", all.stream().map(range -> range.from()).distinct().toList().toString());
    assertEquals(1 << 23, all.stream().mapToInt(PrefixPart.Range::keys).max().orElseThrow());
    assertEquals(keys + 8, all.stream().mapToLong(PrefixPart.Range::keys).sum());
    List<PrefixPart.Range> rest = PrefixPart.Range.all(new long[] {900, 0, 90, 2500}, 1000);
    assertEquals("[0, 3, 3, 3]", rest.stream().map(PrefixPart.Range::from).toList().toString());
    assertEquals(
        "[990, 834, 834, 834]", rest.stream().map(PrefixPart.Range::keys).toList().toString());
  }

  public void testTooManyFeatures() {
    BytesRef text = value(LongStream.range(0, 128).toArray());
    List<BytesRef> texts = Collections.nCopies(1 << 24, text);
    IllegalArgumentException e =
        expectThrows(
            IllegalArgumentException.class,
            () -> new RankedSets(texts.size(), i -> 128, i -> WordsField.keys(texts.get(i))));
    assertTrue(e.getMessage(), e.getMessage().startsWith("the texts have 2147483648 features"));
  }

  public void testBadMinimum() {
    for (double min : new double[] {.49, 1.1, Double.NaN}) {
      IllegalArgumentException e =
          expectThrows(IllegalArgumentException.class, () -> join(List.of(), min));
      assertEquals("minSimilarity is " + min + ", expected .5 to 1", e.getMessage());
    }
  }
}
