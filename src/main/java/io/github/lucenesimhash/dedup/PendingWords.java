package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.PendingDocuments.State;
import io.github.lucenesimhash.fingerprint.Jaccard;
import io.github.lucenesimhash.search.ResemblanceField;
import io.github.lucenesimhash.search.ShortTexts;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;

/** The pending states that have words, in order. One thread at a time puts, any number look. */
final class PendingWords {

  /*
   * Bound  A signature has a bit, of 128, for each key of a text, as ResemblanceField.keys makes them; texts with s words
   *        in the same order have s keys in common. Each bit of x's that y's lacks stands for a key of x at least that y
   *        lacks: they share at most |x| - |sx & ~sy| keys, and as many with x and y exchanged. The resemblance of two
   *        texts with so many words in the same order is no less than theirs.
   * Cost   Four bit counts for each state; a longest common subsequence for those that are left.
   */

  private static final int LONGS = 2; // of a signature

  // What was read before the size is never changed.
  private volatile long[] signatures = {};
  private volatile byte[] counts = {};
  private volatile State[] states = {};
  private volatile int size;

  void put(State state) {
    int last = size;
    signatures = ArrayUtil.grow(signatures, LONGS * (last + 1));
    counts = ArrayUtil.grow(counts, last + 1);
    states = ArrayUtil.grow(states, last + 1);
    sign(state.words(), signatures, LONGS * last);
    counts[last] = (byte) ResemblanceField.size(state.words());
    states[last] = state;
    size = last + 1;
  }

  /** All that are a pair with a state, older states of documents too. */
  List<Found> pairs(State offered, ShortTexts rule) {
    List<Found> found = new ArrayList<>();
    int end = size;
    if (end == 0) {
      return found;
    }
    long[] all = signatures;
    byte[] theirCounts = counts;
    State[] theirs = states;
    ToDoubleFunction<BytesRef> resemblance = rule.resemblanceTo(offered.words());
    int own = ResemblanceField.size(offered.words());
    long[] signature = new long[LONGS];
    sign(offered.words(), signature, 0);
    for (int i = 0; i < end; i++) {
      int other = Byte.toUnsignedInt(theirCounts[i]);
      int ownAlone = 0;
      int otherAlone = 0;
      for (int j = 0; j < LONGS; j++) {
        ownAlone += Long.bitCount(signature[j] & ~all[LONGS * i + j]);
        otherAlone += Long.bitCount(all[LONGS * i + j] & ~signature[j]);
      }
      int shared = Math.min(own - ownAlone, other - otherAlone);
      if (Jaccard.of(shared, own, other) >= rule.minResemblance()) {
        double its = resemblance.applyAsDouble(theirs[i].words());
        if (its > 0) {
          found.add(Found.byWords(theirs[i], offered, (float) its));
        }
      }
    }
    return found;
  }

  private static void sign(BytesRef words, long[] signatures, int from) {
    for (int key : ResemblanceField.keys(words)) {
      signatures[from + (key >>> 6) % LONGS] |= 1L << key; // its last 6 bits
    }
  }
}
