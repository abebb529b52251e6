package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.FeatureHash;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.apache.lucene.util.BytesRef;

/**
 * Texts by their words in order, equal short ones as one: so that 100,000 copies are compared as
 * one. Equal long ones are no pair, so each of them stands for itself; as do all in the rare case
 * that different ones have the same hash.
 */
final class DistinctTexts {

  /** Numbers the texts by their hashes; those without words are not in it. */
  final DistinctFingerprints set;

  private final IntFunction<BytesRef> texts;

  private final Predicate<BytesRef> isShort;

  DistinctTexts(int count, IntFunction<BytesRef> texts, Predicate<BytesRef> isShort) {
    this(
        count,
        texts,
        isShort,
        words -> FeatureHash.ofBytes(words.bytes, words.offset, words.length));
  }

  DistinctTexts(
      int count,
      IntFunction<BytesRef> texts,
      Predicate<BytesRef> isShort,
      ToLongFunction<BytesRef> hash) {
    this.texts = texts;
    this.isShort = isShort;
    long[] hashes = new long[count];
    int[] numbers = new int[count];
    int found = 0;
    for (int text = 0; text < count; text++) {
      BytesRef words = texts.apply(text);
      if (words != null) {
        long its = hash.applyAsLong(words);
        hashes[found] = isShort.test(words) ? its : FeatureHash.combine(its, text);
        numbers[found++] = text;
      }
    }
    int[] all = Arrays.copyOf(numbers, found);
    DistinctFingerprints byHash =
        DistinctFingerprints.of(Arrays.copyOf(hashes, found), all.clone());
    set =
        areEqual(byHash)
            ? byHash
            : DistinctFingerprints.of(Arrays.stream(all).asLongStream().toArray(), all);
  }

  /** Whether those of a number are equal short ones. */
  private boolean areEqual(DistinctFingerprints numbered) {
    for (int number = 0; number < numbered.size(); number++) {
      BytesRef first =
          numbered.copies(number) == 1 ? null : texts.apply(numbered.document(number, 0));
      for (int copy = 1; copy < numbered.copies(number); copy++) {
        if (!isShort.test(first) || !first.equals(texts.apply(numbered.document(number, copy)))) {
          return false;
        }
      }
    }
    return true;
  }

  /** The words of a number. */
  BytesRef of(int number) {
    return texts.apply(set.document(number, 0));
  }
}
