package io.github.lucenesimhash.verify;

import io.github.lucenesimhash.analysis.Tokens;
import io.github.lucenesimhash.fingerprint.FeatureHash;

/**
 * Packs the count and a hash of the numbers of a text into 64 bits. For most texts with different
 * numbers, two keys are enough to know that {@link Guard#numbers} keeps them apart.
 *
 * <pre>
 * Bits   48 of the hash, 1 that is set in texts beyond the guard's limit, 15 of the count; all 0 where
 *        nothing is known, in texts without numbers and in those with too many to be counted
 * Bound  Of two sequences of one length neither is a part of the other unless they are equal, and then
 *        their hashes are. So other hashes at equal counts keep apart, and nothing else does.
 * </pre>
 *
 * @lucene.internal
 */
public final class NumberKey {

  private static final int COUNT = 0x7FFF;
  private static final int LONG = 0x8000;

  private NumberKey() {}

  /**
   * {@return the key of a text}
   *
   * @param tokens the words of the text, by any scheme
   */
  public static long of(Tokens tokens) {
    Tokens text = tokens.standard();
    long[] numbers = text.numbers();
    if (numbers.length == 0 || numbers.length > COUNT) {
      return 0;
    }
    long hash = 0;
    for (long number : numbers) {
      hash = FeatureHash.combine(hash, number);
    }
    int size = text.size() > GuardedWords.MOST_BESIDE_NUMBERS ? LONG : 0;
    return (hash & -1L << Short.SIZE) | size | numbers.length;
  }

  /**
   * {@return true only if the guard keeps two texts apart}
   *
   * @param a the key of one text
   * @param b the key of the other text
   */
  public static boolean areApart(long a, long b) {
    boolean areBothLong = (a & b & LONG) != 0;
    boolean isCountEqual = ((a ^ b) & COUNT) == 0 && (a & COUNT) != 0;
    return isCountEqual && !areBothLong && (a ^ b) >>> Short.SIZE != 0;
  }
}
