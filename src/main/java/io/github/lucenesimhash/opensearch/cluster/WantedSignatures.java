package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.fingerprint.Jaccard;
import io.github.lucenesimhash.search.Comparison;
import io.github.lucenesimhash.search.ResemblanceField;
import io.github.lucenesimhash.search.Signature;
import java.util.List;
import org.apache.lucene.util.BytesRef;

/**
 * Whether a signature may be near one of many: true of all that are, and of some that are not. Of
 * words it looks at a bit for each, of 64: words that have different bits are different.
 */
final class WantedSignatures {

  private final Comparison comparison;
  private final long[] fingerprints;
  private final long[] bits;
  private final int[] sizes;

  WantedSignatures(Comparison comparison, List<Signature> wanted) {
    this.comparison = comparison;
    fingerprints = wanted.stream().flatMapToLong(each -> each.fingerprint().stream()).toArray();
    List<BytesRef> words =
        wanted.stream()
            .map(each -> comparison.of(each).words())
            .filter(each -> each != null)
            .toList();
    bits = words.stream().mapToLong(WantedSignatures::bits).toArray();
    sizes = words.stream().mapToInt(ResemblanceField::size).toArray();
  }

  boolean mayBeNear(Signature signature) {
    return (signature.fingerprint().isPresent()
            && Fingerprint.nearest(
                    fingerprints, 0, fingerprints.length, signature.fingerprint().getAsLong())
                <= comparison.maxDistance())
        || (signature.words() != null && mayBePair(signature.words()));
  }

  private boolean mayBePair(BytesRef words) {
    long own = bits(words);
    int size = ResemblanceField.size(words);
    for (int i = 0; i < bits.length; i++) {
      int shared =
          Math.min(size - Long.bitCount(own & ~bits[i]), sizes[i] - Long.bitCount(bits[i] & ~own));
      if (Jaccard.of(shared, size, sizes[i]) >= comparison.words()) {
        return true;
      }
    }
    return false;
  }

  private static long bits(BytesRef words) {
    long bits = 0;
    for (int key : ResemblanceField.keys(words)) {
      bits |= 1L << key; // its last 6 bits
    }
    return bits;
  }
}
