package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.search.Comparison;
import io.github.lucenesimhash.search.ShortTexts;
import io.github.lucenesimhash.search.Signature;
import java.util.function.ToDoubleFunction;
import org.apache.lucene.util.BytesRef;

/** A signature that is compared with many: near is what {@link Comparison#isNear} says is. */
final class ComparedSignature {

  private final Comparison comparison;
  private final Signature signature;
  private final WordBits bits; // null without words
  private ToDoubleFunction<BytesRef> similarity;

  ComparedSignature(Comparison comparison, Signature signature) {
    this.comparison = comparison;
    this.signature = comparison.of(signature);
    bits = this.signature.words() == null ? null : WordBits.of(this.signature.words());
  }

  boolean isNear(ComparedSignature other) {
    if (!comparison.isByWords(signature, other.signature)) {
      return comparison.isNear(signature, other.signature);
    }
    if (!bits.mayResemble(other.bits, comparison.words())) {
      return false;
    }
    if (similarity == null) {
      similarity = new ShortTexts(comparison.words()).similarityTo(signature.words());
    }
    return similarity.applyAsDouble(other.signature.words()) > 0;
  }
}
