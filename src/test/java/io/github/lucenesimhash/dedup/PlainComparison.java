package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.PlainDedup.Compared;
import io.github.lucenesimhash.dedup.PlainDedup.Kept;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.search.PlainFeatures;

/**
 * What is near, by the definition.
 *
 * @param verifies texts, by {@link Kept#text}
 */
record PlainComparison(int maxDistance, boolean verifies, PlainWords words) {

  static PlainComparison within(int maxDistance) {
    return new PlainComparison(maxDistance, false, PlainWords.NONE);
  }

  /** What a document is compared by if it is found by itself. */
  Compared comparedBy(Kept offered) {
    return comparedBy(offered.fingerprint(), offered.words());
  }

  Compared comparedBy(Long fingerprint, PlainFeatures its) {
    return Compared.of(fingerprint, words.areCompared() ? its : null);
  }

  /** 1 - distance/64, or the resemblance if words are compared, or -1 if the other is not near. */
  double score(Kept offered, Kept kept, Compared compared) {
    return areApart(offered, kept, compared) ? -1 : unguarded(offered, kept, compared);
  }

  /** Whether it would be near but for its numbers. */
  boolean isHeldBack(Kept offered, Kept kept, Compared compared) {
    return areApart(offered, kept, compared) && unguarded(offered, kept, compared) >= 0;
  }

  private double unguarded(Kept offered, Kept kept, Compared compared) {
    if (words.areCompared(offered.words(), compared.words())) {
      double resemblance = words.unguarded().resemblance(offered.words(), compared.words());
      return resemblance > 0 ? resemblance : -1;
    }
    if (offered.fingerprint() == null || compared.fingerprint() == null) {
      return -1;
    }
    int distance = Fingerprint.distance(compared.fingerprint(), offered.fingerprint());
    boolean isText = !verifies || kept.text() % 2 == offered.text() % 2;
    return distance <= maxDistance && isText ? 1 - distance / 64. : -1;
  }

  private boolean areApart(Kept offered, Kept kept, Compared compared) {
    return words.areCompared(offered.words(), compared.words())
        ? offered.words().isHeldBack(compared.words(), words.guard())
        : words.guard().numbers() && verifies && kept.text() != offered.text();
  }
}
