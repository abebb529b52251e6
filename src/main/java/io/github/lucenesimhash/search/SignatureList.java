package io.github.lucenesimhash.search;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.fingerprint.Popcount;
import org.apache.lucene.util.ArrayUtil;

/**
 * Signatures in memory, each of something, and which of them are near another one. One thread at a
 * time adds, any number look.
 *
 * @lucene.internal
 * @param <T> what has a signature
 */
public final class SignatureList<T> {

  /**
   * Takes what is near.
   *
   * @param <T> what has a signature
   */
  public interface Near<T> {
    /**
     * Takes one; the guard was not asked.
     *
     * @param item that is near
     * @param score as {@link Comparison#score} has it
     */
    void accept(T item, float score);
  }

  private record Entry(Object item, Signature signature) {}

  private static final int BLOCK = 1024; // fingerprints compared at once, before any by itself

  // What was read before the size is never changed.
  private volatile long[] firstWords = {}; // of the fingerprints
  private volatile Entry[] withFingerprint = {};
  private volatile int fingerprintCount;

  private volatile long[] bits = {};
  private volatile byte[] sizes = {};
  private volatile Entry[] withWords = {};
  private volatile int wordsCount;

  /** An empty list. */
  public SignatureList() {}

  /**
   * Adds one.
   *
   * @param item that has the signature
   * @param signature of it
   */
  public void add(T item, Signature signature) {
    Entry entry = new Entry(item, signature);
    if (signature.fingerprint().isPresent()) {
      int last = fingerprintCount;
      firstWords = ArrayUtil.grow(firstWords, last + 1);
      withFingerprint = ArrayUtil.grow(withFingerprint, last + 1);
      firstWords[last] = signature.fingerprint().get().word(0);
      withFingerprint[last] = entry;
      fingerprintCount = last + 1;
    }
    if (signature.words() != null) {
      int last = wordsCount;
      bits = ArrayUtil.grow(bits, WordBits.LONGS * (last + 1));
      sizes = ArrayUtil.grow(sizes, last + 1);
      withWords = ArrayUtil.grow(withWords, last + 1);
      WordBits.set(signature.words(), bits, last);
      sizes[last] = (byte) WordsField.size(signature.words());
      withWords[last] = entry;
      wordsCount = last + 1;
    }
  }

  /**
   * Hands on all that are near one.
   *
   * @param offered the one
   * @param consumer takes each once
   */
  public void forEachNear(ComparedSignature offered, Near<T> consumer) {
    if (offered.signature.fingerprint().isPresent()) {
      forEachWithin(offered, consumer);
    }
    if (offered.hasWords()) {
      forEachSimilar(offered, consumer);
    }
  }

  @SuppressWarnings("unchecked")
  private void forEachWithin(ComparedSignature offered, Near<T> consumer) {
    Comparison comparison = offered.comparison;
    Fingerprint fingerprint = offered.signature.fingerprint().get();
    long first = fingerprint.word(0);
    int end = fingerprintCount;
    long[] all = firstWords;
    Entry[] theirs = withFingerprint;
    for (int from = 0; from < end; from += BLOCK) {
      int to = Math.min(from + BLOCK, end);
      if (Popcount.nearest(all, from, to, first) <= comparison.maxDistance()) {
        for (int i = from; i < to; i++) {
          if (Fingerprint.distance(all[i], first) <= comparison.maxDistance()
              && !comparison.isByWords(offered.signature, theirs[i].signature)) {
            float score = comparison.score(offered.signature, theirs[i].signature);
            if (score >= 0) {
              consumer.accept((T) theirs[i].item, score);
            }
          }
        }
      }
    }
  }

  @SuppressWarnings("unchecked")
  private void forEachSimilar(ComparedSignature offered, Near<T> consumer) {
    int end = wordsCount;
    long[] all = bits;
    byte[] theirSizes = sizes;
    Entry[] theirs = withWords;
    for (int i = 0; i < end; i++) {
      if (offered.mayBeSimilar(Byte.toUnsignedInt(theirSizes[i]), all, i)) {
        double its = offered.similarity(theirs[i].signature.words());
        if (its > 0) {
          consumer.accept((T) theirs[i].item, (float) its);
        }
      }
    }
  }

  /**
   * {@return true if any is near one; also where none is, but that takes longer to tell}
   *
   * @param other the one
   */
  public boolean mayHaveNear(ComparedSignature other) {
    if (other.signature.fingerprint().isPresent()) {
      long own = other.signature.fingerprint().get().word(0);
      int nearest = Popcount.nearest(firstWords, 0, fingerprintCount, own);
      if (nearest <= other.comparison.maxDistance()) {
        return true;
      }
    }
    for (int i = 0; other.hasWords() && i < wordsCount; i++) {
      if (other.mayBeSimilar(Byte.toUnsignedInt(sizes[i]), bits, i)) {
        return true;
      }
    }
    return false;
  }
}
