package io.github.lucenesimhash.dedup;

import io.github.lucenesimhash.verify.Likeness;
import java.util.List;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.util.BytesRef;

/**
 * The result of offering a document.
 *
 * @param idBytes the id of the document; must not be modified
 * @param action the action that was taken, or would be taken if the document was only checked
 * @param neighbours the near-duplicates because of which the document was left out, that it
 *     replaced, or beside which it was added, without its older version; all near-duplicates if the
 *     id belongs to another tenant; nearest first, ties by id, at most as many as {@link
 *     NearDuplicateWriter.Builder#maxNeighbours} allows
 * @param totalNeighbours the number of these near-duplicates, including any beyond the maximum; a
 *     lower bound if not all documents were compared
 * @param heldBack the number of compared documents that would be near-duplicates without the
 *     {@linkplain io.github.lucenesimhash.verify.Comparison#guard guard}
 * @param sequenceNumber the sequence number that IndexWriter gave the change, or -1 if nothing was
 *     changed
 */
public record Outcome(
    BytesRef idBytes,
    Action action,
    List<Neighbour> neighbours,
    TotalHits totalNeighbours,
    int heldBack,
    long sequenceNumber) {

  /** The action taken for a document. */
  public enum Action {
    /** The document was added. An older version with its id, if any, was replaced. */
    ADDED,
    /** The document was left out because of its neighbours. An older version of it stays. */
    SKIPPED,
    /** The document was added, and its neighbours were deleted. */
    REPLACED,
    /** The document was added, and marked as a member of the group of its nearest neighbour. */
    MARKED,
    /**
     * The document was left out, because it would replace too many documents or its id belongs to
     * another tenant.
     */
    REFUSED
  }

  /**
   * A near-duplicate of the offered document.
   *
   * @param idBytes the id of the near-duplicate; must not be modified
   * @param distance the distance of the two fingerprints in bits
   * @param likeness the likeness of the offered text as the first and the text of the
   *     near-duplicate as the second
   */
  public record Neighbour(BytesRef idBytes, int distance, Likeness likeness) {

    /**
     * Creates a near-duplicate whose text was not compared.
     *
     * @param idBytes the id of the near-duplicate
     * @param distance the distance of the two fingerprints in bits
     */
    public Neighbour(BytesRef idBytes, int distance) {
      this(idBytes, distance, Likeness.UNVERIFIED);
    }

    /** {@return the id as a string; in hexadecimal if its bytes are not UTF-8} */
    public String id() {
      return Term.toString(idBytes);
    }

    @Override
    public String toString() {
      return "Neighbour[id=" + id() + ", distance=" + distance + "]";
    }
  }

  /** {@return the id as a string; in hexadecimal if its bytes are not UTF-8} */
  public String id() {
    return Term.toString(idBytes);
  }

  @Override
  public String toString() {
    String found = ", neighbours=" + neighbours + ", totalNeighbours=" + totalNeighbours;
    String rest = ", heldBack=" + heldBack + ", sequenceNumber=" + sequenceNumber;
    return "Outcome[id=" + id() + ", action=" + action + found + rest + "]";
  }

  /** {@return true if the document was added, or would be added if it was only checked} */
  public boolean isIndexed() {
    return action != Action.SKIPPED && action != Action.REFUSED;
  }
}
