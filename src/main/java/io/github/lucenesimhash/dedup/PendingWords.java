package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.PendingDocuments.State;
import io.github.lucenesimhash.search.ResemblanceField;
import io.github.lucenesimhash.search.ShortTexts;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;

/** The pending states that have words, in order. One thread at a time puts, any number look. */
final class PendingWords {

  /*
   * Bound  A signature has a bit for each word, of 64; equal words have the same bit. So each bit of x's that y's lacks
   *        stands for a word of x at least that is not in y: both share at most |x| - |sx & ~sy| words, and together
   *        have at least |x| + |sy & ~sx|. The quotient is no less than the resemblance, rounded as that is.
   * Cost   Two bit counts and a division for each state; a merge of the words for those that are left.
   */

  // What was read before the size is never changed.
  private volatile long[] signatures = {};
  private volatile State[] states = {};
  private volatile int size;

  void put(State state) {
    int last = size;
    signatures = ArrayUtil.grow(signatures, last + 1);
    states = ArrayUtil.grow(states, last + 1);
    signatures[last] = signature(state.words());
    states[last] = state;
    size = last + 1;
  }

  /** All that are a pair with a state, older states of documents too. */
  List<Found> pairs(State offered, ShortTexts rule) {
    List<Found> found = new ArrayList<>();
    int end = size;
    long[] all = signatures;
    State[] theirs = states;
    int count = ResemblanceField.size(offered.words());
    long own = signature(offered.words());
    for (int i = 0; i < end; i++) {
      int shared = count - Long.bitCount(own & ~all[i]);
      int either = count + Long.bitCount(all[i] & ~own);
      if ((double) shared / either >= rule.minResemblance()) {
        double resemblance = rule.resemblance(offered.words(), theirs[i].words());
        if (resemblance > 0) {
          found.add(Found.byWords(theirs[i], offered, (float) resemblance));
        }
      }
    }
    return found;
  }

  private static long signature(BytesRef words) {
    long signature = 0;
    for (int key : ResemblanceField.keys(words)) {
      signature |= 1L << key; // its last 6 bits
    }
    return signature;
  }
}
