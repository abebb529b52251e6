package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.verify.Likeness;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.util.BytesRef;

/**
 * Says what became of an offered document.
 *
 * @param idBytes its id; not to be changed
 * @param action what was done
 * @param by what was compared
 * @param neighbours near-duplicates at that time, without an older version of the document, nearest
 *     first, ties by id: those because of which it was left out, those that it replaced, or those
 *     beside which it was added; only the nearest if there are more than {@link
 *     NearDuplicateWriter.Builder#maxNeighbours}
 * @param totalNeighbours the number of such near-duplicates; at least so many if not all were
 *     looked at
 * @param heldBack how many documents that were looked at only the {@linkplain
 *     io.github.lucenesimhash.verify.Comparison#guard guard} kept from being near-duplicates
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

  /** Says what of a document was compared with others. */
  public enum By {
    /** Nothing, since it has no fingerprint: it was added whatever is in the index. */
    NOTHING,
    /** The fingerprints alone. */
    FINGERPRINTS,
    /** The fingerprints, and the texts of those that are within the distance. */
    TEXTS
  }

  /**
   * A near-duplicate of the offered document.
   *
   * @param idBytes its id; not to be changed
   * @param distance of the two fingerprints in bits
   * @param likeness of the offered text, the first, and the neighbour's, the second
   */
  public record Neighbour(BytesRef idBytes, int distance, Likeness likeness) {

    /**
     * A document whose text is not compared.
     *
     * @param idBytes its id
     * @param distance of the two fingerprints in bits
     */
    public Neighbour(BytesRef idBytes, int distance) {
      this(idBytes, distance, Likeness.UNVERIFIED);
    }

    /** {@return the id as a string; in hexadecimal if its bytes are no UTF-8} */
    public String id() {
      return Term.toString(idBytes);
    }

    @Override
    public String toString() {
      return "Neighbour[id=" + id() + ", distance=" + distance + texts() + "]";
    }

    private String texts() {
      String share =
          switch (likeness.mayGo()) {
            case FIRST -> String.format(Locale.ROOT, ", contained=%.4f", likeness.contained());
            case SECOND -> String.format(Locale.ROOT, ", contains=%.4f", likeness.contains());
            default -> "";
          };
      boolean isVerified = !Double.isNaN(likeness.resemblance());
      return isVerified
          ? String.format(Locale.ROOT, ", resemblance=%.4f", likeness.resemblance()) + share
          : "";
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
