package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.PendingDocuments.State;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.fingerprint.Jaccard;
import io.github.lucenesimhash.search.Comparison;
import io.github.lucenesimhash.search.ShortTexts;
import io.github.lucenesimhash.search.Signature;
import io.github.lucenesimhash.search.WordsField;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;

/** The pending states that are compared, in order. One thread at a time puts, any number look. */
final class PendingSignatures {

  /*
   * Bound  128 bits stand for the words of a text, one for each key, as WordsField.keys makes them; texts with s
   *        words in the same order have s keys in common. Each bit of x's that y's lacks stands for a key of x at least
   *        that y lacks: they share at most |x| - |bx & ~by| keys, and as many with x and y exchanged. The resemblance
   *        of two texts with so many words in the same order is no less than theirs.
   * Cost   Four bit counts for each state; a longest common subsequence for those that are left. A bit count for each
   *        fingerprint.
   */

  private static final int LONGS = 2; // of the words of a state
  private static final int BLOCK = 1024; // fingerprints compared at once, before any by itself

  // What was read before the size is never changed.
  private volatile long[] fingerprints = {};
  private volatile State[] withFingerprint = {};
  private volatile int fingerprintCount;

  private volatile long[] bits = {};
  private volatile byte[] counts = {};
  private volatile State[] withWords = {};
  private volatile int wordsCount;

  void put(State state) {
    OptionalLong fingerprint = state.signature().fingerprint();
    if (fingerprint.isPresent()) {
      int last = fingerprintCount;
      fingerprints = ArrayUtil.grow(fingerprints, last + 1);
      withFingerprint = ArrayUtil.grow(withFingerprint, last + 1);
      fingerprints[last] = fingerprint.getAsLong();
      withFingerprint[last] = state;
      fingerprintCount = last + 1;
    }
    BytesRef words = state.signature().words();
    if (words != null) {
      int last = wordsCount;
      bits = ArrayUtil.grow(bits, LONGS * (last + 1));
      counts = ArrayUtil.grow(counts, last + 1);
      withWords = ArrayUtil.grow(withWords, last + 1);
      setBits(words, bits, LONGS * last);
      counts[last] = (byte) WordsField.size(words);
      withWords[last] = state;
      wordsCount = last + 1;
    }
  }

  /**
   * What is near.
   *
   * @param heldBack how many more are near by words, but for the guard
   */
  record Near(List<Found> found, int heldBack) {}

  /** All that are near a signature, of those that pass a test. */
  Near near(Signature offered, Comparison comparison, Predicate<State> isCompared) {
    List<Found> found = new ArrayList<>();
    if (offered.fingerprint().isPresent()) {
      addWithin(offered, comparison, isCompared, found);
    }
    boolean hasWords = comparison.comparesWords() && offered.words() != null;
    return new Near(found, hasWords ? addPairs(offered, comparison, isCompared, found) : 0);
  }

  private void addWithin(
      Signature offered, Comparison comparison, Predicate<State> isCompared, List<Found> found) {
    long fingerprint = offered.fingerprint().getAsLong();
    int end = fingerprintCount;
    long[] all = fingerprints;
    State[] theirs = withFingerprint;
    for (int from = 0; from < end; from += BLOCK) {
      int to = Math.min(from + BLOCK, end);
      if (Fingerprint.nearest(all, from, to, fingerprint) <= comparison.maxDistance()) {
        for (int i = from; i < to; i++) {
          int distance = Fingerprint.distance(all[i], fingerprint);
          if (distance <= comparison.maxDistance()
              && !comparison.isByWords(offered, theirs[i].signature())
              && isCompared.test(theirs[i])) {
            found.add(Found.within(theirs[i], distance));
          }
        }
      }
    }
  }

  /** Returns how many are held back. */
  private int addPairs(
      Signature offered, Comparison comparison, Predicate<State> isCompared, List<Found> found) {
    int end = wordsCount;
    if (end == 0) {
      return 0;
    }
    ShortTexts rule = new ShortTexts(comparison.words());
    Predicate<BytesRef> isHeldBack = comparison.guard().holdsBackFrom(offered.words());
    int heldBack = 0;
    long[] all = bits;
    byte[] theirCounts = counts;
    State[] theirs = withWords;
    ToDoubleFunction<BytesRef> resemblance = rule.similarityTo(offered.words());
    int own = WordsField.size(offered.words());
    long[] ownBits = new long[LONGS];
    setBits(offered.words(), ownBits, 0);
    for (int i = 0; i < end; i++) {
      int other = Byte.toUnsignedInt(theirCounts[i]);
      int ownAlone = 0;
      int otherAlone = 0;
      for (int j = 0; j < LONGS; j++) {
        ownAlone += Long.bitCount(ownBits[j] & ~all[LONGS * i + j]);
        otherAlone += Long.bitCount(all[LONGS * i + j] & ~ownBits[j]);
      }
      int shared = Math.min(own - ownAlone, other - otherAlone);
      if (Jaccard.of(shared, own, other) >= rule.minSimilarity()) {
        BytesRef words = theirs[i].signature().words();
        double its = resemblance.applyAsDouble(words);
        if (its > 0 && isCompared.test(theirs[i])) {
          if (isHeldBack.test(words)) {
            heldBack++;
          } else {
            found.add(Found.byWords(theirs[i], offered, (float) its));
          }
        }
      }
    }
    return heldBack;
  }

  private static void setBits(BytesRef words, long[] bits, int from) {
    for (int key : WordsField.keys(words)) {
      bits[from + (key >>> 6) % LONGS] |= 1L << key; // its last 6 bits
    }
  }
}
