package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.Scope.Origin;
import io.github.lucenesimhash.fingerprint.Fingerprint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.ThreadInterruptedException;

/**
 * Which documents are being decided on at the moment. Of two calls that could decide differently
 * for knowing of each other, the later waits: those with an id in common, or with fingerprints
 * within the distance and in the scope of each other.
 */
final class Claims {

  /*
   * Claims stand in a queue and wait for conflicting claims before them only. The first never waits,
   * so some call always goes on, and no claim is overtaken by one that it conflicts with. There are
   * as many claims as threads: entering reads a few longs under the lock, nothing else happens there.
   */

  /**
   * A document under decision; tickets make two claims of the same differ.
   *
   * @param ids null for all there are
   */
  record Claim(long ticket, Set<BytesRef> ids, OptionalLong fingerprint, Origin origin) {}

  final List<Claim> queue = new ArrayList<>();
  private final int maxDistance;
  private final Scope scope;
  private long tickets;

  Claims(int maxDistance, Scope scope) {
    this.maxDistance = maxDistance;
    this.scope = scope;
  }

  /** Of a change that no fingerprint has to do with. */
  Claim enter(Set<BytesRef> ids) {
    return enter(ids, OptionalLong.empty(), Origin.NONE);
  }

  /** Waits until there is no other claim. */
  Claim enterAlone() {
    return enter(null);
  }

  /** Waits until no earlier claim conflicts; {@link #leave} must follow. */
  synchronized Claim enter(Set<BytesRef> ids, OptionalLong fingerprint, Origin origin) {
    Claim claim = new Claim(tickets++, ids, fingerprint, origin);
    queue.add(claim);
    try {
      while (queue.stream().anyMatch(at -> at.ticket < claim.ticket && conflict(at, claim))) {
        wait();
      }
    } catch (InterruptedException e) {
      leave(claim);
      throw new ThreadInterruptedException(e);
    }
    return claim;
  }

  synchronized void leave(Claim claim) {
    queue.remove(claim);
    notifyAll();
  }

  private boolean conflict(Claim a, Claim b) {
    return a.ids == null
        || b.ids == null
        || !Collections.disjoint(a.ids, b.ids)
        || (a.fingerprint.isPresent()
            && b.fingerprint.isPresent()
            && Fingerprint.distance(a.fingerprint.getAsLong(), b.fingerprint.getAsLong())
                <= maxDistance
            && scope.isCompared(a.origin, b.origin));
  }
}
