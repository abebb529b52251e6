package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.dedup.DocumentReader.Offer;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.util.IOConsumer;

/**
 * Holds documents that {@link NearDuplicateWriter#offer} looked up together: most of the work is
 * done, and nothing is decided. For use by one thread at a time.
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
   * Adds one document after another, as {@link NearDuplicateWriter#add} does; documents accepted
   * since the look-up count too. If this throws, call it again to go on after the document that
   * failed, which may be offered again.
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
   * Tells for one document after another what {@link #add} would do now, and changes nothing. A
   * document that was checked is not added afterwards.
   *
   * @param outcomes takes each outcome; sequence numbers are -1
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
