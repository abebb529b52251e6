package io.github.lucenesimhash.opensearch.cluster;

import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.Comparison;
import io.github.lucenesimhash.search.Signature;
import java.util.List;
import java.util.Objects;

/** Whether a signature may be near one of many: true of all that are, and of some that are not. */
final class WantedSignatures {

  private final Comparison comparison;
  private final long[] fingerprints;
  private final List<WordBits> words;

  WantedSignatures(Comparison comparison, List<Signature> wanted) {
    this.comparison = comparison;
    fingerprints = wanted.stream().flatMapToLong(each -> each.fingerprint().stream()).toArray();
    words =
        wanted.stream()
            .map(each -> comparison.of(each).words())
            .filter(Objects::nonNull)
            .map(WordBits::of)
            .toList();
  }

  boolean mayBeNear(Signature signature) {
    if (signature.fingerprint().isPresent()
        && Fingerprint.nearest(
                fingerprints, 0, fingerprints.length, signature.fingerprint().getAsLong())
            <= comparison.maxDistance()) {
      return true;
    }
    if (signature.words() == null || words.isEmpty()) {
      return false;
    }
    WordBits own = WordBits.of(signature.words());
    return words.stream().anyMatch(each -> own.mayResemble(each, comparison.words()));
  }
}
