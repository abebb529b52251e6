package io.github.lucenesimhash.verify;

import io.github.lucenesimhash.analysis.Tokens;
import io.github.lucenesimhash.fingerprint.FeatureHash;

/**
 * Packs the count and a hash of the numbers of a text into 64 bits. If two texts have equally many,
 * but other numbers, their keys usually suffice to know that {@link Guard#numbers} keeps the texts
 * apart.
 *
 * <pre>
 * Bits   48 bits of the hash, 1 bit that is set if the text has more words than the shorter of two compared texts may
 *        have, 15 bits of the count. A key of 0 decides nothing: the text has no numbers, or too many to count.
 * Proof  If two sequences of equal length differ, neither contains the other. If the hashes of two sequences differ, the
 *        sequences differ.
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
   * @param tokens the tokens of the text under any scheme
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
   * {@return true if two keys show that {@link Guard#numbers} keeps their texts apart}
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
