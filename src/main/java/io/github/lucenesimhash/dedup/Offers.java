package io.github.lucenesimhash.dedup;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.util.IOConsumer;

/**
 * Holds documents that {@link NearDuplicateWriter#offer} looked up together, and that are not added
 * yet. For use by one thread at a time.
 */
public final class Offers {

  private final Admission admission;
  private final List<Lookup> lookups;
  private int next;

  Offers(Admission admission, List<Lookup> lookups) {
    this.admission = admission;
    this.lookups = lookups;
  }

  /**
   * Adds one document after another, as {@link NearDuplicateWriter#add} does, and compares each
   * also with documents that were accepted since the look-up. After an exception, call this method
   * again to continue with the next document; the failed document may be offered again.
   *
   * @param outcomes the consumer of each outcome, called before the next document is added
   * @throws IllegalArgumentException if a document has another scheme than a document before it
   * @throws IOException if the index cannot be read or written
   */
  public void add(IOConsumer<? super Outcome> outcomes) throws IOException {
    while (hasNext()) {
      outcomes.accept(addNext());
    }
  }

  /**
   * Reports what {@link #add} would do with each document if it were the only one, and changes
   * nothing. Documents that were checked cannot be added afterwards.
   *
   * @param outcomes the consumer of each outcome, in which the sequence number is -1
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
    return admission.decide(
        lookups.set(next++, null), makes); // frees the look-up, which may have many hits
  }
}
