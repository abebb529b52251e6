package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.DocumentReader.Offer;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.util.IOConsumer;

/**
 * Documents that {@link NearDuplicateWriter#offer} looked up together: what costs most is done, and
 * nothing is decided. For one thread at a time.
 */
public final class Offers {

  private final Admission admission;
  private final List<Lookup> lookups;
  private int next;

  Offers(Admission admission, List<Offer> offers) throws IOException {
    this.admission = admission;
    lookups = admission.lookUp(offers);
  }

  /**
   * Adds one document after another, as {@link NearDuplicateWriter#add} does: what was accepted
   * since they were looked up counts too. If it throws, call it again to go on behind the document
   * that failed, which may be offered again.
   *
   * @param outcomes takes each outcome before the next document is decided on
   * @throws IOException if the index cannot be read or written
   */
  public void add(IOConsumer<? super Outcome> outcomes) throws IOException {
    while (hasNext()) {
      outcomes.accept(addNext());
    }
  }

  /**
   * Says of one document after another what {@link #add} would do now, and does nothing. Each is
   * either checked or added.
   *
   * @param outcomes takes them; their sequence numbers are -1
   * @throws IOException if the index cannot be read
   */
  public void check(IOConsumer<? super Outcome> outcomes) throws IOException {
    while (hasNext()) {
      outcomes.accept(decideNext(false));
    }
  }

  boolean hasNext() {
    return next < lookups.size();
  }

  Outcome addNext() throws IOException {
    return decideNext(true);
  }

  private Outcome decideNext(boolean makes) throws IOException {
    return admission.decide(lookups.set(next++, null), makes); // freed: it may have many hits
  }
}
