package io.github.lucenesimhash.search;

import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.apache.lucene.util.BytesRef;

/**
 * A signature that is compared with many: what {@link Comparison} says, faster.
 *
 * @lucene.internal
 */
public final class ComparedSignature {

  final Comparison comparison;
  final Signature signature;
  private final int size; // of the words that are compared
  private final long[] bits; // of the words that are compared; null for none
  private ToDoubleFunction<BytesRef> similarity; // these are made when first asked for
  private Predicate<BytesRef> isHeldBack;

  /**
   * Makes it.
   *
   * @param comparison with all others
   * @param signature of which it compares what it does
   */
  public ComparedSignature(Comparison comparison, Signature signature) {
    this.comparison = comparison;
    this.signature = comparison.of(signature);
    size = hasWords() ? WordsField.size(this.signature.words()) : 0;
    bits = hasWords() ? WordBits.of(this.signature.words()) : null;
  }

  boolean hasWords() {
    return signature.words() != null;
  }

  /**
   * {@return what {@link Comparison#isNear} says}
   *
   * @param other of the same comparison
   */
  public boolean isNear(ComparedSignature other) {
    return comparison.isByWords(signature, other.signature)
        ? mayBeSimilar(other.size, other.bits, 0) && similarity(other.signature.words()) > 0
        : comparison.isNear(signature, other.signature);
  }

  /**
   * {@return true if the guard keeps apart what is near}
   *
   * @param other that is near
   */
  public boolean isHeldBack(Signature other) {
    if (isHeldBack == null) {
      isHeldBack = comparison.guard().holdsBackFrom(signature.words());
    }
    return isHeldBack.test(other.words());
  }

  /** Of a text by its words; 0 if they are no pair. */
  double similarity(BytesRef words) {
    if (similarity == null) {
      similarity = new ShortTexts(comparison.words()).similarityTo(signature.words());
    }
    return similarity.applyAsDouble(words);
  }

  /** False only for a text that is no pair, of so many words, which have bits in an array. */
  boolean mayBeSimilar(int otherSize, long[] all, int text) {
    return WordBits.mayBeSimilar(bits, size, all, text, otherSize, comparison.words());
  }
}
