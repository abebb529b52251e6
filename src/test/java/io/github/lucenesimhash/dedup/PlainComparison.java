package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.PlainDedup.Kept;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import io.github.lucenesimhash.verify.Guard;

/**
 * Decides by the definition whether documents are near.
 *
 * @param verifies whether texts, which are those of {@link Kept#text}, are compared
 */
record PlainComparison(int maxDistance, boolean verifies, Guard guard) {

  static PlainComparison within(int maxDistance) {
    return new PlainComparison(maxDistance, false, Guard.NONE);
  }

  /** Returns the distance in bits, or all bits if one document has no fingerprint. */
  int distance(Kept offered, Kept kept) {
    return offered.fingerprint() == null || kept.compared() == null
        ? Fingerprint.MAX_BITS
        : Fingerprint.distance(kept.compared(), offered.fingerprint());
  }

  boolean isNear(Kept offered, Kept kept) {
    return isUnguardedNear(offered, kept) && !areApart(offered, kept);
  }

  /** Returns whether a document would be near if the guard did not hold it back. */
  boolean isHeldBack(Kept offered, Kept kept) {
    return isUnguardedNear(offered, kept) && areApart(offered, kept);
  }

  private boolean isUnguardedNear(Kept offered, Kept kept) {
    boolean isText = !verifies || kept.text() % 2 == offered.text() % 2;
    return distance(offered, kept) <= maxDistance && isText;
  }

  private boolean areApart(Kept offered, Kept kept) {
    return verifies && !guard.equals(Guard.NONE) && kept.text() != offered.text();
  }
}
