package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.PendingDocuments.State;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.ThreadInterruptedException;

/**
 * Which documents are being decided on at the moment. Of two calls that could decide differently
 * for knowing of each other, the later waits: those with an id in common, or whose fingerprints are
 * near and that are in the scope of each other.
 */
final class Claims {

  /*
   * Claims stand in a queue and wait for conflicting claims before them only. The first never waits,
   * so some call always goes on, and no claim is overtaken by one that it conflicts with. There are
   * as many claims as threads: under the lock a call compares its own with so many at most, a few
   * longs each; nothing else happens there.
   */

  /**
   * A document under decision; tickets make two claims of the same differ.
   *
   * @param ids null for all there are
   * @param offered what the document is compared by
   */
  record Claim(long ticket, Set<BytesRef> ids, State offered) {}

  private static final State NOTHING = State.apart(null);

  final List<Claim> queue = new ArrayList<>();
  private final Settings settings;
  private long tickets;

  Claims(Settings settings) {
    this.settings = settings;
  }

  /** Of a change that nothing is compared for. */
  Claim enter(Set<BytesRef> ids) {
    return enter(ids, NOTHING);
  }

  /** Waits until there is no other claim. */
  Claim enterAlone() {
    return enter(null);
  }

  /** Waits until no earlier claim conflicts; {@link #leave} must follow. */
  synchronized Claim enter(Set<BytesRef> ids, State offered) {
    Claim claim = new Claim(tickets++, ids, offered);
    queue.add(claim);
    try {
      while (queue.stream().anyMatch(at -> at.ticket < claim.ticket && conflict(at, claim))) {
        wait();
      }
      return claim;
    } catch (InterruptedException e) {
      leave(claim);
      throw new ThreadInterruptedException(e);
    } catch (Throwable e) {
      leave(claim);
      throw e;
    }
  }

  synchronized void leave(Claim claim) {
    queue.remove(claim);
    notifyAll();
  }

  private boolean conflict(Claim a, Claim b) {
    return a.ids == null
        || b.ids == null
        || !Collections.disjoint(a.ids, b.ids)
        || settings.mayInfluence(a.offered, b.offered);
  }
}
