package io.github.lucenesimhash.join;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.lucenesimhash.join.ShortTextJoin.Pair;
import io.github.lucenesimhash.search.ShortTexts;
import io.github.lucenesimhash.search.WordsField;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IORunnable;
import org.junit.jupiter.api.Test;

/** More pairs than a task of the join hands on at a time. */
class ShortTextJoinBoundsTest {

  /** Of twenty features, nineteen of which are the same. */
  private static List<BytesRef> alike(int count) {
    List<BytesRef> texts = new ArrayList<>();
    for (int own = 1; own <= count; own++) {
      long[] features = LongStream.concat(LongStream.of(-own), LongStream.range(0, 19)).toArray();
      texts.add(new WordsField("near", features).binaryValue());
    }
    return texts;
  }

  @Test
  void eachOfManyPairsComesOnce() throws IOException {
    int count = 80;
    List<BytesRef> texts = alike(count);
    List<Pair> pairs = new ArrayList<>();
    TestShortTextJoin.join(texts, .9).pairs(pairs::add);
    assertEquals(count * (count - 1) / 2, pairs.size());
    assertEquals(pairs.size(), new HashSet<>(pairs).size());
  }

  /** All texts may have the same key: that is most of the work, and must not go on to its end. */
  @Test
  void aJoinIsGivenUpAmongTextsOfOneKey() {
    List<BytesRef> texts = alike(80);
    RankedSets sets = new RankedSets(80, text -> 20, text -> WordsField.keys(texts.get(text)));
    PrefixLengths lengths = new PrefixLengths(sets.maxSize(), .9);
    LongAdder comparisons = new LongAdder();
    for (PrefixPart.Range range : PrefixPart.Range.all(lengths.keysByFirst(sets), 1 << 20)) {
      PrefixPart part =
          new PrefixPart(
              text -> other -> 0, sets, lengths, new ShortTextJoin.Apart() {}, comparisons, range);
      int[] checks = new int[1];
      IORunnable check =
          () -> {
            if (++checks[0] == 40) {
              throw new InterruptedIOException();
            }
          };
      assertThrows(InterruptedIOException.class, () -> part.pairs(results -> {}, check));
    }
    assertTrue(comparisons.sum() < 40 * 40, comparisons + " comparisons");
  }

  @Test
  void aTextOfSixtyFourFeaturesIsShort() {
    List<BytesRef> texts = new ArrayList<>();
    for (int size : new int[] {64, 65}) {
      long[] features = LongStream.range(0, size).toArray();
      texts.add(new WordsField("near", features).binaryValue());
    }
    texts.add(null);
    assertTrue(ShortTexts.isShort(texts.get(0)));
    assertFalse(ShortTexts.isShort(texts.get(1)));
    assertFalse(ShortTexts.isShort(texts.get(2)));
  }

  /** Then none stands for another, and copies are a pair by their words. */
  @Test
  void differentTextsOfOneHashAreNotTakenForOne() {
    BytesRef one = new WordsField("near", new long[] {1}).binaryValue();
    BytesRef other = new WordsField("near", new long[] {2}).binaryValue();
    BytesRef[] texts = {one, null, one, one};
    assertEquals(
        1, new DistinctTexts(4, i -> texts[i], ShortTexts::isShort, words -> 0).set.size());
    texts[3] = other;
    DistinctTexts distinct = new DistinctTexts(4, i -> texts[i], ShortTexts::isShort, words -> 0);
    assertEquals(3, distinct.set.size());
    assertEquals(List.of(one, one, other), List.of(distinct.of(0), distinct.of(1), distinct.of(2)));
  }
}
