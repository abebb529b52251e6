package io.github.lucenesimhash.dedup;

import java.util.List;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.util.BytesRef;

/**
 * What became of an offered document.
 *
 * @param idBytes its id; not to be changed
 * @param action what was done
 * @param by what the document was compared by
 * @param neighbours its near-duplicates at that time except its older version, nearest first, ties
 *     by id; only the nearest if there are more than {@link
 *     NearDuplicateWriter.Builder#maxNeighbours}
 * @param totalNeighbours how many there are; a lower bound where not all were looked at
 * @param heldBack how many of those that were looked at would have been near-duplicates but for the
 *     {@linkplain io.github.lucenesimhash.verify.Comparison#guard guard}
 * @param sequenceNumber of the change, as IndexWriter counts them, or -1 if nothing was changed
 */
public record Outcome(
    BytesRef idBytes,
    Action action,
    By by,
    List<Neighbour> neighbours,
    TotalHits totalNeighbours,
    int heldBack,
    long sequenceNumber) {

  /** Kinds of outcome. */
  public enum Action {
    /** Added, in place of an older version under its id if there was one. */
    ADDED,
    /** Left out because of its neighbours. Nothing is changed: an older version stays. */
    SKIPPED,
    /** Added in place of its neighbours. */
    REPLACED,
    /** Added to the group of its nearest neighbour. */
    MARKED,
    /** Left out, because it would replace too many documents, or has the id of another tenant's. */
    REFUSED
  }

  /** What a document is compared with others by. */
  public enum By {
    /** Nothing: it has no fingerprint; it was added whatever is in the index. */
    NOTHING,
    /** The fingerprints alone. */
    FINGERPRINTS,
    /** The fingerprints, and the texts of those that are within the distance. */
    TEXTS
  }

  /**
   * A document that an offered one is a near-duplicate of.
   *
   * @param idBytes its id; not to be changed
   * @param distance of the two fingerprints in bits
   */
  public record Neighbour(BytesRef idBytes, int distance) {

    /** {@return the id as a string; in hexadecimal if its bytes are no UTF-8} */
    public String id() {
      return Term.toString(idBytes);
    }

    @Override
    public String toString() {
      return "Neighbour[id=" + id() + ", distance=" + distance + "]";
    }
  }

  /** {@return the id as a string; in hexadecimal if its bytes are no UTF-8} */
  public String id() {
    return Term.toString(idBytes);
  }

  @Override
  public String toString() {
    String found = by + ", neighbours=" + neighbours + ", totalNeighbours=" + totalNeighbours;
    String rest = ", heldBack=" + heldBack + ", sequenceNumber=" + sequenceNumber;
    return "Outcome[id=" + id() + ", action=" + action + ", by=" + found + rest + "]";
  }

  /** {@return true if the document is in the index} */
  public boolean isIndexed() {
    return action != Action.SKIPPED && action != Action.REFUSED;
  }
}
