package io.github.lucenesimhash.join;

import io.github.lucenesimhash.fingerprint.Jaccard;
import io.github.lucenesimhash.search.WordsField;

/**
 * What follows from the sizes of sets alone.
 *
 * <pre>
 * Sets    are the keys of texts, as WordsField.keys makes them. Texts with s features in the same order share s
 *         keys at least; so no pair is missed, and the order is looked at last.
 * Bound   Let x and y share s features, |y| <= |x|, their similarity at least t. Then s >= t |x|, and
 *         s >= 2t / (1 + t) |y|. Put all features into one order, and take m <= t |y|. The m-th feature that they share
 *         has s - m shared ones behind it: it is among the first |x| - t |x| + m of x, and the first
 *         |y| - 2t / (1 + t) |y| + m of y, as are the m - 1 before it. So the pair meets where all sets are put together
 *         that have the same m features in so long a beginning: by a key of them.
 * Once    A pair is compared further where it meets by the first m features that it shares.
 * Order   Rarest first: few sets have the same.
 * m       3 for a y of up to MAX_TRIPLES features, else 2: more make more keys, and fewer sets with the same one.
 * Source  The prefix filter: R. Bayardo, Y. Ma, R. Srikant, Scaling Up All Pairs Similarity Search, WWW 2007;
 *         with several features: J. Wang, G. Li, J. Feng, Can We Beat the Prefix Filtering?, SIGMOD 2012.
 * </pre>
 */
final class PrefixLengths {

  /** The most features of a key. */
  static final int MAX_LEVEL = 3;

  private static final int MAX_TRIPLES = 16;
  private static final int SHORT = WordsField.MAX_SHORT_FEATURES;

  /** By the size of a set: the fewest features that it shares with one no larger than it. */
  final int[] minShared;

  /** By its size: how many features the keys of a pair have in which it is the smaller set. */
  final int[] level;

  /** By that number and the size of a set: where to look for them, as the smaller set. */
  final int[][] smaller = new int[MAX_LEVEL + 1][];

  /** The same of the larger set; 0 if no pair of such a set has such keys. */
  final int[][] larger = new int[MAX_LEVEL + 1][];

  /** By both sizes: the fewest features that they share. */
  final int[][] needed;

  PrefixLengths(int maxSize, double minSimilarity) {
    minShared = new int[maxSize + 1];
    level = new int[maxSize + 1];
    needed = new int[maxSize + 1][maxSize + 1];
    for (int size = 1; size <= maxSize; size++) {
      for (int other = 1; other <= maxSize; other++) {
        needed[size][other] = Jaccard.minShared(size, other, minSimilarity);
      }
      int shared = 1;
      while (Jaccard.of(shared, shared, size) < minSimilarity) {
        shared++;
      }
      minShared[size] = shared;
      level[size] = Math.min(shared, size <= MAX_TRIPLES ? MAX_LEVEL : MAX_LEVEL - 1);
    }
    for (int m = 1; m <= MAX_LEVEL; m++) {
      smaller[m] = new int[maxSize + 1];
      larger[m] = new int[maxSize + 1];
      for (int size = 1; size <= maxSize; size++) {
        smaller[m][size] = size > SHORT ? 0 : size - needed[size][size] + m;
        for (int other = minShared[size]; other <= Math.min(size, SHORT); other++) {
          if (level[other] == m) {
            larger[m][size] = size - minShared[size] + m;
          }
        }
      }
    }
  }

  /** {@return how many keys have a feature as their first one, by its rank} */
  long[] keysByFirst(RankedSets sets) {
    long[] keys = new long[sets.ranks];
    for (int set = 0; set < sets.count(); set++) {
      int size = sets.size(set);
      for (int m = 1; m <= MAX_LEVEL; m++) {
        for (int i = 0; i <= larger[m][size] - m; i++) {
          long behind = larger[m][size] - 1L - i;
          keys[sets.features[sets.starts[set] + i]] +=
              m == 1 ? 1 : m == 2 ? behind : behind * (behind - 1) / 2;
        }
      }
    }
    return keys;
  }
}
